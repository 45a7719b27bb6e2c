import { type Database, type Migration, PlinthError, utcText } from 'plinth';
import type { Pace } from '../engine/work.js';
import { PACK_FORMAT } from './packed-product.js';

/** A product's row of the index. */
export interface IndexRow {
  readonly productId: number;
  readonly packed: string;
  /** Values and numbers it holds. */
  readonly rows: number;
}

/** Which rows are valid, and how far in the catalogue's changes they are. */
export interface IndexState {
  readonly generation: number;
  readonly sequence: number;
  readonly format: number;
  /** Rows the generation has. */
  readonly products: number;
  /** UTC. */
  readonly builtAt: string;
  /** Extensions' sources that the rows hold, with their versions. */
  readonly sources: readonly string[];
  /** Changes of extensions' sources: the last that was announced, and the last that the rows hold. */
  readonly announced: number;
  readonly ownSequence: number;
}

/** How far the rows are. */
export interface IndexPosition {
  /** In the catalogue's changes. */
  readonly sequence: number;
  /** In those of extensions' sources. */
  readonly ownSequence: number;
}

export const indexMigrations: readonly Migration[] = [
  {
    id: '001_create_index',
    async up(db) {
      await db.createTable('facet_products', (table) => {
        table.integer('generation').notNullable();
        table.integer('product_id').notNullable();
        table.text('packed', 'mediumtext').notNullable();
        table.integer('row_count').notNullable();
        table.primary(['generation', 'product_id']);
      });
      await db.createTable('facet_state', (table) => {
        table.integer('id').notNullable().primary();
        table.integer('generation').notNullable();
        table.bigInteger('sequence').notNullable();
        table.integer('format').notNullable();
        table.string('built_at', 19).notNullable();
      });
    },
  },
  {
    id: '002_count_products',
    async up(db) {
      if (await db().schema.hasColumn('facet_state', 'products')) return;
      await db().schema.alterTable('facet_state', (table) => void table.integer('products').notNullable().defaultTo(0));
      await db()('facet_state').update({ products: db()('facet_products').where({ generation: db().ref('facet_state.generation') }).count() });
    },
  },
  {
    id: '003_own_sources',
    async up(db) {
      if (!(await db().schema.hasColumn('facet_state', 'announced'))) {
        await db().schema.alterTable('facet_state', (table) => {
          table.text('sources').nullable();
          table.integer('announced').notNullable().defaultTo(0);
          table.integer('own_sequence').notNullable().defaultTo(0);
        });
      }
      await db.createTable('facet_changes', (table) => {
        table.integer('sequence').notNullable().primary();
        table.integer('product_id').notNullable();
      });
    },
  },
];

export const INDEX_TABLES = ['facet_products', 'facet_state', 'facet_changes'] as const;

export type IndexTable = ReturnType<typeof createIndexTable>;

interface ProductRow {
  product_id: number;
  packed: string;
}

const INSERT_ROWS = 250;
const DELETE_ROWS = 2000;
/** Few at once, since readers wait for it. */
const SWEPT_ROWS = 250;

