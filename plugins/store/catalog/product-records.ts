import { type PluginScope } from 'plinth';
import type { ProductRecord, VariationRecord } from '../contract/index.js';
import { getReviewStatistics, type ReviewOptions } from '../products/review-settings.js';
import { fieldsOf } from '../products/stored-fields.js';
import type { ProductRow } from '../products/tables.js';
import { concealReductionsOf } from '../prices/announced-reductions.js';
import { includedTax } from '../money/tax.js';
import { rowPrice, getDisplayedPrice } from '../prices/displayed-price.js';
import { readShownRows } from '../change-log/visible-rows.js';

/**
 * Creates records from rows with three queries per batch.
 * @param now UTC
 */
export async function createRecords(
  scope: Pick<PluginScope, 'db' | 'cache' | 'applyFilters'>,
  rows: readonly ProductRow[],
  now: string,
  reviews: Pick<ReviewOptions, 'read'>,
): Promise<ProductRecord[]> {
  return rows.length === 0 ? [] : loadRecords(scope, rows, now, reviews);
}

async function loadRecords(
  scope: Pick<PluginScope, 'db' | 'cache' | 'applyFilters'>,
  rows: readonly ProductRow[],
  now: string,
  reviews: Pick<ReviewOptions, 'read'>,
): Promise<ProductRecord[]> {
  const { db } = scope;
  const reviewSettings = await reviews.read();
  const ids = rows.map((row) => row.id);
  const variableIds = rows.filter((row) => row.type === 'variable').map((row) => row.id);
  const variations =
    variableIds.length === 0
      ? []
      : await readShownRows(scope, 'variations', variableIds, () =>
          db()('store_variations').whereIn('product_id', variableIds).orderBy(['product_id', 'position', 'id']),
        );
  const concealed = await concealReductionsOf(scope, rows, variations, now);
  const terms = await readShownRows(scope, 'links', ids, () =>
    db()('store_product_terms')
      .whereIn('product_id', ids)
      .orderBy(['product_id', 'position', 'term_id'])
      .select('product_id', 'term_id'),
  );
  const variationTerms =
    variableIds.length === 0
      ? []
      : await readShownRows(scope, 'version-links', variableIds, () =>
          db()('store_variation_terms')
            .join('store_variations', 'store_variations.id', 'store_variation_terms.variation_id')
            .whereIn('store_variations.product_id', variableIds)
            .orderBy(['store_variation_terms.variation_id', 'store_variation_terms.term_id'])
            .select<{ variation_id: number; term_id: number }[]>(
              'store_variation_terms.variation_id',
              'store_variation_terms.term_id',
            ),
        );
  const termsOf = groupBy(
    terms,
    (row) => row.product_id,
    (row) => row.term_id,
  );
  const termsOfVariation = groupBy(
    variationTerms,
    (row) => row.variation_id,
    (row) => row.term_id,
  );
  const variationsOf = groupBy(
    variations,
    (row) => row.product_id,
    (row) => row,
  );

  return rows.map((row): ProductRecord => {
    const productVariations = variationsOf.get(row.id) ?? [];
    const { price, maxPrice, onSale } = getDisplayedPrice(row, productVariations, now, concealed);
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      sku: row.sku ?? '',
      gtin: row.gtin,
      shortDescription: row.short_description,
      price: price ?? 0,
      ...netPriceOf(price ?? 0, row),
      maxPrice: maxPrice ?? 0,
      onSale,
      stock: row.stock,
      rating: row.review_rating / 100,
      ratingCount: row.review_count,
      ...reviewsOf(row, reviewSettings),
      sales: row.sales,
      position: row.position,
      publishedAt: row.published_at ?? row.created_at,
      termIds: termsOf.get(row.id) ?? [],
      fields: fieldsOf(row.fields),
      variations: productVariations.flatMap((variation): VariationRecord[] => {
        const variationPrice = rowPrice(variation, now, concealed);
        return variationPrice.price === null
          ? []
          : [
              {
                id: variation.id,
                sku: variation.sku ?? '',
                gtin: variation.gtin,
                price: variationPrice.price,
                ...netPriceOf(variationPrice.price, row),
                onSale: variationPrice.onSale,
                stock: variation.stock,
                termIds: termsOfVariation.get(variation.id) ?? [],
              },
            ];
      }),
    };
  });
}

function netPriceOf(price: number, row: ProductRow): Pick<ProductRecord, 'netPrice'> {
  const tax = includedTax(price, row.tax_rate / 100);
  return tax > 0 ? { netPrice: price - tax } : {};
}

function reviewsOf(
  row: ProductRow,
  shownReviews: Parameters<typeof getReviewStatistics>[1],
): Pick<ProductRecord, 'reviews'> {
  const reviews = getReviewStatistics(row, shownReviews);
  return reviews ? { reviews } : {};
}

function groupBy<R, V>(rows: readonly R[], key: (row: R) => number, value: (row: R) => V): Map<number, V[]> {
  const groups = new Map<number, V[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(value(row));
    else groups.set(key(row), [value(row)]);
  }
  return groups;
}
