import type { PluginScope } from 'plinth';
import type { WishlistItem } from '../contract/index.js';
import { MAX_WISHES } from './wishlist-item.js';

/** The wishes of people with an account. */
export interface WishlistStore {
  /** The newest first. */
  of(userId: number): Promise<readonly WishlistItem[]>;
  /** Adds wishes as far as there is room; those that are there already stay as they are. @returns those that are new */
  add(userId: number, items: readonly WishlistItem[]): Promise<readonly WishlistItem[]>;
  remove(userId: number, items: readonly Pick<WishlistItem, 'productId' | 'variationId'>[]): Promise<number>;
  /** Forgets somebody's whole list. @returns how many wishes it held */
  forget(userId: number): Promise<number>;
}

export function createWishlistStore({ db }: Pick<PluginScope, 'db'>): WishlistStore {
  const rows = () => db()('store_wishlist_items');

  async function of(userId: number): Promise<readonly WishlistItem[]> {
    const found = await rows()
      .where({ user_id: userId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(MAX_WISHES);
    return found.map(({ product_id, variation_id, created_at }) => ({
      productId: product_id,
      variationId: variation_id,
      at: created_at,
    }));
  }

  return {
    of,
    add: (userId, items) =>
      db.transaction(async () => {
        // Of many that are added at once each counts the others: they wait for each other at their account, and only then look. SQLite lets one write at a time.
        if (db.engine === 'mysql') await db()('users').where({ id: userId }).forUpdate().select('id');
        const known = await of(userId);
        const isKnown = (item: WishlistItem): boolean =>
          known.some((one) => one.productId === item.productId && one.variationId === item.variationId);
        const added = items.filter((item) => !isKnown(item)).slice(0, MAX_WISHES - known.length);
        // The oldest first, since what was added in one second is put in order by its number.
        for (const { productId, variationId, at } of [...added].reverse()) {
          await rows()
            .insert({ user_id: userId, product_id: productId, variation_id: variationId, created_at: at })
            .onConflict(['user_id', 'product_id', 'variation_id'])
            .ignore();
        }
        return added;
      }),
    remove: (userId, items) =>
      db.transaction(async () => {
        let removed = 0;
        for (const { productId, variationId } of items)
          removed += await rows().where({ user_id: userId, product_id: productId, variation_id: variationId }).delete();
        return removed;
      }),
    forget: async (userId) => (userId > 0 ? rows().where({ user_id: userId }).delete() : 0),
  };
}
