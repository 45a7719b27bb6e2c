import { type Database, PlinthError, toUtcString } from 'plinth';
import type { Scheduler } from '../engine/work.js';
import { createAnnouncedChanges } from './announced-changes.js';
import { type Builder, createBuildTable, type UnfinishedBuild } from './build-table.js';
import { createIndexRows } from './index-rows.js';
import type { IndexPosition, IndexRow, IndexState, CustomColumn, CustomRow } from './index-state.js';
import { createCustomValuesTable } from './custom-values-table.js';
import { PACK_FORMAT } from './packed-product.js';
import type { StateRow } from './tables.js';

export type IndexTable = ReturnType<typeof createIndexTable>;

/** The rows to write for changed products. */
export interface ChangedRows {
  readonly upserts: readonly IndexRow[];
  readonly removals: readonly number[];
  /** Values by source with version, including sources that were queried and returned none. */
  readonly customRows: ReadonlyMap<string, readonly Omit<CustomRow, 'column'>[]>;
}

/** Gives access to the index tables. Their rows survive a restart and are shared by all nodes. */
export function createIndexTable(db: Database) {
  const own = createCustomValuesTable(db);
  const builds = createBuildTable(db);
  const rows = createIndexRows(db);
  const changes = createAnnouncedChanges(db);

  async function state(): Promise<IndexState | undefined> {
    const row = await db()('facet_state').where({ id: 1 }).first();
    return row && toState(row);
  }

  /** Returns the query for the row of a state, which finds nothing if the row has been written since. */
  const whereUnchanged = (knownState: IndexState) =>
    db()('facet_state').where({
      id: 1,
      generation: knownState.generation,
      sources: JSON.stringify(knownState.columns),
    });

  return {
    /** Values from extensions' sources. */
    own,
    /** The current builder and its progress. */
    builds,
    state,
    count: rows.count,
    /** Returns products of a generation with an id above `after`, in ascending order. */
    rows: rows.page,
    /** Returns those of the given products that exist in a generation. */
    rowsOf: rows.some,
    ...changes,
    advance: createAdvance(db, { rows, customValues: own, state }),

    /** Returns a generation number that no rows have or ever had. */
    async freeGeneration(): Promise<number> {
      return builds.newGeneration(Math.max(await rows.lastGeneration(), (await state())?.generation ?? 0));
    },

    /**
     * Adds rows to a generation that is not read yet, and stores the progress of the build.
     * @throws PlinthError `facet_index_locked`
     */
    add: (
      builder: Builder,
      build: UnfinishedBuild,
      products: readonly IndexRow[],
      ownRows: readonly CustomRow[],
    ): Promise<void> =>
      db.transaction(async () => {
        await builds.step(builder, build);
        await rows.put(build.generation, products);
        await own.put(ownRows);
      }),

    /**
     * Makes a complete generation the valid one.
     * @param columns columns of sources that were queried for all of its products
     * @throws PlinthError `facet_index_incomplete` if its number of rows differs from the number written;
     * `facet_index_locked`
     */
    async publish(
      builder: Builder,
      { generation, position, products, netPrices }: UnfinishedBuild,
      columns: readonly CustomColumn[],
    ): Promise<void> {
      await db.transaction(async () => {
        await builds.end(builder);
        const rowCount = await rows.count(generation);
        if (rowCount !== products)
          throw new PlinthError(
            'facet_index_incomplete',
            `The new index has ${rowCount} rows instead of ${products}.`,
            {
              hint: 'Rebuild it: `npx plinth facet reindex`.',
            },
          );
        const previous = (await state())?.generation ?? generation;
        const row = {
          id: 1,
          generation,
          previous,
          sequence: position.sequence,
          format: PACK_FORMAT,
          products,
          built_at: toUtcString(),
          sources: JSON.stringify(columns),
          own_sequence: position.ownSequence,
          net_prices: netPrices ? 1 : 0,
        };
        await db()('facet_state').insert(row).onConflict(['id']).merge();
      });
    },

    /**
     * Makes columns valid in addition to the existing ones, replacing older versions of their sources.
     * @param knownState the state that they belong to
     * @param position the position of the columns in the changes; the rows must not be further
     * @returns whether the state was unchanged; otherwise nothing is written
     * @throws PlinthError `facet_index_locked`
     */
    publishColumns: (
      builder: Builder,
      knownState: IndexState,
      position: IndexPosition,
      columns: readonly CustomColumn[],
    ): Promise<boolean> =>
      db.transaction(async () => {
        await builds.hold(builder);
        return (
          (await whereUnchanged(knownState)
            .where('sequence', '<=', position.sequence)
            .where('own_sequence', '<=', position.ownSequence)
            .update({ sources: JSON.stringify(columns) })) > 0
        );
      }),

    /** Drops columns of sources that are no longer registered; if they return, they are queried again. */
    async dropColumns(knownState: IndexState, remainingColumns: readonly CustomColumn[]): Promise<void> {
      await whereUnchanged(knownState).update({ sources: JSON.stringify(remainingColumns) });
    },

    /** Deletes rows that are no longer read, in batches. */
    async sweep(scheduler: Scheduler): Promise<void> {
      const valid = await state();
      if (valid) await rows.sweep(valid, scheduler);
    },

    async totals(): Promise<{ products: number; rows: number }> {
      const valid = await state();
      if (!valid) return { products: 0, rows: 0 };
      const productTotals = await rows.totals(valid.generation);
      const customRowTotal = await own.totals(valid.columns.map(({ column }) => column));
      return { products: productTotals.products, rows: productTotals.rows + customRowTotal };
    },
  };
}

