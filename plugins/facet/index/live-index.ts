import { type Database, type MaybePromise, PlinthError, type PluginLog } from 'plinth';
import type { EnginePosition, FacetEngine, SharedEngine } from '../engine/types.js';
import { addColumns, dropColumns } from './add-columns.js';
import type { Catalogue, Term } from './catalogue.js';
import { type ChangedProducts, findChanges, readChanged, rowsOf } from './changed-products.js';
import { toFacetRecord } from './facet-record.js';
import { NO_SOURCES, type SourceReader } from './facet-source.js';
import type { IndexCopies } from './index-copies.js';
import { idOf, idsOf, type IndexPosition, type IndexState, type OwnColumn, sameColumns } from './index-state.js';
import type { IndexTable } from './index-table.js';
import { type Filled, fillingOf, heldOf, type LoadDeps, loadIndex } from './load-index.js';
import { createMissedChanges, type MissedChanges } from './missed-changes.js';
import { type IndexTotals, isUsable, rebuildIndex, type RebuildProgress } from './rebuild.js';
import { type Renamed, renameProducts } from './renamed-products.js';
import { changedTerms, readVocabulary, type Vocabulary } from './vocabulary.js';

interface LiveIndexDeps {
  readonly db: Database;
  readonly table: IndexTable;
  readonly catalogue: () => Catalogue;
  readonly engine: () => FacetEngine;
  /** Lets `engine` follow the settings; before each look at the changes. */
  readonly chooseEngine?: () => Promise<void>;
  readonly log: PluginLog;
  /** The names of now; the same object as long as nothing of them changes. Read from the catalogue when absent. */
  readonly names?: () => MaybePromise<Vocabulary>;
  /** What extensions say of products; nothing when absent. */
  readonly sources?: SourceReader;
  /** What was read before, for the next start; nothing is kept when absent. */
  readonly copies?: IndexCopies;
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
  /** Of the index's rows, those that the engine was filled with. */
  readonly generation: number;
  /** Of the catalogue's changes, the last that is in. */
  readonly sequence: number;
  /** Of the changes that extensions announced, the last that is in. */
  readonly ownSequence: number;
  /** Extensions' sources that are in, by their ids. */
  readonly own: ReadonlySet<string>;
}

