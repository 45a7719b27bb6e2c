import { type Database, PlinthError, type PluginLog } from 'plinth';
import type { FacetEngine, FacetRecord } from '../engine/types.js';
import type { Catalogue } from './catalogue.js';
import { toFacetRecord } from './facet-record.js';
import { idsOf, NO_SOURCES, type OwnValues, type SourceReader } from './facet-source.js';
import type { IndexPosition, IndexState, IndexTable } from './index-table.js';
import { type IndexTotals, isUsable, rebuildIndex, type RebuildProgress, rowOf } from './rebuild.js';
import { unpackProduct } from './packed-product.js';
import { changesProducts, readVocabulary, type Vocabulary } from './vocabulary.js';

interface LiveIndexDeps {
  readonly db: Database;
  readonly table: IndexTable;
  readonly catalogue: () => Catalogue;
  readonly engine: () => FacetEngine;
  readonly log: PluginLog;
  /** What extensions say of products; nothing when absent. */
  readonly sources?: SourceReader;
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
  /** Of the changes that extensions announced, the last that is in. */
  readonly ownSequence: number;
  /** Extensions' sources that are in, by their ids. */
  readonly own: ReadonlySet<string>;
}

/** What an engine was filled with. */
interface Loaded extends Snapshot {
  readonly generation: number;
  /** Extensions' sources with their versions. */
  readonly sources: readonly string[];
  readonly namesAt: number;
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
  const { db, table, log, sources = NO_SOURCES, now = Date.now, patience = PATIENCE } = deps;
  let loaded: Loaded | undefined;
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
    rebuildIndex({ ...deps, sources }, async (processed, total, rows) => {
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
      const own = idsOf(state.sources);
      try {
        await engine.build(storedRecords(state, vocabulary, own, reading), stopping.signal);
      } catch (error) {
        if (reading.whole) throw error;
        continue;
      }
      loaded = { generation: state.generation, sequence: state.sequence, ownSequence: state.ownSequence, sources: state.sources, own, vocabulary, namesAt: now(), engine };
      return;
    }
  }

  /** All records of a generation, or an error at their end: the engine takes over only what was read as a whole. */
  async function* storedRecords(state: IndexState, vocabulary: Vocabulary, own: ReadonlySet<string>, reading: { whole: boolean }): AsyncGenerator<readonly FacetRecord[]> {
    let read = 0;
    for (let after = 0; ; ) {
      const rows = await table.rows(state.generation, after, LOAD_BATCH);
      goOn();
      if (rows.length === 0) break;
      yield rows.map((row) => {
        const unpacked = unpackProduct(row.product_id, row.packed);
        return toFacetRecord(unpacked.product, vocabulary, ownOf(unpacked.own, own));
      });
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
    await followChanges(state?.announced ?? 0);
    await followSources(state);
    await followNames();
    const { pending } = before.engine.stats();
    if (pending > MERGE_FROM) void inBackground(load);
  }

  async function followChanges(announcedUpTo: number): Promise<void> {
    const catalogue = deps.catalogue();
    if (!loaded) return;
    const ids = new Set<number>();
    let { sequence, ownSequence } = loaded;
    if (announcedUpTo > ownSequence) {
      const changes = await table.announcements(ownSequence, MANY_CHANGES + 1);
      for (const { productId } of changes) ids.add(productId);
      ownSequence = changes.at(-1)?.sequence ?? ownSequence;
    }
    const changed = (await catalogue.lastChange()) > sequence;
    if (!changed && ids.size === 0) return;
    while (changed) {
      const changes = await catalogue.changes(sequence, CHANGE_BATCH);
      for (const { productId } of changes) ids.add(productId);
      sequence = changes.at(-1)?.sequence ?? sequence;
      if (changes.length < CHANGE_BATCH || ids.has(0) || ids.size > MANY_CHANGES) break;
    }
    if (ids.has(0) || ids.size > MANY_CHANGES) {
      const reached = await catalogue.lastChange();
      const rebuild = async (): Promise<void> => {
        await build(() => undefined, (state) => !isUsable(state) || state.sequence < reached || state.ownSequence < announcedUpTo);
        await load();
      };
      return renew(rebuild, await catalogue.count());
    }
    await applyChanges([...ids], { sequence, ownSequence });
  }

  /** A source that is new is asked for every product, behind the readers; one that is gone is forgotten, and asked anew when it comes back. */
  async function followSources(state: IndexState | undefined): Promise<void> {
    const wanted = sources.wanted();
    if (!wanted || !loaded || !state || state.generation !== loaded.generation) return;
    const kept = state.sources.filter((source) => wanted.has(source));
    if (kept.length < state.sources.length) await table.keepSources(state.generation, kept);
    const resting = sources.resting();
    const missing = [...wanted].filter((source) => !state.sources.includes(source) && !resting.has(source));
    if (missing.length === 0) {
      // What came back before it was forgotten here is as it was.
      if (kept.length < loaded.sources.length) loaded = { ...loaded, sources: kept, own: idsOf(kept) };
      return;
    }
    const rebuild = async (): Promise<void> => {
      await build(() => undefined, (now) => !isUsable(now) || missing.some((source) => !now.sources.includes(source)));
      await load();
    };
    await renew(rebuild, loaded.engine.stats().products);
  }

  async function applyChanges(ids: readonly number[], position: IndexPosition): Promise<void> {
    if (!loaded) return;
    await renewNames(loaded);
    const products = [];
    for (let at = 0; at < ids.length; at += CHANGE_BATCH) products.push(...(await deps.catalogue().recordsOf(ids.slice(at, at + CHANGE_BATCH))));
    const own = new Map<number, OwnValues>();
    for (let at = 0; at < products.length; at += CHANGE_BATCH) for (const [id, values] of (await sources.read(products.slice(at, at + CHANGE_BATCH))).values) own.set(id, values);
    const current = loaded;
    const there = new Set(products.map(({ id }) => id));
    const removals = ids.filter((id) => !there.has(id));
    current.engine.apply({ upserts: products.map((product) => toFacetRecord(product, current.vocabulary, ownOf(own.get(product.id), current.own))), removals });
    await table.advance(current.generation, position, products.map((product) => rowOf(product, current.vocabulary, own.get(product.id))), removals);
    // A load that ended meanwhile starts from its own, earlier number and comes by here again.
    if (loaded === current) loaded = { ...current, sequence: Math.max(current.sequence, position.sequence), ownSequence: Math.max(current.ownSequence, position.ownSequence) };
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
    const { engine, vocabulary, sequence, ownSequence, own } = loaded;
    return { engine, vocabulary, sequence, ownSequence, own };
  }
}

/** Of what extensions said of a product, what the index holds of every product. */
function ownOf(values: OwnValues | undefined, own: ReadonlySet<string>): OwnValues | undefined {
  return values && Object.fromEntries(Object.entries(values).filter(([source]) => own.has(source)));
}

function indexMissing(): PlinthError {
  return new PlinthError('facet_index_missing', 'The filter is being prepared.', { cure: 'Try again in a minute, or run `npx plinth facet reindex`.', status: 503 });
}
