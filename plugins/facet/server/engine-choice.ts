import { randomBytes } from 'node:crypto';
import { type Database, type HostFunctions, type PluginLog, PlinthError } from 'plinth';
import type { EngineResult, EngineQuery, FacetEngine } from '../engine/types.js';
import { MAX_PRODUCTS } from '../index/fallback.js';
import { createGroongaClient, type GroongaClient, serverOrigin } from './groonga-client.js';
import { createServerEngine } from './server-engine.js';

export const SERVER_OPTION = 'facet_search_server';

/** Status of the search server in this process. */
export interface ServerStatus {
  readonly origin: string;
  /** Error message; undefined while the server responds. */
  readonly error?: string;
  /** Start of the outage, in milliseconds since the Unix epoch. */
  readonly downSince?: number;
  /**
   * Number of queries of this process since it started: answered by the server, and by the tables because the server
   * does not support them or did not respond.
   */
  readonly queryCounts: { readonly server: number; readonly unsupported: number; readonly unavailable: number };
}

/**
 * Selects the engine: the in-memory engine, or a search server that the owner configures.
 * @since 0.1.0
 */
export interface EngineChoice {
  current(): FacetEngine;
  /** Applies the current setting. */
  applySetting(): Promise<void>;
  /**
   * Saves the address of a server, or none.
   * @param origin result of `serverOrigin`; empty for the in-memory engine
   */
  setServer(origin: string): Promise<void>;
  /** Returns the status of the server; undefined while the in-memory engine is used. */
  status(): ServerStatus | undefined;
}

interface EngineChoiceDeps {
  readonly options: Pick<HostFunctions, 'getOption' | 'updateOption'>;
  readonly db: Pick<Database, 'withLock'>;
  readonly log: PluginLog;
  readonly memory: () => FacetEngine;
  /** Answers from the tables in SQL; undefined if there are more products than `max`. */
  readonly tables: (query: EngineQuery, max: number) => Promise<EngineResult | undefined>;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

interface SelectedEngine {
  readonly origin: string;
  readonly name: string;
  readonly engine: () => FacetEngine;
  readonly status: () => ServerStatus | undefined;
  /** Checks whether an unavailable server responds again. */
  readonly recheck: () => Promise<void>;
}

/** Maximum number of products for which queries use SQL to support ranking and placement, which takes seconds. */
export const MAX_SQL_PRODUCTS = 300;
/** Time after a failure in which the server is not queried, in milliseconds. */
const RETRY_AFTER_MS = 10_000;
/** Timeout for a lock, in milliseconds; filling a server may take as long as building an index. */
const LOCK_TIMEOUT_MS = 600_000;

export function createEngineChoice(deps: EngineChoiceDeps): EngineChoice {
  const { options, db, log, now = Date.now } = deps;
  const runQueued = createQueue();
  let selected: SelectedEngine | undefined;

  function selectMemory(): SelectedEngine {
    const engine = deps.memory();
    return { origin: '', name: '', engine: () => engine, status: () => undefined, recheck: async () => undefined };
  }

  function selectServer(origin: string, name: string, client: GroongaClient): SelectedEngine {
    const queryCounts = { server: 0, unsupported: 0, unavailable: 0 };
    /** Replaces the server during an outage; the process then loads the catalog into memory. */
    let standby: FacetEngine | undefined;
    let failure: { readonly error: string; readonly since: number; readonly until: number } | undefined;
    const server = createServerEngine({
      client,
      name,
      withLock: (lock, work) => db.withLock(`facet-server-${lock}`, work, { wait: LOCK_TIMEOUT_MS }),
      shouldQuery: () => !failure || now() >= failure.until,
      onAnswered: () => void queryCounts.server++,
      async fallback(query, reason) {
        const result = await runQueued(() =>
          deps.tables(query, reason === 'unavailable' ? MAX_PRODUCTS : MAX_SQL_PRODUCTS),
        );
        if (result) queryCounts[reason]++;
        return result;
      },
      onOutcome(error) {
        if (error === undefined) {
          if (failure) log.info('the search server responds again', { origin });
          failure = undefined;
          standby = undefined;
          return;
        }
        const problem = error instanceof Error ? error.message : 'unknown';
        if (!failure)
          log.error('the search server does not respond; queries are answered by the database', {
            origin,
            error: problem,
          });
        failure = { error: problem, since: failure?.since ?? now(), until: now() + RETRY_AFTER_MS };
      },
    });
    return {
      origin,
      name,
      engine: () => (failure ? (standby ??= deps.memory()) : server),
      async recheck() {
        if (failure && now() >= failure.until) await server.shared?.position().catch(() => undefined);
      },
      status: () => ({
        origin,
        ...(failure ? { error: failure.error, downSince: failure.since } : {}),
        queryCounts: queryCounts,
      }),
    };
  }

  async function readSetting(): Promise<{ readonly origin: string; readonly name: string }> {
    const stored =
      (await options.getOption<{ readonly address?: unknown; readonly name?: unknown } | null>(SERVER_OPTION, null)) ??
      {};
    const name = typeof stored.name === 'string' && /^[a-z0-9]{4,40}$/.test(stored.name) ? stored.name : '';
    return {
      origin: typeof stored.address === 'string' && name !== '' ? (serverOrigin(stored.address) ?? '') : '',
      name,
    };
  }

  async function follow(): Promise<void> {
    const { origin, name } = await readSetting();
    if (selected && selected.origin === origin && (origin === '' || selected.name === name)) return selected.recheck();
    selected = origin === '' ? selectMemory() : selectServer(origin, name, createGroongaClient({ origin }));
  }

  return {
    current: () => (selected ??= selectMemory()).engine(),
    applySetting: follow,
    async setServer(origin) {
      const { name } = await readSetting();
      // Sites that share a server are told apart by the name.
      await options.updateOption(SERVER_OPTION, {
        address: origin,
        name: name || `plinth${randomBytes(6).toString('hex')}`,
      });
      await follow();
    },
    status: () => selected?.status(),
  };
}

/** Maximum number of queries waiting for the tables; with a large catalog, each keeps the database busy for seconds. */
const MAX_WAITING = 8;

/**
 * Runs slow queries one at a time, and rejects those that would wait too long.
 * @throws PlinthError `facet_index_not_found`
 */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= MAX_WAITING)
      throw new PlinthError('facet_index_not_found', 'The filter is being prepared.', {
        hint: 'Try again in a minute.',
        status: 503,
      });
    waiting++;
    const turn = last.then(work, work).finally(() => waiting--);
    last = turn;
    return turn;
  };
}
