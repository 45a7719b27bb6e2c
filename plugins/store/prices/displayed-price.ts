import { effectivePrice, tagOf } from './price-tag.js';
import type { ShownPrice } from './price-html.js';
import type { ProductRow, VariationRow } from '../products/tables.js';

/** What a product costs at a moment: its own price, or the range of its variations. */
export function shownPrice(product: ProductRow, variations: readonly VariationRow[], now: string): ShownPrice {
  if (product.type === 'simple') return { ...ownPrice(product, now), ...unitOf(product) };
  const offered = offeredFirst(variations, now);
  // A price that nobody can pay is no price to begin from.
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
 * The versions that have a price, in the order in which they are offered: what can be bought first, the cheapest before others, of two that cost the same what is there at once. Cards name the first one, and
 * a product's page opens with it.
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

/** What a product, or one of its variations, is compared by. */
export function unitOf(product: ProductRow, variation?: VariationRow): Pick<ShownPrice, 'unit' | 'unitContent'> {
  return { unit: product.unit, unitContent: (variation?.unit_content || product.unit_content) / 1000 };
}

/** What one row costs by itself. */
export function ownPrice(row: ProductRow | VariationRow, now: string): Omit<ShownPrice, 'unit' | 'unitContent'> {
  const tag = tagOf(row);
  if (!tag) return { price: null, maxPrice: null, regular: null, onSale: false, reduced: false, saleTo: null };
  const { price, onSale } = effectivePrice(tag, now);
  return { price, maxPrice: price, regular: tag.regular, onSale, reduced: onSale, saleTo: onSale ? tag.saleTo : null };
}
