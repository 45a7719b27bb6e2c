import { effectivePrice, tagOf } from './price-tag.js';
import type { ShownPrice } from './price-html.js';
import type { ProductRow, VariationRow } from '../products/product-row.js';

/** What a product costs at a moment: its own price, or the range of its variations. */
export function shownPrice(product: ProductRow, variations: readonly VariationRow[], now: string): ShownPrice {
  if (product.type === 'simple') return { ...ownPrice(product, now), ...unitOf(product) };
  const prices = variations.map((row) => ({ ...ownPrice(row, now), ...unitOf(product, row) })).filter((one) => one.price !== null).sort((a, b) => (a.price ?? 0) - (b.price ?? 0));
  const [cheapest] = prices;
  if (!cheapest) return { price: null, maxPrice: null, regular: null, onSale: false, reduced: false, saleTo: null, ...unitOf(product) };
  return { ...cheapest, maxPrice: prices.at(-1)?.price ?? null, onSale: prices.some((one) => one.onSale) };
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
