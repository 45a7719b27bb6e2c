import type { Database } from 'plinth';
import type { Scheduler } from '../engine/work.js';
import type { SourceValue } from './facet-source.js';
import type { CustomRow } from './index-state.js';
import type { OwnValueRow } from './tables.js';

/** The value of a product in a column. */
export interface CustomValue {
  readonly column: number;
  readonly productId: number;
  readonly value: SourceValue;
}

const valueOf = ({
  column_id,
  product_id,
  value,
}: Pick<OwnValueRow, 'column_id' | 'product_id' | 'value'>): CustomValue => ({
  column: column_id,
  productId: product_id,
  value: JSON.parse(value) as SourceValue,
});

const INSERT_ROWS = 250;
const MAX_IDS = 2000;
const DELETE_ROWS = 250;

/**
 * Returns a source's value for a product as a row for any column.
 * @param value normalized by `cleanValue`
 */
export function customRowOf(productId: number, value: SourceValue): Omit<CustomRow, 'column'> {
  return { productId, value: JSON.stringify(value), rows: typeof value === 'object' ? Object.keys(value).length : 1 };
}

/**
 * Gives access to the table of values from custom sources. Each source has a column, apart from the product rows, so
 * that sources can be added and removed individually.
 */
export function createCustomValuesTable(db: Database) {
  return {
    /** Writes rows of columns. */
    async put(rows: readonly CustomRow[]): Promise<void> {
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
      for (let at = 0; columns.length > 0 && at < productIds.length; at += MAX_IDS) {
        await db()('facet_custom_values')
          .whereIn('column_id', columns)
          .whereIn('product_id', productIds.slice(at, at + MAX_IDS))
          .delete();
      }
    },

    /** Returns the values of columns for products with an id above `after`, up to `last`. */
    async values(columns: readonly number[], after: number, last: number): Promise<CustomValue[]> {
      if (columns.length === 0) return [];
      const rows = await db()('facet_custom_values')
        .whereIn('column_id', columns)
        .where('product_id', '>', after)
        .where('product_id', '<=', last)
        .select('column_id', 'product_id', 'value');
      return rows.map(valueOf);
    },

    /** Returns the values of columns for the given products. */
    async valuesOf(columns: readonly number[], productIds: readonly number[]): Promise<CustomValue[]> {
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
        const outdatedRows = await db()('facet_custom_values')
          .whereNotIn('column_id', validColumnIds)
          .where('column_id', '<=', upTo)
          .orderBy(['column_id', 'product_id'])
          .limit(DELETE_ROWS)
          .select('column_id', 'product_id');
        const [first] = outdatedRows;
        if (!first) return;
        const { column_id } = first;
        const ids = outdatedRows.filter((row) => row.column_id === column_id).map((row) => row.product_id);
        await db()('facet_custom_values').where({ column_id }).whereIn('product_id', ids).delete();
      }
    },
  };
}
