import { type Database, type MaybePromise, PlinthError, type PluginLog } from 'plinth';
import type { FacetEngine } from '../engine/types.js';
import type { Catalogue } from './catalogue.js';
import { NO_SOURCES, type SourceReader } from './facet-source.js';
import { createFollowChanges, createFollowNames, createFollowOthers, createFollowSources } from './follow-changes.js';
import { createIndexBackground } from './index-background.js';
import type { IndexCopies } from './index-copies.js';
import { createIndexLoading } from './index-loading.js';
import type { IndexTable } from './index-table.js';
import type { LoadDeps } from './load-index.js';
import { indexMissing, type LiveState, type Snapshot } from './loaded.js';
import type { IndexTotals, RebuildProgress } from './rebuild.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

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
/** The small segment grows to this before it is merged: with every change it is made anew at once. */
const MERGE_FROM = 1000;

export function createLiveIndex(deps: LiveIndexDeps): LiveIndex {
  const { db, table, log, sources = NO_SOURCES, now = Date.now, patience = PATIENCE } = deps;
  const parts: LoadDeps = { ...deps, sources, now };
  const live: LiveState = { loaded: undefined, missed: undefined, keeping: undefined };
  const stopping = new AbortController();
  const { signal } = stopping;
  const loading = createIndexLoading({ parts, engine: deps.engine, live, signal });
  const { begin, renew } = createIndexBackground(log, signal);
  const following = { parts, live, loading, renew };
  const followOthers = createFollowOthers(following);
  const followChanges = createFollowChanges(following);
  const followSources = createFollowSources(following);
  const followNames = createFollowNames({
    ...following,
    log,
    signal,
    names: deps.names ?? (() => readVocabulary(deps.catalogue())),
  });

  async function check(): Promise<void> {
    await deps.chooseEngine?.();
    if (!live.loaded) await loading.load();
    else if (live.loaded.engine !== deps.engine()) await renew(loading.load, live.loaded.engine.stats().products);
    if (!(await followOthers())) return;
    const before = live.loaded;
    if (!before) return;
    const state = await table.state();
    if (state?.generation !== before.generation) await renew(loading.load, before.engine.stats().products);
    await followNames();
    await followChanges(state?.announced ?? 0);
    await followSources(state);
    const { pending } = before.engine.stats();
    if (pending > MERGE_FROM) void begin(loading.load);
  }

  const checks = createChecks({ check: () => db.outsideTransaction(check), now });

  return {
    expire: checks.expire,
    refresh: checks.startNew,
    stop() {
      stopping.abort(new PlinthError('facet_index_stopped', 'The site stops, and the index with it.', { status: 503 }));
    },

    async fresh() {
      const behind = live.loaded?.engine !== deps.engine();
      if (behind || checks.due()) {
        try {
          await inTime(checks.startWanted(), behind ? patience.firstMs : patience.nextMs, !live.loaded);
        } catch (error) {
          if (!live.loaded) throw error;
          log.warn('the index could not be compared with the catalogue; the last known state answers', {
            error: String(error),
          });
        }
      }
      return snapshotOf(live);
    },

    async rebuild(progress = () => undefined) {
      const totals = await loading.build(progress, () => true);
      await checks.startNew();
      // Whoever asked for it may end the process.
      await live.keeping;
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
  const { engine, vocabulary, generation, sequence, ownSequence, own } = loaded;
  return { engine, vocabulary, generation, sequence, ownSequence, own };
}

/** Checks of the index against the catalogue, one at a time. */
interface Checks {
  /** The catalogue has changed: the next reader looks for it. */
  expire(): void;
  /** Whether it is time for one. */
  due(): boolean;
  /** Begins one that sees all that was said to have changed. */
  startWanted(): Promise<void>;
  /** Begins one, even where another is under way, which may have looked before the change that is asked for. */
  startNew(): Promise<void>;
}

/** @param check for all readers, so it must not depend on a transaction of whoever asked first */
function createChecks({ check, now }: { readonly check: () => Promise<void>; readonly now: () => number }): Checks {
  let checkedAt = 0;
  /** How often the catalogue was said to have changed, and how much of that a finished check has seen. */
  let announced = 0;
  let seen = 0;
  let checking: Promise<void> | undefined;

  function start(): Promise<void> {
    if (checking) return checking;
    const upTo = announced;
    checking = check()
      .then(() => {
        seen = upTo;
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
    due: () => seen < announced || now() - checkedAt >= CHECK_EVERY_MS,
    startWanted: () => (seen < announced ? startNew() : start()),
    startNew,
  };
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
