import { type ConcealedReductions, NONE_CONCEALED, rowReductionKey } from './announced-reductions.js';
import { effectivePrice, toPriceTag } from './price-tag.js';
import type { DisplayedPrice } from './price-html.js';
import type { ProductRow, VariationRow } from '../products/tables.js';

/**
 * Returns the displayed price of a product at a UTC time; for a variable product, the price range of its variations.
 * @param concealed reductions that must not be announced
 */
export function getDisplayedPrice(
  product: ProductRow,
  variations: readonly VariationRow[],
  now: string,
  concealed: ConcealedReductions,
): DisplayedPrice {
  if (product.type === 'simple') return { ...rowPrice(product, now, concealed), ...unitPriceBase(product) };
  const offered = sortForDisplay(variations, now);
  // Variations that are out of stock are ignored, unless all are out of stock.
  const priced = offered.some(({ stock }) => stock !== 'outofstock')
    ? offered.filter(({ stock }) => stock !== 'outofstock')
    : offered;
  const prices = priced.map((row) => ({ ...rowPrice(row, now, concealed), ...unitPriceBase(product, row) }));
  const [cheapest] = prices;
  if (!cheapest)
    return {
      price: null,
      maxPrice: null,
      regular: null,
      onSale: false,
      reduced: false,
      saleTo: null,
      ...unitPriceBase(product),
    };
  return { ...cheapest, maxPrice: prices.at(-1)?.price ?? null, onSale: prices.some((entry) => entry.onSale) };
}

/**
 * Returns the variations with a price in display order: purchasable ones first, then by price, then those in stock.
 * Product cards show the first variation, and the product page preselects it.
 */
export function sortForDisplay(variations: readonly VariationRow[], now: string): VariationRow[] {
  return variations
    .flatMap((row) => {
      const { price } = rowPrice(row, now, NONE_CONCEALED);
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
export function unitPriceBase(
  product: ProductRow,
  variation?: VariationRow,
): Pick<DisplayedPrice, 'unit' | 'unitContent'> {
  return { unit: product.unit, unitContent: (variation?.unit_content || product.unit_content) / 1000 };
}

/**
 * Returns the price of a simple product or a variation at a UTC time. A reduction that must not be announced is shown
 * like a regular price.
 */
export function rowPrice(
  row: ProductRow | VariationRow,
  now: string,
  concealed: ConcealedReductions,
): Omit<DisplayedPrice, 'unit' | 'unitContent'> {
  const tag = toPriceTag(row);
  if (!tag) return { price: null, maxPrice: null, regular: null, onSale: false, reduced: false, saleTo: null };
  const { price, onSale } = effectivePrice(tag, now);
  if (onSale && concealed.has(rowReductionKey(row)))
    return { price, maxPrice: price, regular: price, onSale: false, reduced: false, saleTo: null };
  return { price, maxPrice: price, regular: tag.regular, onSale, reduced: onSale, saleTo: onSale ? tag.saleTo : null };
}
