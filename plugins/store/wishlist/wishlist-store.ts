import type { PluginScope } from 'plinth';
import type { WishlistItem } from '../contract/index.js';
import { MAX_WISHLIST_ITEMS } from './wishlist-item.js';

/** Wishlists of users with an account. */
export interface WishlistStore {
  /** Returns the items of a user, newest first. */
  listByUser(userId: number): Promise<readonly WishlistItem[]>;
  /**
   * Adds items up to the limit. Existing items are unchanged.
   * @returns the added items
   */
  add(userId: number, items: readonly WishlistItem[]): Promise<readonly WishlistItem[]>;
  remove(userId: number, items: readonly Pick<WishlistItem, 'productId' | 'variationId'>[]): Promise<number>;
  /**
   * Deletes a user's whole wishlist.
   * @returns number of deleted items
   */
  clear(userId: number): Promise<number>;
}

export function createWishlistStore({ db }: Pick<PluginScope, 'db'>): WishlistStore {
  const rows = () => db()('store_wishlist_items');

  async function readItems(userId: number): Promise<readonly WishlistItem[]> {
    const found = await rows()
      .where({ user_id: userId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(MAX_WISHLIST_ITEMS);
    return found.map(({ product_id, variation_id, created_at }) => ({
      productId: product_id,
      variationId: variation_id,
      at: created_at,
    }));
  }

  return {
    listByUser: readItems,
    add: (userId, items) =>
      db.transaction(async () => {
        // Locks the user row, so that concurrent requests cannot exceed the limit. SQLite needs no lock, because it
        // allows only one writer.
        if (db.engine === 'mysql') await db()('users').where({ id: userId }).forUpdate().select('id');
        const known = await readItems(userId);
        const isStored = (item: WishlistItem): boolean =>
          known.some((entry) => entry.productId === item.productId && entry.variationId === item.variationId);
        const newItems = items.filter((item) => !isStored(item)).slice(0, MAX_WISHLIST_ITEMS - known.length);
        // Oldest first, because items added within the same second are ordered by ID.
        for (const { productId, variationId, at } of [...newItems].reverse()) {
          await rows()
            .insert({ user_id: userId, product_id: productId, variation_id: variationId, created_at: at })
            .onConflict(['user_id', 'product_id', 'variation_id'])
            .ignore();
        }
        return newItems;
      }),
    remove: (userId, items) =>
      db.transaction(async () => {
        let removed = 0;
        for (const { productId, variationId } of items)
          removed += await rows().where({ user_id: userId, product_id: productId, variation_id: variationId }).delete();
        return removed;
      }),
    clear: async (userId) => (userId > 0 ? rows().where({ user_id: userId }).delete() : 0),
  };
}
