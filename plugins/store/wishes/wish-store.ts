import type { PluginScope } from 'plinth';
import type { Wish } from '../contract/index.js';
import { MOST_WISHES } from './wish.js';

/** The wishes of people with an account. */
export interface WishStore {
  /** The newest first. */
  of(userId: number): Promise<readonly Wish[]>;
  /** Adds wishes as far as there is room; those that are there already stay as they are. @returns those that are new */
  add(userId: number, wishes: readonly Wish[]): Promise<readonly Wish[]>;
  remove(userId: number, wishes: readonly Pick<Wish, 'productId' | 'variationId'>[]): Promise<number>;
  /** Forgets somebody's whole list. @returns how many wishes it held */
  forget(userId: number): Promise<number>;
}

export function createWishStore({ db }: Pick<PluginScope, 'db'>): WishStore {
  const rows = () => db()('store_wishes');

  async function of(userId: number): Promise<readonly Wish[]> {
    const found = await rows()
      .where({ user_id: userId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(MOST_WISHES);
    return found.map(({ product_id, variation_id, created_at }) => ({
      productId: product_id,
      variationId: variation_id,
      at: created_at,
    }));
  }

  return {
    of,
    add: (userId, wishes) =>
      db.transaction(async () => {
        // Of many that are added at once each counts the others: they wait for each other at their account, and only then look. SQLite lets one write at a time.
        if (db.engine === 'mysql') await db()('users').where({ id: userId }).forUpdate().select('id');
        const known = await of(userId);
        const isKnown = (wish: Wish): boolean =>
          known.some((one) => one.productId === wish.productId && one.variationId === wish.variationId);
        const added = wishes.filter((wish) => !isKnown(wish)).slice(0, MOST_WISHES - known.length);
        // The oldest first, since what was added in one second is put in order by its number.
        for (const { productId, variationId, at } of [...added].reverse()) {
          await rows()
            .insert({ user_id: userId, product_id: productId, variation_id: variationId, created_at: at })
            .onConflict(['user_id', 'product_id', 'variation_id'])
            .ignore();
        }
        return added;
      }),
    remove: (userId, wishes) =>
      db.transaction(async () => {
        let removed = 0;
        for (const { productId, variationId } of wishes)
          removed += await rows().where({ user_id: userId, product_id: productId, variation_id: variationId }).delete();
        return removed;
      }),
    forget: async (userId) => (userId > 0 ? rows().where({ user_id: userId }).delete() : 0),
  };
}
