import type { Database } from 'plinth';
import { createPace } from '../engine/work.js';
import type { Catalogue } from './catalogue.js';
import { countRows, toFacetRecord } from './facet-record.js';
import type { OwnValues, SourceReader } from './facet-source.js';
import type { IndexRow, IndexState, IndexTable } from './index-table.js';
import { PACK_FORMAT, packProduct } from './packed-product.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

interface RebuildDeps {
  readonly db: Database;
  readonly table: IndexTable;
  readonly catalogue: () => Catalogue;
  readonly sources: SourceReader;
}

export interface RebuildProgress {
  (processed: number, total: number, rows: number): void | Promise<void>;
}

export interface IndexTotals {
  readonly indexed_products: number;
  readonly indexed_rows: number;
}

/** Few at once: reading, packing and writing them are stretches of work that nothing gets between. */
const BATCH = 100;
const LOCK = 'facet-index';
/** As long as a node waits for another one's build. */
const WAIT_MS = 600_000;

export function rowOf(product: Parameters<typeof packProduct>[0], vocabulary: Vocabulary, own?: OwnValues): IndexRow {
  return { productId: product.id, packed: packProduct(product, own), rows: countRows(toFacetRecord(product, vocabulary, own)) };
}

/**
 * Reads the whole catalogue into a new generation and makes it the valid one in a single step; the old one is read until then.
 * One node at a time.
 * @param needed asked once the lock is there: another node may have built meanwhile
 */
export async function rebuildIndex(deps: RebuildDeps, progress: RebuildProgress, needed: (state: IndexState | undefined) => boolean): Promise<IndexTotals> {
  const { db, table } = deps;
  return db.withLock(
    LOCK,
    async () => {
      const state = await table.state();
      if (!needed(state)) return totals(table);
      const catalogue = deps.catalogue();
      const generation = await table.freeGeneration();
      // What changes during the build is after this number, and is read again by every node.
      const position = { sequence: await catalogue.lastChange(), ownSequence: state?.announced ?? 0 };
      const wanted = deps.sources.wanted() ?? new Set<string>();
      const failed = new Set<string>();
      const vocabulary = await readVocabulary(catalogue);
      const total = await catalogue.count();
      const pace = createPace();
      let processed = 0;
      let rows = 0;
      for (let after = 0; ; ) {
        const products = await catalogue.records(after, BATCH);
        if (products.length === 0) break;
        if (pace.due()) await pace.pause();
        const own = await deps.sources.read(products);
        for (const source of own.failed) failed.add(source);
        const batch = products.map((product) => rowOf(product, vocabulary, own.values.get(product.id)));
        if (pace.due()) await pace.pause();
        await table.add(generation, batch);
        processed += products.length;
        rows += batch.reduce((sum, row) => sum + row.rows, 0);
        await progress(processed, Math.max(total, processed), rows);
        after = products[products.length - 1].id;
        if (pace.due()) await pace.pause();
      }
      deps.sources.rest(failed);
      await table.publish(generation, position, processed, [...wanted].filter((source) => !failed.has(source)));
      await table.sweepAnnouncements(state?.ownSequence ?? 0);
      // Whoever is still reading the one before must find all of it.
      await table.sweep(state ? [generation, state.generation] : [generation], pace);
      return { indexed_products: processed, indexed_rows: rows };
    },
    { wait: WAIT_MS },
  );
}

export const isUsable = (state: IndexState | undefined): state is IndexState => state !== undefined && state.format === PACK_FORMAT;

async function totals(table: IndexTable): Promise<IndexTotals> {
  const { products, rows } = await table.totals();
  return { indexed_products: products, indexed_rows: rows };
}
