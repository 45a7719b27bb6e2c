import type { Database } from 'plinth';
import type { Scheduler } from '../engine/work.js';
import type { IndexRow, IndexState } from './index-state.js';
import type { ProductRow } from './tables.js';

type PackedProduct = Pick<ProductRow, 'product_id' | 'packed'>;

const INSERT_ROWS = 250;
const DELETE_ROWS = 2000;
/** Number of rows deleted at a time; small, since readers wait for the deletion. */
const SWEEP_ROWS = 250;

/** Gives access to the table of products of all generations. */
export function createIndexRows(db: Database) {
  async function count(generation: number, ids?: readonly number[]): Promise<number> {
    const rows = db()('facet_products').where({ generation });
    if (ids) void rows.whereIn('product_id', ids);
    const row = await rows.count({ products: '*' }).first<{ products: number | string }>();
    return Number(row?.products ?? 0);
  }

  return {
    count,

    /** Returns how many of these products have a row. */
    async present(generation: number, ids: readonly number[]): Promise<number> {
      let found = 0;
      for (let at = 0; at < ids.length; at += DELETE_ROWS)
        found += await count(generation, ids.slice(at, at + DELETE_ROWS));
      return found;
    },

    /** Returns products with an id above `after`, in ascending order. */
    async page(generation: number, after: number, limit: number): Promise<PackedProduct[]> {
      return db()('facet_products')
        .where({ generation })
        .where('product_id', '>', after)
        .orderBy('product_id')
        .limit(limit)
        .select('product_id', 'packed');
    },

    /** Returns those of the given products that have a row. */
    async some(generation: number, ids: readonly number[]): Promise<PackedProduct[]> {
      return db()('facet_products').where({ generation }).whereIn('product_id', ids).select('product_id', 'packed');
    },

    async put(generation: number, rows: readonly IndexRow[]): Promise<void> {
      for (let at = 0; at < rows.length; at += INSERT_ROWS) {
        const batch = rows
          .slice(at, at + INSERT_ROWS)
          .map((row) => ({ generation, product_id: row.productId, packed: row.packed, row_count: row.rows }));
        await db()('facet_products').insert(batch).onConflict(['generation', 'product_id']).merge();
      }
    },

    async remove(generation: number, ids: readonly number[]): Promise<void> {
      for (let at = 0; at < ids.length; at += DELETE_ROWS)
        await db()('facet_products')
          .where({ generation })
          .whereIn('product_id', ids.slice(at, at + DELETE_ROWS))
          .delete();
    },

    /** Returns the highest generation that has rows; 0 if there are none. */
    async lastGeneration(): Promise<number> {
      const row = await db()('facet_products').max({ generation: 'generation' }).first<{ generation: number | null }>();
      return Number(row?.generation ?? 0);
    },

    async totals(generation: number): Promise<{ products: number; rows: number }> {
      const row = await db()('facet_products')
        .where({ generation })
        .count({ products: '*' })
        .sum({ rows: 'row_count' })
        .first<{ products: number | string; rows: number | string | null }>();
      return { products: Number(row?.products ?? 0), rows: Number(row?.rows ?? 0) };
    },

    /**
     * Deletes rows of generations that are no longer read, in batches: all before the valid one, except its
     * predecessor. They never become valid again.
     */
    async sweep(valid: IndexState, scheduler: Scheduler): Promise<void> {
      for (;;) {
        if (scheduler.isDue()) await scheduler.pause();
        const outdatedRows = await db()('facet_products')
          .where('generation', '<', valid.generation)
          .whereNot({ generation: valid.previous })
          .orderBy(['generation', 'product_id'])
          .limit(SWEEP_ROWS)
          .select('generation', 'product_id');
        const [first] = outdatedRows;
        if (!first) return;
        const { generation } = first;
        const ids = outdatedRows.filter((row) => row.generation === generation).map((row) => row.product_id);
        await db()('facet_products').where({ generation }).whereIn('product_id', ids).delete();
      }
    },
  };
}