/** The index as rows that survive a restart and that all nodes share. */
export function createIndexTable(db: Database) {
  const insert = async (generation: number, rows: readonly IndexRow[]): Promise<void> => {
    for (let at = 0; at < rows.length; at += INSERT_ROWS) {
      const batch = rows.slice(at, at + INSERT_ROWS).map((row) => ({ generation, product_id: row.productId, packed: row.packed, row_count: row.rows }));
      await db()('facet_products').insert(batch).onConflict(['generation', 'product_id']).merge();
    }
  };

  async function state(): Promise<IndexState | undefined> {
    const row = (await db()('facet_state').where({ id: 1 }).first()) as { generation: number; sequence: number | string; format: number; products: number; built_at: string; sources: string | null; announced: number; own_sequence: number } | undefined;
    return row && { generation: row.generation, sequence: Number(row.sequence), format: row.format, products: row.products, builtAt: row.built_at, sources: JSON.parse(row.sources ?? '[]') as string[], announced: row.announced, ownSequence: row.own_sequence };
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
    for (let at = 0; at < ids.length; at += DELETE_ROWS) found += await count(generation, ids.slice(at, at + DELETE_ROWS));
    return found;
  }

  return {
    state,

    /** A generation's products with an id above `after`, ascending. */
    async rows(generation: number, after: number, limit: number): Promise<ProductRow[]> {
      return (await db()('facet_products').where({ generation }).where('product_id', '>', after).orderBy('product_id').limit(limit).select('product_id', 'packed')) as ProductRow[];
    },

    /** A number that no rows have. */
    async freeGeneration(): Promise<number> {
      const row = (await db()('facet_products').max({ generation: 'generation' }).first()) as { generation: number | null } | undefined;
      return Math.max(Number(row?.generation ?? 0), (await state())?.generation ?? 0) + 1;
    },

    /** Adds rows to a generation that nobody reads yet. */
    add: (generation: number, rows: readonly IndexRow[]): Promise<void> => db.transaction(() => insert(generation, rows)),

    /**
     * Makes a complete generation the valid one.
     * @param sources of extensions, that its rows hold
     * @throws PlinthError `facet_index_incomplete` when it has not as many rows as were written: another node took the lock over, and swept them
     */
    async publish(generation: number, { sequence, ownSequence }: IndexPosition, products: number, sources: readonly string[]): Promise<void> {
      const row = { id: 1, generation, sequence, format: PACK_FORMAT, products, built_at: utcText(), sources: JSON.stringify(sources), own_sequence: ownSequence };
      await db.transaction(async () => {
        const there = await count(generation);
        if (there !== products) throw new PlinthError('facet_index_incomplete', `The new index has ${there} rows instead of ${products}.`, { cure: 'Build it again: `npx plinth facet reindex`.' });
        await db()('facet_state').insert(row).onConflict(['id']).merge();
      });
    },

    /** Writes changed products, unless another node was there before; the row of the state is the lock. */
    async advance(generation: number, { sequence, ownSequence }: IndexPosition, upserts: readonly IndexRow[], removals: readonly number[]): Promise<boolean> {
      return db.transaction(async () => {
        const mine = await db()('facet_state').where({ id: 1, generation }).where('sequence', '<=', sequence).where('own_sequence', '<=', ownSequence)
          .where((further) => void further.where('sequence', '<', sequence).orWhere('own_sequence', '<', ownSequence)).update({ sequence, own_sequence: ownSequence });
        if (mine === 0) return false;
        const added = upserts.length - (await present(generation, [...upserts.map(({ productId }) => productId), ...removals]));
        await db()('facet_state').where({ id: 1 }).increment('products', added);
        await insert(generation, upserts);
        for (let at = 0; at < removals.length; at += DELETE_ROWS) await db()('facet_products').where({ generation }).whereIn('product_id', removals.slice(at, at + DELETE_ROWS)).delete();
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
        await db().batchInsert('facet_changes', productIds.map((product_id, i) => ({ sequence: last - productIds.length + 1 + i, product_id })), INSERT_ROWS);
      });
    },

    /** Announced changes after a number, oldest first; 0 stands for all products. */
    async announcements(after: number, limit: number): Promise<{ sequence: number; productId: number }[]> {
      const rows = (await db()('facet_changes').where('sequence', '>', after).orderBy('sequence').limit(limit).select('sequence', 'product_id')) as { sequence: number; product_id: number }[];
      const changes = rows.map(({ sequence, product_id: productId }) => ({ sequence, productId }));
      const first = changes.at(0);
      // Whoever is further behind than changes are kept reads everything again.
      return first && first.sequence > after + 1 ? [{ sequence: first.sequence, productId: 0 }, ...changes.slice(1)] : changes;
    },

    /** Forgets announced changes up to a number, but not the newest. */
    async sweepAnnouncements(upTo: number): Promise<void> {
      await db()('facet_changes').where('sequence', '<', upTo).delete();
    },

    /** Sources that nobody has any more: when they come back, they are asked anew. */
    async keepSources(generation: number, sources: readonly string[]): Promise<void> {
      await db()('facet_state').where({ id: 1, generation }).update({ sources: JSON.stringify(sources) });
    },

    /** Removes rows of all generations but those kept, in pieces. */
    async sweep(kept: readonly number[], pace: Pace): Promise<void> {
      for (;;) {
        if (pace.due()) await pace.pause();
        const old = (await db()('facet_products').whereNotIn('generation', kept).orderBy(['generation', 'product_id']).limit(SWEPT_ROWS).select('generation', 'product_id')) as { generation: number; product_id: number }[];
        if (old.length === 0) return;
        const first = old[0].generation;
        const ids = old.filter((row) => row.generation === first).map((row) => row.product_id);
        await db()('facet_products').where({ generation: first }).whereIn('product_id', ids).delete();
      }
    },

    async totals(): Promise<{ products: number; rows: number }> {
      const valid = await state();
      if (!valid) return { products: 0, rows: 0 };
      const row = (await db()('facet_products').where({ generation: valid.generation }).count({ products: '*' }).sum({ rows: 'row_count' }).first()) as { products: number | string; rows: number | string | null } | undefined;
      return { products: Number(row?.products ?? 0), rows: Number(row?.rows ?? 0) };
    },
  };
}
