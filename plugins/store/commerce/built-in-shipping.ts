import type { TranslationApi } from 'plinth';
import type { DeliveryRate, Purchase } from '../contract/index.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import type { CommerceSettings, CommerceValues } from './commerce-settings.js';
import type { Method } from './method.js';

/** Ids of the store's own shipping methods. */
export const BUILT_IN_DELIVERIES: readonly string[] = ['courier', 'pickup'];

/** Registers the store's own shipping methods: courier and collection in person. */
export function addBuiltInDeliveries(
  registry: StoreRegistries['deliveries'],
  commerceSettings: Pick<CommerceSettings, 'read'>,
  i18n: Pick<TranslationApi, '__'>,
): void {
  const ratesOf =
    (id: string) =>
    async ({ itemsTotal }: Purchase): Promise<readonly DeliveryRate[]> =>
      deliveryMethods(await commerceSettings.read(), { items: itemsTotal, physical: true }, i18n)
        .filter((method) => method.id === id)
        .map(({ price, note }) => ({ price, note }));
  registry.register({ id: 'courier', label: () => i18n.__('Courier'), rates: ratesOf('courier') });
  registry.register({ id: 'pickup', label: () => i18n.__('Local pickup'), rates: ratesOf('pickup') });
}

/** Returns the shipping methods for goods of a given value; digital goods need none. */
export function deliveryMethods(
  settings: CommerceValues,
  { items, physical: needsShipping }: { items: number; physical: boolean },
  { __ }: Pick<TranslationApi, '__'>,
): Method[] {
  if (!needsShipping) return [];
  const isFree = settings.freeFrom !== null && items >= settings.freeFrom;
  const methods: Method[] = [];
  if (settings.courier)
    methods.push({ id: 'courier', label: __('Courier'), note: '', price: isFree ? 0 : settings.courierPrice });
  if (settings.pickup)
    methods.push({
      id: 'pickup',
      label: __('Local pickup'),
      note: settings.pickupPlace,
      price: isFree ? 0 : settings.pickupPrice,
    });
  return methods;
}
