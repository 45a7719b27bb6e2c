import type { Destination, Purchase } from '../contract/index.js';
import { itemOf, NOWHERE, type PricedCart } from './priced-cart.js';

/** What is about to be bought of a cart. */
export function purchaseOf(
  { lines, items }: PricedCart,
  {
    destination = NOWHERE,
    userId = 0,
    email = '',
  }: { readonly destination?: Destination; readonly userId?: number; readonly email?: string } = {},
): Purchase {
  const bought = lines.filter((line) => !line.unavailable).map(itemOf);
  const weight = bought.reduce((sum, item) => sum + (item.kind === 'physical' ? item.weight * item.quantity : 0), 0);
  return { items: bought, itemsTotal: items, weight, destination, userId, email };
}