/** What an engine was filled with. */
interface Loaded extends Snapshot {
  /** As engines that are shared say it. */
  readonly filling: string;
  /** Of the rows, when it was filled. */
  readonly products: number;
  readonly columns: readonly OwnColumn[];
  /** The names it was compared with last. */
  readonly comparedWith?: Vocabulary;
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
/** Catalogues up to this size are rebuilt while the reader waits. */
export const INLINE_PRODUCTS = 5000;
/** The small segment grows to this before it is merged: with every change it is made anew at once. */
const MERGE_FROM = 1000;

export function createLiveIndex(deps: LiveIndexDeps): LiveIndex {
  const {
    db,
    table,
    log,
    sources = NO_SOURCES,
    now = Date.now,
    patience = PATIENCE,
    names = () => readVocabulary(deps.catalogue()),
  } = deps;
  const parts: LoadDeps = { ...deps, sources, now };
  let loaded: Loaded | undefined;
  let checkedAt = 0;
  /** How often the catalogue was said to have changed, and how much of that a finished check has seen. */
  let announced = 0;
  let seen = 0;
  const stopping = new AbortController();
  let checking: Promise<void> | undefined;
  let background: Promise<void> | undefined;
  /** What was read last is being kept for the next start. */
  let keeping: Promise<void> | undefined;
  /** What is taken over from changes while an engine is filled anew, which does not know of them. */
  let missed: MissedChanges | undefined;

  function goOn(): void {
    stopping.signal.throwIfAborted();
  }

  const build = (progress: RebuildProgress, needed: (state: IndexState | undefined) => boolean): Promise<IndexTotals> =>
    rebuildIndex(
      parts,
      async (processed, total, rows) => {
        goOn();
        await progress(processed, total, rows);
      },
      needed,
    );

  /** Builds when it is needed; one that another process took over is waited for, and asked about again. */
  async function buildForReaders(needed: (state: IndexState | undefined) => boolean): Promise<void> {
    for (;;) {
      try {
        await build(() => undefined, needed);
        return;
      } catch (error) {
        if (!(error instanceof PlinthError) || error.code !== 'facet_index_taken') throw error;
      }
    }
  }

  /** Fills the engine from the tables; starts again, with the engine as it was, when what it reads turns out not to be whole. */
  async function load(): Promise<void> {
    for (;;) {
      const found = await table.state();
      if (!isUsable(found)) {
        await buildForReaders((state) => !isUsable(state));
        continue;
      }
      const engine = deps.engine();
      const meanwhile = createMissedChanges(loaded);
      missed = meanwhile;
      const filled = await loadIndex(parts, engine, found, stopping.signal)
        .finally(() => {
          missed = undefined;
        })
        .catch(async (error: unknown) => {
          // One that is shared and silent answers by other means: nobody has to wait for it.
          if (!engine.shared || loaded || stopping.signal.aborted) throw error;
          const nothing: Filled = { state: found, vocabulary: await readVocabulary(deps.catalogue()), filling: '' };
          return nothing;
        });
      if (filled === 'lost') await buildForReaders((state) => state?.generation === found.generation);
      if (filled === 'lost' || filled === 'replaced') continue;
      const {
        state: { generation, sequence, ownSequence, columns },
        vocabulary,
        filling,
      } = filled;
      keeping = filled.keeping;
      const fresh = {
        filling,
        products: filled.state.products,
        generation,
        sequence,
        ownSequence,
        columns,
        own: idsOf(columns),
        vocabulary,
        engine,
      };
      const lacks = meanwhile.after(fresh);
      // What another process brought into an engine of all of them is in there, or follows from its position.
      if (lacks && !engine.shared) await takeOver(fresh, lacks.changed);
      loaded = { ...fresh, ...(engine.shared ? undefined : lacks?.position) };
      return;
    }
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
    await deps.chooseEngine?.();
    if (!loaded) await load();
    else if (loaded.engine !== deps.engine()) await renew(load, loaded.engine.stats().products);
    if (!(await followOthers())) return;
    const before = loaded;
    if (!before) return;
    const state = await table.state();
    if (state?.generation !== before.generation) await renew(load, before.engine.stats().products);
    await followNames();
    await followChanges(state?.announced ?? 0);
    await followSources(state);
    const { pending } = before.engine.stats();
    if (pending > MERGE_FROM) void inBackground(load);
  }

  /**
   * An engine that is shared says itself how far it is: others go on with it, fill it anew, or bring it back from an older copy.
   * @returns whether it can be written to; what waits meanwhile is brought in when it can
   */
  async function followOthers(): Promise<boolean> {
    const before = loaded;
    if (!before?.engine.shared) return true;
    let there: EnginePosition | undefined;
    try {
      there = await before.engine.shared.position();
    } catch {
      // Whoever chose it tells of it; it answers by other means.
      return false;
    }
    if (there?.filling !== before.filling) await renew(load, before.products);
    else if (loaded === before) loaded = { ...before, sequence: there.sequence, ownSequence: there.ownSequence };
    return true;
  }

  async function followChanges(announcedUpTo: number): Promise<void> {
    if (!loaded) return;
    const changes = await findChanges(parts, loaded, announcedUpTo);
    if (changes.everything) {
      const reached = await deps.catalogue().lastChange();
      const rebuild = async (): Promise<void> => {
        await buildForReaders(
          (state) => !isUsable(state) || state.sequence < reached || state.ownSequence < announcedUpTo,
        );
        await load();
      };
      return renew(rebuild, await deps.catalogue().count());
    }
    if (changes.ids.length > 0) await applyChanges(changes.ids, changes.position);
  }

  /** A source that is new is asked for every product, behind the readers; one that is gone is forgotten, and asked anew when it comes back. The others stay as they are. */
  async function followSources(state: IndexState | undefined): Promise<void> {
    const wanted = sources.wanted();
    if (!wanted || !loaded || !state || state.generation !== loaded.generation) return;
    const ids = new Set([...wanted].map(idOf));
    const kept = state.columns.filter(({ source }) => ids.has(idOf(source)));
    if (kept.length < state.columns.length) await forget(state, kept);
    const resting = sources.resting();
    const missing = ({ columns }: IndexState): string[] =>
      [...wanted].filter((source) => !resting.has(source) && !columns.some((column) => column.source === source));
    if (missing(state).length > 0) {
      const add = async (): Promise<void> => {
        await addColumns(parts, missing);
        await load();
      };
      return renew(add, loaded.engine.stats().products);
    }
    if (sameColumns(loaded.columns, kept)) return;
    const known = loaded.columns;
    if (kept.some(({ column }) => known.every((one) => one.column !== column)))
      return renew(load, loaded.engine.stats().products);
    loaded = { ...loaded, columns: kept, own: idsOf(kept) };
  }

  /** What a source that is gone has said is not read any more, and its rows go as soon as nobody builds. */
  async function forget(state: IndexState, kept: readonly OwnColumn[]): Promise<void> {
    await renew(() => dropColumns(parts, state, kept), state.products);
  }

  async function applyChanges(ids: readonly number[], position: IndexPosition): Promise<void> {
    if (!loaded) return;
    if (loaded.engine.shared) return applyShared(loaded, loaded.engine.shared, ids, position);
    const changed = await readChanged(parts, ids);
    const current = loaded;
    await takeOver(current, changed);
    missed?.add(changed);
    await table.advance(current.generation, position, rowsOf(changed, current.vocabulary));
    missed?.reach(position);
    // A load that ended meanwhile starts from its own, earlier number and comes by here again.
    if (loaded === current)
      loaded = {
        ...current,
        sequence: Math.max(current.sequence, position.sequence),
        ownSequence: Math.max(current.ownSequence, position.ownSequence),
      };
  }

  /** What is read while nobody else writes is never older than what is there; the tables come first, so that whoever is stopped in between leaves nothing out. */
  async function applyShared(
    current: Loaded,
    shared: SharedEngine,
    ids: readonly number[],
    position: IndexPosition,
  ): Promise<void> {
    await shared.exclusively(async () => {
      const there = await shared.position();
      if (
        there?.filling !== current.filling ||
        there.sequence < current.sequence ||
        there.ownSequence < current.ownSequence
      )
        return;
      const reached = {
        sequence: Math.max(there.sequence, position.sequence),
        ownSequence: Math.max(there.ownSequence, position.ownSequence),
      };
      if (there.sequence !== reached.sequence || there.ownSequence !== reached.ownSequence) {
        const changed = await readChanged(parts, ids);
        await table.advance(current.generation, position, rowsOf(changed, current.vocabulary));
        await takeOver(current, changed);
        await shared.reach({ filling: current.filling, ...reached });
      }
      if (loaded === current) loaded = { ...current, ...reached };
    });
  }

  /** Brings changed products into an engine that was filled; one that answers at once is done when this returns. */
  function takeOver(
    { engine, vocabulary, own }: Loaded,
    { products, removals, said }: ChangedProducts,
  ): MaybePromise<void> {
    return engine.apply({
      upserts: products.map((product) => toFacetRecord(product, vocabulary, heldOf(said.values.get(product.id), own))),
      removals,
    });
  }

  /** New names are shown at once; products of terms that are called otherwise or stand elsewhere are brought in behind the readers. */
  async function followNames(): Promise<void> {
    if (!loaded) return;
    const [before, vocabulary] = [loaded, await names()];
    if (loaded !== before || vocabulary === before.comparedWith) return;
    const terms = changedTerms(before.vocabulary, vocabulary);
    if (!terms) return renew(load, before.engine.stats().products);
    loaded = { ...before, vocabulary, comparedWith: vocabulary };
    if (terms.length === 0) return;
    const { engine, generation, columns } = before;
    await renamed({ table, engine, generation, columns, vocabulary }, terms)
      .then((done) => (done ? undefined : renew(load, engine.stats().products)))
      .catch(async (error: unknown) => {
        log.warn('products could not be brought in under new names; everything is read anew', { error: String(error) });
        await renew(load, engine.stats().products);
      });
  }

  async function renamed(given: Renamed, terms: readonly Term[]): Promise<boolean> {
    const { shared } = given.engine;
    if (!shared) return renameProducts(given, terms, stopping.signal);
    return shared.exclusively(async () => {
      const there = await shared.position();
      const done = there !== undefined && (await renameProducts(given, terms, stopping.signal));
      if (!done || !loaded) return false;
      const filling = fillingOf(given, given.vocabulary);
      await shared.reach({ ...there, filling });
      if (loaded.generation === given.generation) loaded = { ...loaded, filling };
      return true;
    });
  }

  function startCheck(): Promise<void> {
    if (checking) return checking;
    const upTo = announced;
    // Others wait for it too, so it must not depend on a transaction of whoever asked first.
    checking = db
      .detached(check)
      .then(() => {
        seen = upTo;
      })
      .finally(() => {
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
          await inTime(
            seen < announced ? startNewCheck() : startCheck(),
            behind ? patience.firstMs : patience.nextMs,
            !loaded,
          );
        } catch (error) {
          if (!loaded) throw error;
          log.warn('the index could not be compared with the catalogue; the last known state answers', {
            error: String(error),
          });
        }
      }
      return current();
    },

    async rebuild(progress = () => undefined) {
      const totals = await build(progress, () => true);
      await startNewCheck();
      // Whoever asked for it may end the process.
      await keeping;
      return totals;
    },

    async totals() {
      const { products, rows } = await table.totals();
      return { indexed_products: products, indexed_rows: rows };
    },
  };

  function current(): Snapshot {
    if (!loaded) throw indexMissing();
    const { engine, vocabulary, generation, sequence, ownSequence, own } = loaded;
    return { engine, vocabulary, generation, sequence, ownSequence, own };
  }
}

/** There is no index to answer from. */
export function indexMissing(): PlinthError {
  return new PlinthError('facet_index_missing', 'The filter is being prepared.', {
    cure: 'Try again in a minute, or run `npx plinth facet reindex`.',
    status: 503,
  });
}
