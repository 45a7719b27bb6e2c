import type { PluginScope } from 'plinth';
import type { ChangeLog } from '../change-log/change-log.js';
import type { ProductInput } from '../products/product-input.js';
import { PRODUCT_LIMITS } from '../products/product-limits.js';
import { createStock } from '../stock/stock.js';
import { laterTimestamp } from './product-columns.js';
import type { LinkedProductRow } from './tables.js';

/** Position of a linked product: on the product page, or next to the cart. */
type LinkKind = LinkedProductRow['kind'];

/** Up-sells and cross-sells of a product, each list in the owner's order. */
export type LinkedProductIds = Required<Pick<ProductInput, 'upsellIds' | 'crossSellIds'>>;

export const NO_LINKED_PRODUCTS: LinkedProductIds = { upsellIds: [], crossSellIds: [] };

/** Storage of up-sells and cross-sells. */
export interface LinkedProducts {
  /** Returns the lists of several products with one query; products without any are absent. */
  listByProducts(ids: readonly number[]): Promise<ReadonlyMap<number, LinkedProductIds>>;
  /**
   * Writes the lists given, inside the caller's transaction. Skips missing products, duplicates and the product itself.
   * @returns whether anything changed
   */
  save(productId: number, lists: Partial<LinkedProductIds>): Promise<boolean>;
  /**
   * Deletes the lists of products and removes the products from the lists of others, inside the caller's transaction.
   */
  deleteByProducts(ids: readonly number[]): Promise<void>;
}

export function createLinkedProducts({ db }: Pick<PluginScope, 'db'>): LinkedProducts {
  const links = () => db()('store_linked_products');

  async function existingIds(ids: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set(
      ids.length === 0
        ? []
        : await db()('store_products')
            .whereIn('id', [...ids])
            .pluck('id'),
    );
  }

  async function of(ids: readonly number[]): Promise<Map<number, LinkedProductIds>> {
    const rows =
      ids.length === 0
        ? []
        : await links()
            .whereIn('product_id', [...ids])
            .orderBy(['product_id', 'kind', 'position']);
    const listOf = (id: number, kind: LinkKind): number[] =>
      rows.filter((row) => row.product_id === id && row.kind === kind).map((row) => row.linked_id);
    return new Map(
      [...new Set(rows.map((row) => row.product_id))].map((id) => [
        id,
        { upsellIds: listOf(id, 'upsell'), crossSellIds: listOf(id, 'crosssell') },
      ]),
    );
  }

  async function write(
    productId: number,
    kind: LinkKind,
    before: readonly number[],
    linkedIds: readonly number[],
  ): Promise<boolean> {
    const existingProducts = await existingIds(linkedIds);
    const newIds = [...new Set(linkedIds)]
      .filter((id) => id !== productId && existingProducts.has(id))
      .slice(0, PRODUCT_LIMITS.linked);
    if (newIds.join() === before.join()) return false;
    if (before.length > 0) await links().where({ product_id: productId, kind }).delete();
    if (newIds.length > 0)
      await links().insert(newIds.map((linked_id, position) => ({ product_id: productId, linked_id, kind, position })));
    return true;
  }

  return {
    listByProducts: of,
    async save(productId, { upsellIds, crossSellIds }) {
      if (upsellIds === undefined && crossSellIds === undefined) return false;
      const before = (await of([productId])).get(productId) ?? NO_LINKED_PRODUCTS;
      const changed = upsellIds !== undefined && (await write(productId, 'upsell', before.upsellIds, upsellIds));
      return (
        (crossSellIds !== undefined && (await write(productId, 'crosssell', before.crossSellIds, crossSellIds))) ||
        changed
      );
    },
    async deleteByProducts(ids) {
      await links()
        .whereIn('product_id', [...ids])
        .delete();
      await links()
        .whereIn('linked_id', [...ids])
        .delete();
    },
  };
}

/**
 * Links several products in one transaction and changes nothing else of them; deleted products are skipped.
 * @returns ids of the changed products
 */
export type LinkWriter = (lists: ReadonlyMap<number, Partial<LinkedProductIds>>) => Promise<readonly number[]>;

export function createLinkWriter({
  db,
  changes,
}: Pick<PluginScope, 'db'> & { readonly changes: Pick<ChangeLog, 'append'> }): LinkWriter {
  const linked = createLinkedProducts({ db });
  const stock = createStock({ db });
  return (lists) =>
    db.transaction(async () => {
      const ids = [...lists.keys()];
      await stock.lock(ids);
      const changed: number[] = [];
      for (const row of await db()('store_products').whereIn('id', ids).select('id', 'updated_at')) {
        if (!(await linked.save(row.id, lists.get(row.id) ?? {}))) continue;
        await db()('store_products')
          .where({ id: row.id })
          .update({ updated_at: laterTimestamp(row.updated_at) });
        changed.push(row.id);
      }
      if (changed.length > 0) await changes.append(changed);
      return changed;
    });
}
