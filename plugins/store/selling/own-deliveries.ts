import type { TranslationApi } from 'plinth';
import type { DeliveryRate, Purchase } from '../contract/index.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { deliveryMethods } from './delivery-methods.js';
import type { SellingOptions } from './selling-settings.js';

/** Their ids. */
export const OWN_DELIVERIES: readonly string[] = ['courier', 'pickup'];

/** Registers the store's own ways to get goods: by courier, and in person. */
export function addOwnDeliveries(
  registry: StoreRegistries['deliveries'],
  selling: Pick<SellingOptions, 'read'>,
  words: Pick<TranslationApi, '__'>,
): void {
  const ratesOf =
    (id: string) =>
    async ({ itemsTotal }: Purchase): Promise<readonly DeliveryRate[]> =>
      deliveryMethods(await selling.read(), { items: itemsTotal, physical: true }, words)
        .filter((method) => method.id === id)
        .map(({ price, note }) => ({ price, note }));
  registry.register({ id: 'courier', label: () => words.__('Courier'), rates: ratesOf('courier') });
  registry.register({ id: 'pickup', label: () => words.__('Pick-up in person'), rates: ratesOf('pickup') });
}
