import { mapSeries, type PluginScope, toUtcString } from 'plinth';
import type { Catalog, ProductField, ProductRecord, ProductSummary } from '../contract/index.js';
import type { Currency } from '../money/currency.js';
import type { PriceRules } from '../prices/price-rules.js';
import { createPriceLabels } from '../prices/price-labels.js';
import type { TaxonomyWriter } from '../taxonomies/taxonomy-writer.js';
import type { TermStore } from '../taxonomies/term-store.js';
import type { ChangeLog } from '../change-log/change-log.js';
import { createRecords } from './product-records.js';
import { getCondition } from '../products/condition.js';
import { type ReviewOptions, renderStars } from '../products/review-settings.js';
import { formatDay } from '../products/supply-kind.js';
import { isListed, LISTED_VALUES, type ProductRow } from '../products/tables.js';
import type { Summaries } from './product-summaries.js';
import { readShownRows } from '../change-log/visible-rows.js';

/** Maximum number of ids per query; database engines limit the bound values of a statement. */
const BATCH = 1000;

interface CatalogDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache' | 'locale' | 'applyFilters' | 'render' | 'useAsset' | '__'>;
  readonly taxonomies: Pick<TaxonomyWriter, 'taxonomies'>;
  readonly terms: Pick<TermStore, 'all'>;
  readonly changes: ChangeLog;
  readonly summaries: Summaries;
  readonly reviews: Pick<ReviewOptions, 'read'>;
  readonly currency: Currency;
  readonly rules: PriceRules;
  readonly now?: () => string;
}

/** Creates the catalog service for other plugins. A product without a price is not listed. */
export function createCatalog({
  scope,
  taxonomies,
  terms,
  changes,
  summaries,
  reviews,
  currency,
  rules,
  now = toUtcString,
}: CatalogDeps): Catalog {
  const listedProducts = () => scope.db()('store_products').where(LISTED_VALUES).whereNotNull('price');

  /** Returns the rows of listed products, in the order of the ids. */
  async function rowsOf(ids: readonly number[]): Promise<ProductRow[]> {
    const rows = new Map<number, ProductRow>();
    for (let offset = 0; offset < ids.length; offset += BATCH) {
      const batch = ids.slice(offset, offset + BATCH);
      const found = await readShownRows(scope, 'products', batch, () =>
        scope.db()('store_products').whereIn('id', batch),
      );
      for (const row of found.filter(isListed)) rows.set(row.id, row);
    }
    return [...new Set(ids)].flatMap((id) => rows.get(id) ?? []);
  }

  async function mapInBatches<T>(
    rows: readonly ProductRow[],
    mapBatch: (part: readonly ProductRow[]) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const results: T[] = [];
    for (let offset = 0; offset < rows.length; offset += BATCH)
      results.push(...(await mapBatch(rows.slice(offset, offset + BATCH))));
    return results;
  }

  const summariesOf = async (
    ids: readonly number[],
    variations?: ReadonlyMap<number, readonly number[]>,
  ): Promise<ProductSummary[]> => {
    return await mapInBatches(await rowsOf(ids), (part) => summaries.from(part, now(), variations));
  };

  const toRecords = async (rows: readonly ProductRow[]): Promise<ProductRecord[]> =>
    mapInBatches(rows, (part) => createRecords(scope, part, now(), reviews));

  return {
    taxonomies: async () => taxonomies.taxonomies(),
    terms: async (taxonomy) => terms.all(taxonomy),
    fields: async () => scope.applyFilters<readonly ProductField[]>('store/product_fields', []),
    async count() {
      const row = await listedProducts().count({ total: '*' }).first<{ total: number | string } | undefined>();
      return Number(row?.total ?? 0);
    },
    records: async (after, limit) =>
      toRecords(await listedProducts().where('id', '>', after).orderBy('id').limit(limit)),
    recordsOf: async (ids) => toRecords(await rowsOf(ids)),
    async summaries(ids, variations) {
      await currency.load();
      return summariesOf(ids, variations);
    },
    async renderCards(products) {
      scope.useAsset('store-shop');
      const cards = mapSeries(products, async (product) => {
        const more = await scope.applyFilters<string>('store/card_html', '', product);
        return cardOf(product, more, scope.locale());
      });
      const productCards = await cards;
      return scope.render('shop/cards', { products: productCards });
    },
    changes: changes.after,
    lastChange: async () => changes.last(),
    formatPrice: currency.format,
    priceLabels: async (minor, taxRate) => {
      const display = await rules.display('listing');
      return createPriceLabels(display, { i18n: scope, currency }).price(minor, taxRate);
    },
    taxDisplay: async () => {
      const { tax, hidden } = await rules.display('listing');
      return hidden ? undefined : tax;
    },
    currency: currency.code,
    currencyDigits: currency.decimals,
  };
}

/**
 * Returns a summary with the additional texts of its card. Copies property by property, because V8 copies objects with
 * this many properties slowly.
 * @param more HTML of extensions
 */
function cardOf(
  product: ProductSummary,
  more: string,
  locale: string,
): ProductSummary &
  Readonly<
    Record<'more' | 'stars' | 'expected', string> & Record<'secondHand' | 'soldOut', boolean> & { reviewCount: number }
  > {
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    url: product.url,
    image: product.image,
    priceHtml: product.priceHtml,
    price: product.price,
    shownPrice: product.shownPrice,
    priceText: product.priceText,
    currency: product.currency,
    taxRate: product.taxRate,
    onSale: product.onSale,
    stock: product.stock,
    kind: product.kind,
    rating: product.rating,
    ratingCount: product.ratingCount,
    reviews: product.reviews,
    brand: product.brand,
    category: product.category,
    sku: product.sku,
    fields: product.fields,
    variationId: product.variationId,
    expectedOn: product.expectedOn,
    variations: product.variations,
    more,
    secondHand: getCondition(product.fields) === 'used',
    soldOut: product.stock === 'outofstock',
    expected: product.expectedOn ? formatDay(product.expectedOn, locale) : '',
    stars: product.reviews ? renderStars(product.rating) : '',
    reviewCount: product.reviews?.count ?? 0,
  };
}
