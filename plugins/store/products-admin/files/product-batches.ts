import type { PluginScope } from 'plinth';
import type { ProductRow } from '../../products/tables.js';
import { createLinkedProducts, NOTHING_LINKED } from '../../catalogue/linked-products.js';
import { type StoredProduct, storedProduct } from '../../catalogue/stored-product.js';
import type { ImageStore } from '../../images/image-store.js';

interface VariationTermRow {
  readonly product_id: number;
  readonly variation_id: number;
  readonly term_id: number;
}

/**
 * Yields all products that are not in the trash in batches, ordered by ID: six queries per batch, regardless of its
 * size.
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
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
    const ids = rows.map((row) => row.id);
    const variations = byProduct(await db()('store_variations').whereIn('product_id', ids).orderBy(['position', 'id']));
    const galleries = await images.listByProducts(ids);
    const terms = byProduct(
      await db()('store_product_terms').whereIn('product_id', ids).orderBy(['position', 'term_id']),
    );
    const variationTerms = await db()('store_variation_terms as chosen')
      .join('store_variations as variation', 'variation.id', 'chosen.variation_id')
      .whereIn('variation.product_id', ids)
      .orderBy('chosen.term_id')
      .select<VariationTermRow[]>('variation.product_id', 'chosen.variation_id', 'chosen.term_id');
    const own = byProduct(variationTerms);
    const linked = await createLinkedProducts({ db }).listByProducts(ids);
    yield rows.map((row) =>
      storedProduct(row, {
        variations: variations.get(row.id) ?? [],
        gallery: galleries.get(row.id) ?? [],
        terms: terms.get(row.id) ?? [],
        variationTerms: own.get(row.id) ?? [],
        linkedProducts: linked.get(row.id) ?? NOTHING_LINKED,
      }),
    );
    if (rows.length < size) return;
  }
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
