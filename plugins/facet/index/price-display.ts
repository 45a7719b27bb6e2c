import type { PluginScope } from 'plinth';
import type { Catalog, ProductRecord } from './catalog.js';

/** Returns whether lists show visitors prices without tax; undefined if that is not known now. */
export type ShowsNetPrices = () => Promise<boolean | undefined>;

/**
 * Reads how visitors see prices. The index has one price per product, so what a plugin shows a user who is logged in
 * does not count: in requests of users, the last known display applies.
 */
export function createShowsNetPrices(
  { getCurrentUserId }: Pick<PluginScope, 'getCurrentUserId'>,
  catalog: () => Catalog,
): ShowsNetPrices {
  let lastKnown: boolean | undefined;
  return async () => {
    if (getCurrentUserId() > 0 && lastKnown !== undefined) return lastKnown;
    const display = await catalog().taxDisplay();
    if (display === undefined) return lastKnown;
    const isNet = display === 'without';
    if (getCurrentUserId() === 0) lastKnown = isNet;
    return isNet;
  };
}

/** Returns products with the prices that lists show. */
export function withShownPrices(products: readonly ProductRecord[], isNet: boolean): readonly ProductRecord[] {
  return isNet
    ? products.map((product) => ({
        ...toNet(product),
        variations: product.variations.map(toNet),
      }))
    : products;
}

const toNet = <T extends Pick<ProductRecord, 'price' | 'netPrice'>>(priced: T): T => ({
  ...priced,
  price: priced.netPrice ?? priced.price,
});
