import { type Database, PlinthError, type PluginLog } from 'plinth';
import type { FacetEngine, FacetRecord } from '../engine/types.js';
import type { Catalogue } from './catalogue.js';
import { toFacetRecord } from './facet-record.js';
import type { IndexState, IndexTable } from './index-table.js';
import { type IndexTotals, isUsable, rebuildIndex, type RebuildProgress, rowOf } from './rebuild.js';
import { unpackProduct } from './packed-product.js';
import { changesProducts, readVocabulary, type Vocabulary } from './vocabulary.js';

interface LiveIndexDeps {
  readonly db: Database;
  readonly table: IndexTable;
  readonly catalogue: () => Catalogue;
  readonly engine: () => FacetEngine;
  readonly log: PluginLog;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly patience?: Patience;
}

/** Milliseconds that a reader waits. */
interface Patience {
  /** While there is nothing to answer with yet. */
  readonly firstMs: number;
  /** While there is something older. */
  readonly nextMs: number;
}

/** What a query needs: the engine, filled, and the names of its values. */
export interface Snapshot {
  readonly engine: FacetEngine;
  readonly vocabulary: Vocabulary;
  /** Of the catalogue's changes, the last that is in. */
  readonly sequence: number;
}

/** Keeps this process's engine in line with the catalogue and the index tables. @since 0.1.0 */
export interface LiveIndex {
  /** The engine, at most half a second behind the database; loads it, and builds the index, when there is none yet. */
  fresh(): Promise<Snapshot>;
  /** The catalogue has changed: the next reader looks for it. */
  expire(): void;
  /** Looks for changes now. */
  refresh(): Promise<void>;
  /** Builds the index anew, whatever its state. */
  rebuild(progress?: RebuildProgress): Promise<IndexTotals>;
  totals(): Promise<IndexTotals>;
  /** Ends builds and loads at their next step, since the process stops; what is published stays. */
  stop(): void;
}

const CHECK_EVERY_MS = 500;
/** How long a reader waits for a load, which then goes on without it. */
const PATIENCE: Patience = { firstMs: 4000, nextMs: CHECK_EVERY_MS };
const NAMES_EVERY_MS = 10_000;
/** Catalogues up to this size are rebuilt while the reader waits. */
export const INLINE_PRODUCTS = 5000;
/** Few at once: reading and unpacking them is one stretch of work. */
const LOAD_BATCH = 100;
const CHANGE_BATCH = 500;
/** More changes at once are cheaper as a new build. */
const MANY_CHANGES = 5000;
/** The small segment grows to this before it is merged: with every change it is made anew at once. */
const MERGE_FROM = 1000;

