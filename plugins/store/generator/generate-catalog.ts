import { setImmediate } from 'node:timers/promises';
import type { Database } from 'plinth';
import type { ChangeLog } from '../change-log/change-log.js';
import type { TaxonomyWriter } from '../taxonomies/taxonomy-writer.js';
import { type BatchWriterDeps, createBatchWriter } from './batch-writer.js';
import { DEPARTMENTS, ensureCatalogTerms } from './catalog-terms.js';
import { createDrafts } from './product-draft.js';

export interface GeneratorDeps extends Pick<BatchWriterDeps, 'scope' | 'prices' | 'tokens'> {
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly taxonomies: Pick<TaxonomyWriter, 'ensureTaxonomy' | 'ensureTerm'>;
}

interface GeneratorRun {
  readonly count: number;
  readonly seed: number;
  readonly now: Date;
  /** Called after every batch. */
  progress?(done: number): void;
  /** Checked before every batch; true ends the run after a complete batch. */
  shouldStop?(): boolean;
}

const BATCH = 2000;

/**
 * Adds generated products, identical for the same seed, day and last number.
 * @returns the number of added products
 */
export async function generateCatalog(
  { scope, prices, tokens, changes, taxonomies }: GeneratorDeps,
  { count, seed, now, progress, shouldStop }: GeneratorRun,
): Promise<number> {
  const { db } = scope;
  return db.withLock(
    'store-generate',
    async () => {
      const terms = await db.transaction(() => ensureCatalogTerms(taxonomies));
      const write = createBatchWriter({ scope, prices, tokens, terms, now });
      const drafts = createDrafts(seed, (await lastNumber(db)) + 1);
      let done = 0;
      try {
        while (done < count && !shouldStop?.()) {
          const size = Math.min(BATCH, count - done);
          await write(Array.from({ length: size }, () => drafts.next()));
          done += size;
          progress?.(done);
          // SQLite calls are synchronous, so yield to let the lock be renewed and an interrupt be handled.
          await setImmediate();
        }
      } finally {
        // Batches before a failure are committed, so search indexes must be updated too.
        if (done > 0) await changes.append([0]);
      }
      return done;
    },
    { wait: 1000 },
  );
}

/** Returns the number in the SKU of the newest generated product; 0 when there is none. */
async function lastNumber(db: Database): Promise<number> {
  let last = 0;
  for (const { code } of DEPARTMENTS) {
    const row = (await db()('store_products').where('sku', 'like', `${code}-_______`).max({ sku: 'sku' }).first()) as
      { sku: string | null } | undefined;
    const number = Number(/^..-(\d{7})$/.exec(row?.sku ?? '')?.[1] ?? 0);
    last = Math.max(last, number);
  }
  return last;
}
