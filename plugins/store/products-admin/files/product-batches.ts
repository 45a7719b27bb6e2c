import type { PluginScope } from 'plinth';
import type { ProductRow } from '../../products/tables.js';
import { createLinkedProducts, NO_LINKED_PRODUCTS } from '../../catalog/linked-products.js';
import { type StoredProduct, toStoredProduct } from '../../catalog/stored-product.js';
import type { ImageStore } from '../../images/image-store.js';

interface VariationTermRow {
  readonly product_id: number;
  readonly variation_id: number;
  readonly term_id: number;
}

/**
 * Yields all products that are not in the trash, in batches ordered by ID. The number of queries per batch does not
 * depend on its size.
 */
export async function* productBatches(
  { db, images }: { db: PluginScope['db']; images: Pick<ImageStore, 'listByProducts'> },
  size: number,
): AsyncGenerator<StoredProduct[]> {
  for (let last = 0; ;) {
    const rows: ProductRow[] = await db()('store_products')
      .whereNot({ status: 'trash' })
      .where('id', '>', last)
      .orderBy('id')
      .limit(size);
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    last = lastRow.id;
    const ids = rows.map((row) => row.id);
    const variations = groupByProduct(
      await db()('store_variations').whereIn('product_id', ids).orderBy(['position', 'id']),
    );
    const galleries = await images.listByProducts(ids);
    const terms = groupByProduct(
      await db()('store_product_terms').whereIn('product_id', ids).orderBy(['position', 'term_id']),
    );
    const variationTerms = await db()('store_variation_terms as chosen')
      .join('store_variations as variation', 'variation.id', 'chosen.variation_id')
      .whereIn('variation.product_id', ids)
      .orderBy('chosen.term_id')
      .select<VariationTermRow[]>('variation.product_id', 'chosen.variation_id', 'chosen.term_id');
    const variationTermsByProduct = groupByProduct(variationTerms);
    const linked = await createLinkedProducts({ db }).listByProducts(ids);
    yield rows.map((row) =>
      toStoredProduct(row, {
        variations: variations.get(row.id) ?? [],
        gallery: galleries.get(row.id) ?? [],
        terms: terms.get(row.id) ?? [],
        variationTerms: variationTermsByProduct.get(row.id) ?? [],
        linkedProducts: linked.get(row.id) ?? NO_LINKED_PRODUCTS,
      }),
    );
    if (rows.length < size) return;
  }
}

function groupByProduct<T extends { readonly product_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const list = found.get(row.product_id);
    if (list) list.push(row);
    else found.set(row.product_id, [row]);
  }
  return found;
}
