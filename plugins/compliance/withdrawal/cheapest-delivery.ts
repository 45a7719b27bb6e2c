import type { PluginScope } from 'plinth';
import type { Order } from '../store/shop.js';

/** Shipping method that delivers nothing: the customer collects the goods. */
const PICKUP = 'pickup';

/**
 * Returns the price of the least expensive standard delivery that the shop offers for an order, in minor units; null
 * when it is unknown: the order was collected, or the shop has changed the price of its delivery since.
 */
export async function findCheapestDelivery(
  { services }: Pick<PluginScope, 'services'>,
  { shippingMethod, itemsTotal, deliveryTotal, shipping }: Order,
): Promise<number | null> {
  if (shippingMethod === '' || shippingMethod === PICKUP || !services.has('store.terms')) return null;
  const offered = await services.get('store.terms').deliveries(itemsTotal, shipping.country);
  if (offered.find(({ id }) => id === shippingMethod)?.price !== deliveryTotal) return null;
  return Math.min(...offered.filter(({ id }) => id !== PICKUP).map(({ price }) => price));
}