export function createLiveIndex(deps: LiveIndexDeps): LiveIndex {
  const { db, table, log, now = Date.now, patience = PATIENCE } = deps;
  let loaded: { generation: number; sequence: number; vocabulary: Vocabulary; namesAt: number; engine: FacetEngine } | undefined;
  let checkedAt = 0;
  /** How often the catalogue was said to have changed, and how much of that a finished check has seen. */
  let announced = 0;
  let seen = 0;
  const stopping = new AbortController();
  let checking: Promise<void> | undefined;
  let background: Promise<void> | undefined;

  function goOn(): void {
    stopping.signal.throwIfAborted();
  }

  const build = (progress: RebuildProgress, needed: (state: IndexState | undefined) => boolean): Promise<IndexTotals> =>
    rebuildIndex(deps, async (processed, total, rows) => {
      goOn();
      await progress(processed, total, rows);
    }, needed);

  /** Fills the engine from the tables; starts again, with the engine as it was, when what it reads turns out not to be whole. */
  async function load(): Promise<void> {
    for (;;) {
      const state = await table.state();
      if (!isUsable(state)) {
        await build(() => undefined, (found) => !isUsable(found));
        continue;
      }
      const vocabulary = await readVocabulary(deps.catalogue());
      const engine = deps.engine();
      const reading = { whole: true };
      try {
        await engine.build(storedRecords(state, vocabulary, reading), stopping.signal);
      } catch (error) {
        if (reading.whole) throw error;
        continue;
      }
      loaded = { generation: state.generation, sequence: state.sequence, vocabulary, namesAt: now(), engine };
      return;
    }
  }

  /** All records of a generation, or an error at their end: the engine takes over only what was read as a whole. */
  async function* storedRecords(state: IndexState, vocabulary: Vocabulary, reading: { whole: boolean }): AsyncGenerator<readonly FacetRecord[]> {
    let read = 0;
    for (let after = 0; ; ) {
      const rows = await table.rows(state.generation, after, LOAD_BATCH);
      goOn();
      if (rows.length === 0) break;
      yield rows.map((row) => toFacetRecord(unpackProduct(row.product_id, row.packed), vocabulary));
      read += rows.length;
      after = rows[rows.length - 1].product_id;
    }
    const end = await table.state();
    const replaced = end?.generation !== state.generation;
    // Changes that were written meanwhile are read again from the catalogue, and change the number.
    const lost = !replaced && end.sequence === state.sequence && read !== end.products;
    if (!replaced && !lost) return;
    reading.whole = false;
    if (lost) await build(() => undefined, (found) => found?.generation === state.generation);
    throw new PlinthError('facet_index_changed', 'The index was replaced while it was read.');
  }

  /** Long work that readers do not wait for, one at a time; they keep what is loaded. */
  function inBackground(work: () => Promise<void>): Promise<void> {
    background ??= work()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error('the index could not be renewed', { error: String(error) });
      })
      .finally(() => {
        background = undefined;
      });
    return background;
  }

  async function renew(work: () => Promise<void>, products: number): Promise<void> {
    if (products > INLINE_PRODUCTS) return void inBackground(work);
    await background;
    await inBackground(work);
  }

  async function check(): Promise<void> {
    if (!loaded || loaded.engine !== deps.engine()) {
      await load();
    }
    const before = loaded;
    if (!before) return;
    const state = await table.state();
    if (state?.generation !== before.generation) await renew(load, before.engine.stats().products);
    await followChanges();
    await followNames();
    const { pending } = before.engine.stats();
    if (pending > MERGE_FROM) void inBackground(load);
  }

  async function followChanges(): Promise<void> {
    const catalogue = deps.catalogue();
    if (!loaded || (await catalogue.lastChange()) <= loaded.sequence) return;
    const ids = new Set<number>();
    let sequence = loaded.sequence;
    for (;;) {
      const changes = await catalogue.changes(sequence, CHANGE_BATCH);
      for (const { productId } of changes) ids.add(productId);
      sequence = changes.at(-1)?.sequence ?? sequence;
      if (changes.length < CHANGE_BATCH || ids.has(0) || ids.size > MANY_CHANGES) break;
    }
    if (ids.has(0) || ids.size > MANY_CHANGES) {
      const reached = await catalogue.lastChange();
      const rebuild = async (): Promise<void> => {
        await build(() => undefined, (state) => !isUsable(state) || state.sequence < reached);
        await load();
      };
      return renew(rebuild, await catalogue.count());
    }
    await applyChanges([...ids], sequence);
  }

  async function applyChanges(ids: readonly number[], sequence: number): Promise<void> {
    if (!loaded) return;
    await renewNames(loaded);
    const products = [];
    for (let at = 0; at < ids.length; at += CHANGE_BATCH) products.push(...(await deps.catalogue().recordsOf(ids.slice(at, at + CHANGE_BATCH))));
    const current = loaded;
    const there = new Set(products.map(({ id }) => id));
    const removals = ids.filter((id) => !there.has(id));
    current.engine.apply({ upserts: products.map((product) => toFacetRecord(product, current.vocabulary)), removals });
    await table.advance(current.generation, sequence, products.map((product) => rowOf(product, current.vocabulary)), removals);
    // A load that ended meanwhile starts from its own, earlier number and comes by here again.
    if (loaded === current) loaded = { ...current, sequence: Math.max(current.sequence, sequence) };
  }

  async function followNames(): Promise<void> {
    if (loaded && now() - loaded.namesAt >= NAMES_EVERY_MS) await renewNames(loaded);
  }

  async function renewNames(current: NonNullable<typeof loaded>): Promise<void> {
    const vocabulary = await readVocabulary(deps.catalogue());
    if (changesProducts(current.vocabulary, vocabulary)) return renew(load, current.engine.stats().products);
    if (loaded === current) loaded = { ...current, vocabulary, namesAt: now() };
  }

  function startCheck(): Promise<void> {
    if (checking) return checking;
    const upTo = announced;
    // Others wait for it too, so it must not depend on a transaction of whoever asked first.
    checking = db.detached(check).then(() => {
      seen = upTo;
    }).finally(() => {
      checkedAt = now();
      checking = undefined;
    });
    return checking;
  }

  /** A check under way may have looked before the change that is asked for. */
  async function startNewCheck(): Promise<void> {
    await checking?.catch(() => undefined);
    await startCheck();
  }

  /** Waits, but not for long: whoever has something to answer with goes on with that. */
  async function inTime(work: Promise<void>, ms: number, needed: boolean): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => (needed ? reject(indexMissing()) : resolve()), ms);
    });
    work.catch(() => undefined);
    await Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  return {
    expire() {
      announced++;
    },
    refresh: startNewCheck,
    stop() {
      stopping.abort(new PlinthError('facet_index_stopped', 'The site stops, and the index with it.', { status: 503 }));
    },

    async fresh() {
      const engine = deps.engine();
      const behind = loaded?.engine !== engine;
      if (behind || seen < announced || now() - checkedAt >= CHECK_EVERY_MS) {
        try {
          await inTime(seen < announced ? startNewCheck() : startCheck(), behind ? patience.firstMs : patience.nextMs, behind);
        } catch (error) {
          if (behind) throw error;
          log.warn('the index could not be compared with the catalogue; the last known state answers', { error: String(error) });
        }
      }
      return current();
    },

    async rebuild(progress = () => undefined) {
      const totals = await build(progress, () => true);
      await startNewCheck();
      return totals;
    },

    async totals() {
      const { products, rows } = await table.totals();
      return { indexed_products: products, indexed_rows: rows };
    },
  };

  function current(): Snapshot {
    if (!loaded) throw indexMissing();
    return { engine: loaded.engine, vocabulary: loaded.vocabulary, sequence: loaded.sequence };
  }
}

function indexMissing(): PlinthError {
  return new PlinthError('facet_index_missing', 'The filter is being prepared.', { cure: 'Try again in a minute, or run `npx plinth facet reindex`.', status: 503 });
}
