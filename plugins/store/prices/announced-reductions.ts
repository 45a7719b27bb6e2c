import type { PluginScope } from 'plinth';
import { fieldsOf } from '../products/stored-fields.js';
import type { PriceReduction } from '../contract/index.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { effectivePrice, toPriceTag } from './price-tag.js';

/** Reductions that must not be announced, by `reductionKey`. */
export type ConcealedReductions = ReadonlySet<string>;

export const NONE_CONCEALED: ConcealedReductions = new Set();

export function reductionKey({ productId, variationId }: Pick<PriceReduction, 'productId' | 'variationId'>): string {
  return `${productId}-${variationId}`;
}

/** Returns the key of a row of a product or a variation. */
export function rowReductionKey(row: ProductRow | VariationRow): string {
  return 'product_id' in row
    ? reductionKey({ productId: row.product_id, variationId: row.id })
    : reductionKey({ productId: row.id, variationId: 0 });
}

/**
 * Decides which reductions may be announced: the single place that does, for badges, struck-through prices, lists of
 * reduced products, structured data and the filter. A concealed reduction changes the price only.
 */
export async function concealReductions(
  scope: Pick<PluginScope, 'applyFilters'>,
  reductions: readonly PriceReduction[],
): Promise<ConcealedReductions> {
  if (reductions.length === 0) return NONE_CONCEALED;
  const concealed = await scope.applyFilters<readonly PriceReduction[]>('store/concealed_reductions', [], reductions);
  return new Set(concealed.map(reductionKey));
}

/**
 * Returns the reductions of rows that must not be announced.
 * @param now UTC
 */
export function concealReductionsOf(
  scope: Pick<PluginScope, 'applyFilters'>,
  products: readonly ProductRow[],
  variations: readonly VariationRow[],
  now: string,
): Promise<ConcealedReductions> {
  const productsById = new Map(products.map((row) => [row.id, row]));
  const reductionOf = (row: ProductRow | VariationRow, product: ProductRow | undefined): PriceReduction[] => {
    const tag = toPriceTag(row);
    if (!tag || !product) return [];
    const { price, onSale } = effectivePrice(tag, now);
    if (!onSale) return [];
    const variationId = row === product ? 0 : row.id;
    return [{ productId: product.id, variationId, price, regular: tag.regular, fields: fieldsOf(product.fields) }];
  };
  return concealReductions(scope, [
    ...products.filter(({ type }) => type === 'simple').flatMap((row) => reductionOf(row, row)),
    ...variations.flatMap((row) => reductionOf(row, productsById.get(row.product_id))),
  ]);
}
