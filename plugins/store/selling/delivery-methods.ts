import type { TranslationApi } from 'plinth';
import type { Method } from './method.js';
import type { SellingSettings } from './selling-settings.js';

/** The delivery methods for goods of a value; digital goods need none. */
export function deliveryMethods(
  settings: SellingSettings,
  { items, physical }: { items: number; physical: boolean },
  { __ }: Pick<TranslationApi, '__'>,
): Method[] {
  if (!physical) return [];
  const free = settings.freeFrom !== null && items >= settings.freeFrom;
  const methods: Method[] = [];
  if (settings.courier)
    methods.push({ id: 'courier', label: __('Courier'), note: '', price: free ? 0 : settings.courierPrice });
  if (settings.pickup)
    methods.push({
      id: 'pickup',
      label: __('Pick-up in person'),
      note: settings.pickupPlace,
      price: free ? 0 : settings.pickupPrice,
    });
  return methods;
}
