import { type Database, PlinthError, toUtcString } from 'plinth';
import type { Scheduler } from '../engine/work.js';
import { createAnnouncedChanges } from './announced-changes.js';
import { type Builder, createBuildTable, type UnfinishedBuild } from './build-table.js';
import { createIndexRows } from './index-rows.js';
import type { IndexPosition, IndexRow, IndexState, OwnColumn, OwnRow } from './index-state.js';
import { createOwnTable } from './custom-values-table.js';
import { PACK_FORMAT } from './packed-product.js';
import type { StateRow } from './tables.js';

export type IndexTable = ReturnType<typeof createIndexTable>;

/** What changed products are written with. */
export interface ChangedRows {
  readonly upserts: readonly IndexRow[];
  readonly removals: readonly number[];
  /** What sources say of them; by the source with its version, those that were asked and said nothing of them included. */
  readonly own: ReadonlyMap<string, readonly Omit<OwnRow, 'column'>[]>;
}

/** The index as rows that survive a restart and that all nodes share. */
export function createIndexTable(db: Database) {
  const own = createOwnTable(db);
  const builds = createBuildTable(db);
  const rows = createIndexRows(db);
  const changes = createAnnouncedChanges(db);

  async function state(): Promise<IndexState | undefined> {
    const row = await db()('facet_state').where({ id: 1 }).first();
    return row && stateOf(row);
  }

  /** The state's row, where nobody has written it since. */
  const where = (then: IndexState) =>
    db()('facet_state').where({ id: 1, generation: then.generation, sources: JSON.stringify(then.columns) });

  return {
    /** What extensions' sources say. */
    own,
    /** Who builds. */
    builds,
    state,
    count: rows.count,
    /** A generation's products with an id above `after`, ascending. */
    rows: rows.page,
    /** Those of a generation's products that are there. */
    rowsOf: rows.some,
    ...changes,
    advance: createAdvance(db, { rows, own, state }),

    /** A number that no rows have or had. */
    async freeGeneration(): Promise<number> {
      return builds.newGeneration(Math.max(await rows.lastGeneration(), (await state())?.generation ?? 0));
    },

    /**
     * Adds rows to a generation that nobody reads yet, and notes how far the build is.
     * @throws PlinthError `facet_index_taken`
     */
    add: (
      builder: Builder,
      build: UnfinishedBuild,
      products: readonly IndexRow[],
      ownRows: readonly OwnRow[],
    ): Promise<void> =>
      db.transaction(async () => {
        await builds.step(builder, build);
        await rows.put(build.generation, products);
        await own.put(ownRows);
      }),

    /**
     * Makes a complete generation the valid one.
     * @param columns of sources that were asked for all of its products
     * @throws PlinthError `facet_index_incomplete` when it has not as many rows as were written; `facet_index_taken`
     */
    async publish(
      builder: Builder,
      { generation, position, products }: UnfinishedBuild,
      columns: readonly OwnColumn[],
    ): Promise<void> {
      await db.transaction(async () => {
        await builds.end(builder);
        const there = await rows.count(generation);
        if (there !== products)
          throw new PlinthError('facet_index_incomplete', `The new index has ${there} rows instead of ${products}.`, {
            hint: 'Build it again: `npx plinth facet reindex`.',
          });
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
        };
        await db()('facet_state').insert(row).onConflict(['id']).merge();
      });
    },

    /**
     * Makes columns valid beside those that are, in the place of older versions of their sources.
     * @param then the state that they belong to
     * @param position in changes, that the columns are at; the rows are no further
     * @returns whether it was so still; otherwise nothing happened
     * @throws PlinthError `facet_index_taken`
     */
    publishColumns: (
      builder: Builder,
      then: IndexState,
      position: IndexPosition,
      columns: readonly OwnColumn[],
    ): Promise<boolean> =>
      db.transaction(async () => {
        await builds.hold(builder);
        return (
          (await where(then)
            .where('sequence', '<=', position.sequence)
            .where('own_sequence', '<=', position.ownSequence)
            .update({ sources: JSON.stringify(columns) })) > 0
        );
      }),

    /** Leaves columns out whose sources nobody has any more: when they come back, they are asked anew. */
    async dropColumns(then: IndexState, kept: readonly OwnColumn[]): Promise<void> {
      await where(then).update({ sources: JSON.stringify(kept) });
    },

    /** Removes, in pieces, rows that nobody reads. */
    async sweep(scheduler: Scheduler): Promise<void> {
      const valid = await state();
      if (valid) await rows.sweep(valid, scheduler);
    },

    async totals(): Promise<{ products: number; rows: number }> {
      const valid = await state();
      if (!valid) return { products: 0, rows: 0 };
      const found = await rows.totals(valid.generation);
      const ownRows = await own.totals(valid.columns.map(({ column }) => column));
      return { products: found.products, rows: found.rows + ownRows };
    },
  };
}

const stateOf = (row: StateRow): IndexState => ({
  generation: row.generation,
  previous: row.previous,
  sequence: Number(row.sequence),
  ownSequence: row.own_sequence,
  format: row.format,
  products: row.products,
  builtAt: row.built_at,
  columns: JSON.parse(row.sources ?? '[]') as OwnColumn[],
  announced: row.announced,
});

interface AdvanceParts {
  readonly rows: ReturnType<typeof createIndexRows>;
  readonly own: ReturnType<typeof createOwnTable>;
  state(): Promise<IndexState | undefined>;
}

/**
 * Writes changed products, unless another node was there before; the row of the state is the lock.
 * Columns whose source was not asked stay as they are.
 */
function createAdvance(db: Database, { rows, own, state }: AdvanceParts) {
  /** Writes what the sources say that were asked. */
  async function putOwn(
    changed: readonly number[],
    removals: readonly number[],
    said: ChangedRows['own'],
  ): Promise<void> {
    const columns = (await state())?.columns ?? [];
    const asked = columns.filter(({ source }) => said.has(source));
    await own.remove(
      asked.map(({ column }) => column),
      changed,
    );
    await own.remove(
      columns.map(({ column }) => column),
      removals,
    );
    await own.put(asked.flatMap(({ source, column }) => (said.get(source) ?? []).map((row) => ({ ...row, column }))));
  }

  return async (
    generation: number,
    { sequence, ownSequence }: IndexPosition,
    { upserts, removals, own: said }: ChangedRows,
  ): Promise<boolean> =>
    db.transaction(async () => {
      const mine = await db()('facet_state')
        .where({ id: 1, generation })
        .where('sequence', '<=', sequence)
        .where('own_sequence', '<=', ownSequence)
        .where((further) => void further.where('sequence', '<', sequence).orWhere('own_sequence', '<', ownSequence))
        .update({ sequence, own_sequence: ownSequence });
      if (mine === 0) return false;
      const changed = upserts.map(({ productId }) => productId);
      const added = upserts.length - (await rows.present(generation, [...changed, ...removals]));
      await db()('facet_state').where({ id: 1 }).increment('products', added);
      await rows.put(generation, upserts);
      await rows.remove(generation, removals);
      await putOwn(changed, removals, said);
      return true;
    });
}
