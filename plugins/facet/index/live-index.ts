import { type Database, PlinthError, type PluginLog } from 'plinth';
import type { FacetEngine } from '../engine/types.js';
import type { Catalog } from './catalog.js';
import { NO_SOURCES, type SourceReader } from './facet-source.js';
import {
  createFollowChanges,
  createFollowNames,
  createFollowOthers,
  createFollowPriceDisplay,
  createFollowSources,
} from './follow-changes.js';
import { createIndexBackground } from './index-background.js';
import type { IndexCopies } from './index-copies.js';
import { createIndexLoading } from './index-loading.js';
import type { IndexTable } from './index-table.js';
import type { LoadDeps } from './load-index.js';
import { indexMissing, type LiveState, type Snapshot } from './loaded.js';
import type { IndexTotals, RebuildProgress } from './rebuild.js';
import type { ShowsNetPrices } from './price-display.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

interface LiveIndexDeps {
  readonly db: Database;
  readonly table: IndexTable;
  readonly catalog: () => Catalog;
  readonly engine: () => FacetEngine;
  /** Updates the choice of `engine` from the settings; called before each check for changes. */
  readonly applyEngineSetting?: () => Promise<void>;
  readonly log: PluginLog;
  /** Returns the current names; the same object while they do not change. Read from the catalog when absent. */
  readonly vocabulary?: () => Promise<Vocabulary>;
  /** Values from extensions; none when absent. */
  readonly sources?: SourceReader;
  /** Whether lists show prices without tax; they do not when absent. */
  readonly showsNetPrices?: ShowsNetPrices;
  /** Stores copies for the next start; none are stored when absent. */
  readonly copies?: IndexCopies;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
  readonly timeouts?: Timeouts;
}

/** Timeouts of a reader, in milliseconds. */
interface Timeouts {
  /** Used while there is no data to answer with yet. */
  readonly initialMs: number;
  /** Used while older data is available. */
  readonly staleMs: number;
}

/**
 * Keeps the engine of this process in sync with the catalog and the index tables.
 * @since 0.1.0
 */
export interface LiveIndex {
  /** Returns the engine, at most half a second behind the database; loads it, and builds the index, if necessary. */
  getSnapshot(): Promise<Snapshot>;
  /** Marks the catalog as changed, so that the next reader checks for changes. */
  expire(): void;
  /** Checks for changes now. */
  refresh(): Promise<void>;
  /** Rebuilds the index, whatever its state. */
  rebuild(progress?: RebuildProgress): Promise<IndexTotals>;
  totals(): Promise<IndexTotals>;
  /** Aborts builds and loads at their next step when the process stops; published data remains. */
  stop(): void;
}

const CHECK_INTERVAL_MS = 500;
/** Timeouts for a load, which then continues in the background. */
const TIMEOUTS: Timeouts = { initialMs: 4000, staleMs: CHECK_INTERVAL_MS };
/**
 * Number of recently changed products from which the index is loaded again. Each change rebuilds the small segments.
 */
const MERGE_THRESHOLD = 1000;

