import { type PluginCache, type PluginScope, toUtcString } from 'plinth';
import type { CatalogChange } from '../contract/index.js';

/** Maximum number of products listed individually; a larger change is logged as a change of everything. */
export const MAX_LISTED = 1000;
const RETENTION_DAYS = 30;

/** Log of product changes, for caches and data derived from products. */
export interface ChangeLog {
  /** Logs changes inside the transaction of the write. 0 stands for everything. */
  append(productIds: readonly number[]): Promise<void>;
  after(sequence: number, limit: number): Promise<readonly CatalogChange[]>;
  last(): Promise<number>;
  /** Deletes entries older than 30 days. */
  prune(): Promise<void>;
}

export function createChangeLog({
  db,
  doAction,
  cache,
}: Pick<PluginScope, 'db' | 'doAction'> & { readonly cache: Pick<PluginCache, 'get'> }): ChangeLog {
  async function last(): Promise<number> {
    const row = await db()('store_change_sequence').where({ id: 1 }).first();
    return Number(row?.last ?? 0);
  }

  return {
    last: () => cache.get('store:last-change', last),
    async append(productIds) {
      const ids = [...new Set(productIds)];
      if (ids.length === 0) return;
      const loggedIds = ids.length > MAX_LISTED || ids.includes(0) ? [0] : ids;
      await db.transaction(async () => {
        await db()('store_change_sequence').where({ id: 1 }).increment('last', loggedIds.length);
        const first = (await last()) - loggedIds.length + 1;
        const time = toUtcString();
        await db().batchInsert(
          'store_changes',
          loggedIds.map((product_id, index) => ({ sequence: first + index, product_id, at: time })),
          200,
        );
        await db.afterCommit(async () => doAction('store/products_changed', loggedIds));
      });
    },
    async after(sequence, limit) {
      const rows = await db()('store_changes')
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit)
        .select('sequence', 'product_id');
      const changes = rows.map((row) => ({ sequence: Number(row.sequence), productId: row.product_id }));
      // A reader that last read before the retention period has missed changes and must read everything again.
      const first = changes[0];
      return first && first.sequence > sequence + 1
        ? [{ sequence: first.sequence, productId: 0 }, ...changes.slice(1)]
        : changes;
    },
    async prune() {
      const minTime = toUtcString(Date.now() - RETENTION_DAYS * 86_400_000);
      const newest = await last();
      await db()('store_changes').where('at', '<', minTime).where('sequence', '<', newest).delete();
    },
  };
}
