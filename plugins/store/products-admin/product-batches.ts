import type { PluginScope } from 'plinth';
import { fieldsOf, type StoredProduct } from '../catalogue/product-reader.js';
import type { ProductRow, VariationRow } from '../catalogue/product-row.js';
import type { ImageRow, ImageStore } from '../images/image-store.js';
import { tagOf } from '../prices/price-tag.js';

interface TermRow {
  readonly product_id: number;
  readonly term_id: number;
  readonly position: number;
}

interface VariationTermRow {
  readonly product_id: number;
  readonly variation_id: number;
  readonly term_id: number;
}

interface Belongings {
  readonly variations: readonly VariationRow[];
  readonly gallery: readonly ImageRow[];
  readonly terms: readonly TermRow[];
  readonly own: readonly VariationTermRow[];
}

/** All products in the order of their ids, so many at a time: five queries for each batch, however many products it has. */
export async function* productBatches({ db, images }: { db: PluginScope['db']; images: Pick<ImageStore, 'of'> }, size: number): AsyncGenerator<StoredProduct[]> {
  for (let last = 0; ; ) {
    const rows: ProductRow[] = await db()<ProductRow>('store_products').where('id', '>', last).orderBy('id').limit(size);
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
    const ids = rows.map((row) => row.id);
    const variations = byProduct(await db()<VariationRow>('store_variations').whereIn('product_id', ids).orderBy(['position', 'id']));
    const galleries = await images.of(ids);
    const terms = byProduct(await db()<TermRow>('store_product_terms').whereIn('product_id', ids).orderBy(['position', 'term_id']));
    const chosen = (await db()('store_variation_terms as chosen')
      .join('store_variations as variation', 'variation.id', 'chosen.variation_id')
      .whereIn('variation.product_id', ids)
      .orderBy('chosen.term_id')
      .select('variation.product_id', 'chosen.variation_id', 'chosen.term_id')) as VariationTermRow[];
    const own = byProduct(chosen);
    yield rows.map((row) => stored(row, { variations: variations.get(row.id) ?? [], gallery: galleries.get(row.id) ?? [], terms: terms.get(row.id) ?? [], own: own.get(row.id) ?? [] }));
    if (rows.length < size) return;
  }
}

function stored(row: ProductRow, { variations, gallery, terms, own }: Belongings): StoredProduct {
  const varying = new Set(own.map((term) => term.term_id));
  return {
    id: row.id, name: row.name, slug: row.slug, status: row.status, visibility: row.visibility, kind: row.kind, sku: row.sku ?? '', gtin: row.gtin,
    shortDescription: row.short_description, description: row.description, price: tagOf(row), stockQuantity: row.stock_quantity, stock: row.stock, backorders: row.backorders === 1,
    taxRate: row.tax_rate / 100, weight: row.weight, unit: row.unit, unitContent: row.unit_content / 1000, position: row.position, featured: row.featured === 1,
    termIds: terms.map((term) => term.term_id).filter((term) => !varying.has(term)),
    images: gallery.map(({ source, alt, width, height }) => ({ source, alt, width, height })),
    variations: variations.map((one) => ({
      id: one.id, sku: one.sku ?? '', gtin: one.gtin, price: tagOf(one), stockQuantity: one.stock_quantity, stock: one.stock, backorders: one.backorders === 1, weight: one.weight, unitContent: one.unit_content / 1000,
      termIds: own.filter((term) => term.variation_id === one.id).map((term) => term.term_id), imageIndex: gallery.findIndex((image) => image.id === one.image_id),
    })),
    fields: fieldsOf(row.fields), updatedAt: row.updated_at, publishedAt: row.published_at,
  };
}

function byProduct<T extends { readonly product_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const list = found.get(row.product_id);
    if (list) list.push(row);
    else found.set(row.product_id, [row]);
  }
  return found;
}