export function createLiveIndex(deps: LiveIndexDeps): LiveIndex {
  const { db, table, log, sources = NO_SOURCES, now = Date.now, timeouts = TIMEOUTS } = deps;
  const { showsNetPrices = async () => false } = deps;
  const loadDeps: LoadDeps = { ...deps, sources, showsNetPrices, now };
  const live: LiveState = { loaded: undefined, missedChanges: undefined, pendingCopy: undefined };
  const stopController = new AbortController();
  const { signal } = stopController;
  const loading = createIndexLoading({ parts: loadDeps, engine: deps.engine, live, signal });
  const { start, renew } = createIndexBackground(log, signal);
  const followDeps = { parts: loadDeps, live, loading, renew };
  const followOthers = createFollowOthers(followDeps);
  const followChanges = createFollowChanges(followDeps);
  const followSources = createFollowSources(followDeps);
  const followPriceDisplay = createFollowPriceDisplay(followDeps);
  const followNames = createFollowNames({
    ...followDeps,
    log,
    signal,
    vocabulary: deps.vocabulary ?? (() => readVocabulary(deps.catalog())),
  });

  async function check(): Promise<void> {
    await deps.applyEngineSetting?.();
    if (!live.loaded) await loading.load();
    else if (live.loaded.engine !== deps.engine()) await renew(loading.load, live.loaded.engine.stats().products);
    if (!(await followOthers())) return;
    const before = live.loaded;
    if (!before) return;
    const state = await table.state();
    if (state?.generation !== before.generation) await renew(loading.load, before.engine.stats().products);
    await followNames();
    await followPriceDisplay();
    await followChanges(state?.announced ?? 0);
    await followSources(state);
    const { pending } = before.engine.stats();
    if (pending > MERGE_THRESHOLD) void start(loading.load);
  }

  /** Whether lists show prices without tax while the index has prices with it, or the other way round. */
  async function showsOtherPrices(): Promise<boolean> {
    const netPrices = await showsNetPrices();
    return netPrices !== undefined && live.loaded !== undefined && netPrices !== live.loaded.netPrices;
  }

  const checks = createChecks({ check: () => db.outsideTransaction(check), now });

  return {
    expire: checks.expire,
    refresh: checks.startNew,
    stop() {
      stopController.abort(
        new PlinthError('facet_index_canceled', 'Loading the index was canceled because the site is stopping.', {
          status: 503,
        }),
      );
    },

    async getSnapshot() {
      const engineChanged = live.loaded?.engine !== deps.engine();
      if (engineChanged || checks.isDue() || (await showsOtherPrices())) {
        try {
          await waitWithTimeout(
            checks.startCatchUp(),
            engineChanged ? timeouts.initialMs : timeouts.staleMs,
            !live.loaded,
          );
        } catch (error) {
          if (!live.loaded) throw error;
          log.warn('the index could not be compared with the catalog; queries use the last known state', {
            error: String(error),
          });
        }
      }
      return snapshotOf(live);
    },

    async rebuild(progress = () => undefined) {
      const totals = await loading.build(progress, () => true);
      await checks.startNew();
      // The caller may end the process afterwards.
      await live.pendingCopy;
      return totals;
    },

    async totals() {
      const { products, rows } = await table.totals();
      return { indexed_products: products, indexed_rows: rows };
    },
  };
}

function snapshotOf({ loaded }: LiveState): Snapshot {
  if (!loaded) throw indexMissing();
  const { engine, vocabulary, generation, sequence, ownSequence, customSources, netPrices } = loaded;
  return { engine, vocabulary, generation, sequence, ownSequence, customSources, netPrices };
}

/** Runs checks of the index against the catalog, one at a time. */
interface Checks {
  /** Marks the catalog as changed, so that the next reader checks for changes. */
  expire(): void;
  /** Whether a check is due. */
  isDue(): boolean;
  /** Starts a check that covers all announced changes. */
  startCatchUp(): Promise<void>;
  /** Starts a new check even if one is running, since that may have begun before the change in question. */
  startNew(): Promise<void>;
}

/** @param check runs for all readers, so it must not depend on the transaction of the first one */
function createChecks({ check, now }: { readonly check: () => Promise<void>; readonly now: () => number }): Checks {
  let checkedAt = 0;
  /** Number of announced changes. */
  let announced = 0;
  let checkedUpTo = 0;
  let checking: Promise<void> | undefined;

  function start(): Promise<void> {
    if (checking) return checking;
    const upTo = announced;
    checking = check()
      .then(() => {
        checkedUpTo = upTo;
      })
      .finally(() => {
        checkedAt = now();
        checking = undefined;
      });
    return checking;
  }

  async function startNew(): Promise<void> {
    await checking?.catch(() => undefined);
    await start();
  }

  return {
    expire() {
      announced++;
    },
    isDue: () => checkedUpTo < announced || now() - checkedAt >= CHECK_INTERVAL_MS,
    startCatchUp: () => (checkedUpTo < announced ? startNew() : start()),
    startNew,
  };
}

/** Waits up to a timeout; a reader with older data then continues with that. */
async function waitWithTimeout(work: Promise<void>, ms: number, isRequired: boolean): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => (isRequired ? reject(indexMissing()) : resolve()), ms);
  });
  work.catch(() => undefined);
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
