import { effectivePrice, tagOf } from './price-tag.js';
import type { ShownPrice } from './price-html.js';
import type { ProductRow, VariationRow } from '../products/tables.js';

/** Returns the price of a product at a moment: its own, or the range of its variations. */
export function shownPrice(product: ProductRow, variations: readonly VariationRow[], now: string): ShownPrice {
  if (product.type === 'simple') return { ...ownPrice(product, now), ...unitOf(product) };
  const offered = offeredFirst(variations, now);
  // Variations that cannot be bought do not count toward the lowest price.
  const counted = offered.some(({ stock }) => stock !== 'outofstock')
    ? offered.filter(({ stock }) => stock !== 'outofstock')
    : offered;
  const prices = counted.map((row) => ({ ...ownPrice(row, now), ...unitOf(product, row) }));
  const [cheapest] = prices;
  if (!cheapest)
    return {
      price: null,
      maxPrice: null,
      regular: null,
      onSale: false,
      reduced: false,
      saleTo: null,
      ...unitOf(product),
    };
  return { ...cheapest, maxPrice: prices.at(-1)?.price ?? null, onSale: prices.some((one) => one.onSale) };
}

/**
 * Sorts variations with a price in display order: purchasable ones first, then by price, then those in stock. Cards
 * show the first one, and the product page preselects it.
 */
export function offeredFirst(variations: readonly VariationRow[], now: string): VariationRow[] {
  return variations
    .flatMap((row) => {
      const { price } = ownPrice(row, now);
      return price === null ? [] : [{ row, price }];
    })
    .sort(
      (a, b) =>
        Number(a.row.stock === 'outofstock') - Number(b.row.stock === 'outofstock') ||
        a.price - b.price ||
        Number(a.row.stock !== 'instock') - Number(b.row.stock !== 'instock') ||
        a.row.position - b.row.position ||
        a.row.id - b.row.id,
    )
    .map(({ row }) => row);
}

/** Returns the unit for the unit price of a product or one of its variations. */
export function unitOf(product: ProductRow, variation?: VariationRow): Pick<ShownPrice, 'unit' | 'unitContent'> {
  return { unit: product.unit, unitContent: (variation?.unit_content || product.unit_content) / 1000 };
}

/** Returns the price of a single row. */
export function ownPrice(row: ProductRow | VariationRow, now: string): Omit<ShownPrice, 'unit' | 'unitContent'> {
  const tag = tagOf(row);
  if (!tag) return { price: null, maxPrice: null, regular: null, onSale: false, reduced: false, saleTo: null };
  const { price, onSale } = effectivePrice(tag, now);
  return { price, maxPrice: price, regular: tag.regular, onSale, reduced: onSale, saleTo: onSale ? tag.saleTo : null };
}