const toState = (row: StateRow): IndexState => ({
  generation: row.generation,
  previous: row.previous,
  sequence: Number(row.sequence),
  ownSequence: row.own_sequence,
  format: row.format,
  products: row.products,
  builtAt: row.built_at,
  columns: JSON.parse(row.sources ?? '[]') as CustomColumn[],
  announced: row.announced,
  netPrices: row.net_prices === 1,
});

interface AdvanceParts {
  readonly rows: ReturnType<typeof createIndexRows>;
  readonly customValues: ReturnType<typeof createCustomValuesTable>;
  state(): Promise<IndexState | undefined>;
}

/**
 * Writes changed products, unless another node did so before; the row of the state serves as a lock.
 * Columns whose source was not queried are not changed.
 */
function createAdvance(db: Database, { rows, customValues, state }: AdvanceParts) {
  /** Writes the values of the sources that were queried. */
  async function putCustomRows(
    changed: readonly number[],
    removals: readonly number[],
    ownRows: ChangedRows['customRows'],
  ): Promise<void> {
    const columns = (await state())?.columns ?? [];
    const queriedColumns = columns.filter(({ source }) => ownRows.has(source));
    await customValues.remove(
      queriedColumns.map(({ column }) => column),
      changed,
    );
    await customValues.remove(
      columns.map(({ column }) => column),
      removals,
    );
    await customValues.put(
      queriedColumns.flatMap(({ source, column }) => (ownRows.get(source) ?? []).map((row) => ({ ...row, column }))),
    );
  }

  return async (
    generation: number,
    { sequence, ownSequence }: IndexPosition,
    { upserts, removals, customRows: ownRows }: ChangedRows,
  ): Promise<boolean> =>
    db.transaction(async () => {
      const updatedRows = await db()('facet_state')
        .where({ id: 1, generation })
        .where('sequence', '<=', sequence)
        .where('own_sequence', '<=', ownSequence)
        .where((further) => void further.where('sequence', '<', sequence).orWhere('own_sequence', '<', ownSequence))
        .update({ sequence, own_sequence: ownSequence });
      if (updatedRows === 0) return false;
      const changedIds = upserts.map(({ productId }) => productId);
      const added = upserts.length - (await rows.present(generation, [...changedIds, ...removals]));
      await db()('facet_state').where({ id: 1 }).increment('products', added);
      await rows.put(generation, upserts);
      await rows.remove(generation, removals);
      await putCustomRows(changedIds, removals, ownRows);
      return true;
    });
}
