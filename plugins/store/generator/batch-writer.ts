import { type Database, type PluginScope, toUtcString } from 'plinth';
import { normalizeLine } from '../search-tokens/ngrams.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { bestStockStatus } from '../stock/stock.js';
import type { ImageRow } from '../images/tables.js';
import { toPriceColumns } from '../prices/price-tag.js';
import type { PriceWriter } from '../prices/price-writer.js';
import type { PriceEntry } from '../prices/due-prices.js';
import type { ProductTokens } from '../search/product-tokens.js';
import type { CatalogTerms } from './catalog-terms.js';
import type { AttributeValue, ProductDraft, VariationDraft } from './product-draft.js';
import { entryAt } from './random.js';

export interface BatchWriterDeps {
  readonly scope: Pick<PluginScope, 'db' | 'hasAction'>;
  readonly prices: Pick<PriceWriter, 'announceNew'>;
  readonly tokens: Pick<ProductTokens, 'update'>;
  readonly terms: CatalogTerms;
  /** Time at which the generator started. */
  readonly now: Date;
}

/** SQLite combines the rows of one statement by at most 499 unions. */
const ROWS = 400;

/** Creates the writer of drafts; each call is one transaction. */
export function createBatchWriter({
  scope,
  prices,
  tokens,
  terms,
  now,
}: BatchWriterDeps): (drafts: readonly ProductDraft[]) => Promise<void> {
  const { db } = scope;
  const time = toUtcString(now.getTime());

  return (drafts) =>
    db.transaction(async () => {
      await insert(
        db,
        'store_products',
        drafts.map((draft) => productRow(draft, time, now)),
      );
      const ids = await idsBySku(
        db,
        'store_products',
        drafts.map((draft) => draft.sku),
      );
      const owned = drafts.flatMap((draft) =>
        draft.variations.map((variation, position) => ({ variation, position, productId: ids.get(draft.sku) ?? 0 })),
      );
      await insert(
        db,
        'store_variations',
        owned.map(({ variation, position, productId }) => variationRow(variation, position, productId, time)),
      );
      const variationIds = await idsBySku(
        db,
        'store_variations',
        owned.map(({ variation }) => variation.sku),
      );
      await insert(
        db,
        'store_product_terms',
        drafts.flatMap((draft) =>
          termsOf(draft, terms).map((term_id, position) => ({
            product_id: ids.get(draft.sku) ?? 0,
            term_id,
            position,
          })),
        ),
      );
      await insert(
        db,
        'store_variation_terms',
        owned.map(({ variation }) => ({
          variation_id: variationIds.get(variation.sku) ?? 0,
          term_id: valueId(terms, variation.value),
        })),
      );
      await insert(
        db,
        'store_images',
        drafts.map((draft) => imageRow(draft, ids.get(draft.sku) ?? 0)),
      );
      await tokens.update([...ids.values()]);
      // Fires `store/price_changed` per product only if it has callbacks, such as a price history; otherwise 100,000
      // calls are saved.
      if (scope.hasAction('store/price_changed') !== false)
        await prices.announceNew(priceEntries(drafts, ids, variationIds), 'generate');
    });
}

async function insert(db: Database, table: string, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) await db()(table).insert(rows.slice(from, from + ROWS));
}

async function idsBySku(db: Database, table: string, skus: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let from = 0; from < skus.length; from += ROWS) {
    const rows = await db()(table)
      .whereIn('sku', skus.slice(from, from + ROWS))
      .select<{ id: number; sku: string }[]>('id', 'sku');
    for (const { id, sku } of rows) ids.set(sku, id);
  }
  return ids;
}

function productRow(draft: ProductDraft, time: string, now: Date): Omit<ProductRow, 'id'> {
  const { variations } = draft;
  const variable = variations.length > 0;
  const own = toPriceColumns(variable ? null : draft.price, time);
  const variationPrices = variations.map((variation) => toPriceColumns(variation.price, time));
  const range = variationPrices.map((columns) => columns.price ?? 0);
  const published = toUtcString(now.getTime() - draft.age * 1000);
  return {
    slug: slugOf(draft.name),
    name: draft.name,
    status: 'publish',
    visibility: 'visible',
    type: variable ? 'variable' : 'simple',
    kind: 'physical',
    sku: draft.sku,
    gtin: draft.gtin,
    search: normalizeLine(
      [draft, ...variations].reduce((tokens, { sku, gtin }) => `${tokens} ${sku} ${gtin}`, draft.name),
    ),
    short_description: draft.shortDescription,
    description: `<p>${draft.description}</p>`,
    ...own,
    ...(variable
      ? { price: Math.min(...range), on_sale: variationPrices.some((columns) => columns.on_sale === 1) ? 1 : 0 }
      : {}),
    max_price: variable ? Math.max(...range) : own.price,
    stock_quantity: variable ? null : draft.stockQuantity,
    stock: variable ? bestStockStatus(variations.map((variation) => variation.stock)) : draft.stock,
    backorders: !variable && draft.stock === 'onbackorder' ? 1 : 0,
    expected_on: '',
    tax_rate: draft.root.taxRate * 100,
    weight: draft.weight,
    unit: draft.unitContent > 0 ? draft.root.unit : '',
    unit_content: draft.unitContent,
    rating: draft.rating,
    review_rating: 0,
    rating_count: draft.ratingCount,
    review_count: 0,
    verified_count: 0,
    sales: draft.sales,
    position: 0,
    featured: 0,
    fields: '{}',
    published_at: published,
    created_at: published,
    updated_at: time,
  };
}

function variationRow(
  variation: VariationDraft,
  position: number,
  product_id: number,
  time: string,
): Omit<VariationRow, 'id'> {
  const { sku, gtin, stock, stockQuantity } = variation;
  return {
    product_id,
    sku,
    gtin,
    ...toPriceColumns(variation.price, time),
    stock_quantity: stockQuantity,
    stock,
    backorders: stock === 'onbackorder' ? 1 : 0,
    expected_on: '',
    weight: 0,
    unit_content: 0,
    image_id: 0,
    position,
  };
}

function imageRow({ name, image }: ProductDraft, product_id: number): Omit<ImageRow, 'id'> {
  return {
    product_id,
    source: `asset:demo/${image}.svg`,
    alt: name,
    width: 800,
    height: 800,
    position: 0,
    attachment_id: 0,
    srcset: null,
  };
}

function valueId(terms: CatalogTerms, [attribute, value]: AttributeValue): number {
  return entryAt(entryAt(terms.values, attribute), value);
}

function termsOf({ leaves, brand, values }: ProductDraft, terms: CatalogTerms): number[] {
  return [
    ...new Set([
      ...leaves.map((leaf) => entryAt(terms.leaves, leaf)),
      entryAt(terms.brands, brand),
      ...values.map((value) => valueId(terms, value)),
    ]),
  ];
}

/** Names end in a unique number, so slugs are unique. */
function slugOf(name: string): string {
  return normalizeLine(name).replace(/[^a-z0-9]+/g, '-');
}

function priceEntries(
  drafts: readonly ProductDraft[],
  ids: ReadonlyMap<string, number>,
  variationIds: ReadonlyMap<string, number>,
): PriceEntry[] {
  return drafts.flatMap((draft): PriceEntry[] => {
    const productId = ids.get(draft.sku) ?? 0;
    if (draft.variations.length === 0) return [{ productId, variationId: 0, tag: draft.price }];
    return draft.variations.map((variation) => ({
      productId,
      variationId: variationIds.get(variation.sku) ?? 0,
      tag: variation.price,
    }));
  });
}
