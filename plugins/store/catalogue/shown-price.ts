import { effectivePrice, tagOf } from '../prices/price-tag.js';
import type { ShownPrice } from '../prices/price-html.js';
import type { ProductRow, VariationRow } from './product-row.js';

/** What a product costs at a moment: its own price, or the range of its variations. */
export function shownPrice(product: ProductRow, variations: readonly VariationRow[], now: string): ShownPrice {
  const unit = { unit: product.unit, unitContent: product.unit_content / 1000 };
  if (product.type === 'simple') return { ...ownPrice(product, now), ...unit };
  const prices = variations.map((row) => ownPrice(row, now)).filter((one) => one.price !== null).sort((a, b) => (a.price ?? 0) - (b.price ?? 0));
  const [cheapest] = prices;
  if (!cheapest) return { price: null, maxPrice: null, regular: null, onSale: false, saleTo: null, ...unit };
  return { ...cheapest, maxPrice: prices.at(-1)?.price ?? null, onSale: prices.some((one) => one.onSale), ...unit };
}

/** What one row costs by itself. */
export function ownPrice(row: ProductRow | VariationRow, now: string): Omit<ShownPrice, 'unit' | 'unitContent'> {
  const tag = tagOf(row);
  if (!tag) return { price: null, maxPrice: null, regular: null, onSale: false, saleTo: null };
  const { price, onSale } = effectivePrice(tag, now);
  return { price, maxPrice: price, regular: tag.regular, onSale, saleTo: onSale ? tag.saleTo : null };
}
