import { type Database, PlinthError, utcText } from 'plinth';
import type { Pace } from '../engine/work.js';
import { type Builder, createBuildTable, type UnfinishedBuild } from './build-table.js';
import type { IndexPosition, IndexRow, IndexState, OwnColumn, OwnRow } from './index-state.js';
import { createOwnTable } from './own-table.js';
import { PACK_FORMAT } from './packed-product.js';

export type IndexTable = ReturnType<typeof createIndexTable>;

interface ProductRow {
  product_id: number;
  packed: string;
}

interface StateRow {
  generation: number;
  previous: number;
  sequence: number | string;
  format: number;
  products: number;
  built_at: string;
  sources: string | null;
  announced: number;
  own_sequence: number;
}

/** What changed products are written with. */
export interface ChangedRows {
  readonly upserts: readonly IndexRow[];
  readonly removals: readonly number[];
  /** What sources say of them; by the source with its version, those that were asked and said nothing of them included. */
  readonly own: ReadonlyMap<string, readonly Omit<OwnRow, 'column'>[]>;
}

const INSERT_ROWS = 250;
const DELETE_ROWS = 2000;
/** Few at once, since readers wait for it. */
const SWEPT_ROWS = 250;

/** The index as rows that survive a restart and that all nodes share. */
export function createIndexTable(db: Database) {
  const own = createOwnTable(db);
  const builds = createBuildTable(db);
  const insert = async (generation: number, rows: readonly IndexRow[]): Promise<void> => {
    for (let at = 0; at < rows.length; at += INSERT_ROWS) {
      const batch = rows
        .slice(at, at + INSERT_ROWS)
        .map((row) => ({ generation, product_id: row.productId, packed: row.packed, row_count: row.rows }));
      await db()('facet_products').insert(batch).onConflict(['generation', 'product_id']).merge();
    }
  };

  async function state(): Promise<IndexState | undefined> {
    const row = (await db()('facet_state').where({ id: 1 }).first()) as StateRow | undefined;
    return (
      row && {
        generation: row.generation,
        previous: row.previous,
        sequence: Number(row.sequence),
        ownSequence: row.own_sequence,
        format: row.format,
        products: row.products,
        builtAt: row.built_at,
        columns: JSON.parse(row.sources ?? '[]') as OwnColumn[],
        announced: row.announced,
      }
    );
  }

  async function count(generation: number, ids?: readonly number[]): Promise<number> {
    const rows = db()('facet_products').where({ generation });
    if (ids) void rows.whereIn('product_id', ids);
    const row = (await rows.count({ products: '*' }).first()) as { products: number | string } | undefined;
    return Number(row?.products ?? 0);
  }

  /** How many rows of these products there are. */
  async function present(generation: number, ids: readonly number[]): Promise<number> {
    let found = 0;
    for (let at = 0; at < ids.length; at += DELETE_ROWS)
      found += await count(generation, ids.slice(at, at + DELETE_ROWS));
    return found;
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
    count,

    /** A generation's products with an id above `after`, ascending. */
    async rows(generation: number, after: number, limit: number): Promise<ProductRow[]> {
      return (await db()('facet_products')
        .where({ generation })
        .where('product_id', '>', after)
        .orderBy('product_id')
        .limit(limit)
        .select('product_id', 'packed')) as ProductRow[];
    },

    /** Those of a generation's products that are there. */
    async rowsOf(generation: number, ids: readonly number[]): Promise<ProductRow[]> {
      return (await db()('facet_products')
        .where({ generation })
        .whereIn('product_id', ids)
        .select('product_id', 'packed')) as ProductRow[];
    },

    /** A number that no rows have or had. */
    async freeGeneration(): Promise<number> {
      const row = (await db()('facet_products').max({ generation: 'generation' }).first()) as
        { generation: number | null } | undefined;
      return builds.newGeneration(Math.max(Number(row?.generation ?? 0), (await state())?.generation ?? 0));
    },

    /**
     * Adds rows to a generation that nobody reads yet, and notes how far the build is.
     * @throws PlinthError `facet_index_taken`
     */
    add: (
      builder: Builder,
      build: UnfinishedBuild,
      rows: readonly IndexRow[],
      ownRows: readonly OwnRow[],
    ): Promise<void> =>
      db.transaction(async () => {
        await builds.step(builder, build);
        await insert(build.generation, rows);
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
        const there = await count(generation);
        if (there !== products)
          throw new PlinthError('facet_index_incomplete', `The new index has ${there} rows instead of ${products}.`, {
            cure: 'Build it again: `npx plinth facet reindex`.',
          });
        const previous = (await state())?.generation ?? generation;
        const row = {
          id: 1,
          generation,
          previous,
          sequence: position.sequence,
          format: PACK_FORMAT,
          products,
          built_at: utcText(),
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

    /**
     * Writes changed products, unless another node was there before; the row of the state is the lock.
     * Columns whose source was not asked stay as they are.
     */
    async advance(
      generation: number,
      { sequence, ownSequence }: IndexPosition,
      { upserts, removals, own: said }: ChangedRows,
    ): Promise<boolean> {
      return db.transaction(async () => {
        const mine = await db()('facet_state')
          .where({ id: 1, generation })
          .where('sequence', '<=', sequence)
          .where('own_sequence', '<=', ownSequence)
          .where((further) => void further.where('sequence', '<', sequence).orWhere('own_sequence', '<', ownSequence))
          .update({ sequence, own_sequence: ownSequence });
        if (mine === 0) return false;
        const changed = upserts.map(({ productId }) => productId);
        const added = upserts.length - (await present(generation, [...changed, ...removals]));
        await db()('facet_state').where({ id: 1 }).increment('products', added);
        await insert(generation, upserts);
        for (let at = 0; at < removals.length; at += DELETE_ROWS)
          await db()('facet_products')
            .where({ generation })
            .whereIn('product_id', removals.slice(at, at + DELETE_ROWS))
            .delete();
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
        await own.put(
          asked.flatMap(({ source, column }) => (said.get(source) ?? []).map((row) => ({ ...row, column }))),
        );
        return true;
      });
    },

    /** Writes down that extensions' sources say something else of products; 0 stands for all. Nothing when there is no index: its build asks. */
    async announce(productIds: readonly number[]): Promise<void> {
      await db.transaction(async () => {
        // The row is the lock, so that numbers are committed in their order.
        await db()('facet_state').where({ id: 1 }).increment('announced', productIds.length);
        const last = (await state())?.announced;
        if (last === undefined) return;
        await db().batchInsert(
          'facet_changes',
          productIds.map((product_id, i) => ({ sequence: last - productIds.length + 1 + i, product_id })),
          INSERT_ROWS,
        );
      });
    },

    /** Announced changes after a number, oldest first; 0 stands for all products. */
    async announcements(after: number, limit: number): Promise<{ sequence: number; productId: number }[]> {
      const rows = (await db()('facet_changes')
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit)
        .select('sequence', 'product_id')) as { sequence: number; product_id: number }[];
      const changes = rows.map(({ sequence, product_id: productId }) => ({ sequence, productId }));
      const first = changes.at(0);
      // Whoever is further behind than changes are kept reads everything again.
      return first && first.sequence > after + 1
        ? [{ sequence: first.sequence, productId: 0 }, ...changes.slice(1)]
        : changes;
    },

    /** Forgets announced changes up to a number, but not the newest. */
    async sweepAnnouncements(upTo: number): Promise<void> {
      await db()('facet_changes').where('sequence', '<', upTo).delete();
    },

    /** Removes, in pieces, rows of generations that nobody reads: older than the valid one, but not the one before it. They are never valid again. */
    async sweep(pace: Pace): Promise<void> {
      const valid = await state();
      for (;;) {
        if (!valid) return;
        if (pace.due()) await pace.pause();
        const old = (await db()('facet_products')
          .where('generation', '<', valid.generation)
          .whereNot({ generation: valid.previous })
          .orderBy(['generation', 'product_id'])
          .limit(SWEPT_ROWS)
          .select('generation', 'product_id')) as { generation: number; product_id: number }[];
        if (old.length === 0) return;
        const first = old[0].generation;
        const ids = old.filter((row) => row.generation === first).map((row) => row.product_id);
        await db()('facet_products').where({ generation: first }).whereIn('product_id', ids).delete();
      }
    },

    async totals(): Promise<{ products: number; rows: number }> {
      const valid = await state();
      if (!valid) return { products: 0, rows: 0 };
      const row = (await db()('facet_products')
        .where({ generation: valid.generation })
        .count({ products: '*' })
        .sum({ rows: 'row_count' })
        .first()) as { products: number | string; rows: number | string | null } | undefined;
      return {
        products: Number(row?.products ?? 0),
        rows: Number(row?.rows ?? 0) + (await own.totals(valid.columns.map(({ column }) => column))),
      };
    },
  };
}
