import type { Database } from 'plinth';
import type { Scheduler } from '../engine/work.js';
import type { SourceValue } from './facet-source.js';
import type { OwnRow } from './index-state.js';
import type { OwnValueRow } from './tables.js';

/** The value of a product in a column. */
export interface OwnValue {
  readonly column: number;
  readonly productId: number;
  readonly value: SourceValue;
}

const valueOf = ({
  column_id,
  product_id,
  value,
}: Pick<OwnValueRow, 'column_id' | 'product_id' | 'value'>): OwnValue => ({
  column: column_id,
  productId: product_id,
  value: JSON.parse(value) as SourceValue,
});

const INSERT_ROWS = 250;
const MANY_IDS = 2000;
const SWEPT_ROWS = 250;

/**
 * Returns a source's value for a product as a row for any column.
 * @param value normalized by `cleanValue`
 */
export function ownRow(productId: number, value: SourceValue): Omit<OwnRow, 'column'> {
  return { productId, value: JSON.stringify(value), rows: typeof value === 'object' ? Object.keys(value).length : 1 };
}

/**
 * Creates the table of values from extensions' sources. Each source has a column, separate from the product rows, so
 * that sources can be added and removed individually.
 */
export function createOwnTable(db: Database) {
  return {
    /** Writes rows of columns. */
    async put(rows: readonly OwnRow[]): Promise<void> {
      for (let at = 0; at < rows.length; at += INSERT_ROWS) {
        const batch = rows.slice(at, at + INSERT_ROWS).map(({ column, productId, value, rows: row_count }) => ({
          column_id: column,
          product_id: productId,
          value,
          row_count,
        }));
        await db()('facet_custom_values').insert(batch).onConflict(['column_id', 'product_id']).merge();
      }
    },

    /** Deletes the rows of products in columns. */
    async remove(columns: readonly number[], productIds: readonly number[]): Promise<void> {
      for (let at = 0; columns.length > 0 && at < productIds.length; at += MANY_IDS) {
        await db()('facet_custom_values')
          .whereIn('column_id', columns)
          .whereIn('product_id', productIds.slice(at, at + MANY_IDS))
          .delete();
      }
    },

    /** Returns the values of columns for products with an id above `after`, up to `last`. */
    async values(columns: readonly number[], after: number, last: number): Promise<OwnValue[]> {
      if (columns.length === 0) return [];
      const rows = await db()('facet_custom_values')
        .whereIn('column_id', columns)
        .where('product_id', '>', after)
        .where('product_id', '<=', last)
        .select('column_id', 'product_id', 'value');
      return rows.map(valueOf);
    },

    /** Returns the values of columns for the given products. */
    async valuesOf(columns: readonly number[], productIds: readonly number[]): Promise<OwnValue[]> {
      if (columns.length === 0 || productIds.length === 0) return [];
      const rows = await db()('facet_custom_values')
        .whereIn('column_id', columns)
        .whereIn('product_id', productIds)
        .select('column_id', 'product_id', 'value');
      return rows.map(valueOf);
    },

    async count(column: number): Promise<number> {
      const row = await db()('facet_custom_values')
        .where({ column_id: column })
        .count({ products: '*' })
        .first<{ products: number | string }>();
      return Number(row?.products ?? 0);
    },

    /** Returns the number of values and numbers in columns. */
    async totals(columns: readonly number[]): Promise<number> {
      if (columns.length === 0) return 0;
      const row = await db()('facet_custom_values')
        .whereIn('column_id', columns)
        .sum({ rows: 'row_count' })
        .first<{ rows: number | string | null }>();
      return Number(row?.rows ?? 0);
    },

    /**
     * Deletes columns that are no longer valid, in batches.
     * @param upTo the newest column that may be deleted; later ones may be in progress elsewhere
     */
    async sweep(validColumnIds: readonly number[], upTo: number, scheduler: Scheduler): Promise<void> {
      for (;;) {
        if (scheduler.isDue()) await scheduler.pause();
        const old = await db()('facet_custom_values')
          .whereNotIn('column_id', validColumnIds)
          .where('column_id', '<=', upTo)
          .orderBy(['column_id', 'product_id'])
          .limit(SWEPT_ROWS)
          .select('column_id', 'product_id');
        const [first] = old;
        if (!first) return;
        const { column_id } = first;
        const ids = old.filter((row) => row.column_id === column_id).map((row) => row.product_id);
        await db()('facet_custom_values').where({ column_id }).whereIn('product_id', ids).delete();
      }
    },
  };
}
