import { randomBytes } from 'node:crypto';
import { type Database, type HostFunctions, type PluginLog, PlinthError } from 'plinth';
import type { EngineAnswer, EngineQuery, FacetEngine } from '../engine/types.js';
import { MAX_PRODUCTS } from '../index/fallback.js';
import { createGroongaClient, type GroongaClient, serverOrigin } from './groonga-client.js';
import { createServerEngine } from './server-engine.js';

export const SERVER_OPTION = 'facet_search_server';

/** How the search server does, as this process sees it. */
export interface ServerStatus {
  readonly origin: string;
  /** Why it does not answer; undefined when it does. */
  readonly problem?: string;
  /** Milliseconds since 1970, when that began. */
  readonly silentSince?: number;
  /** Questions of this process since it started: by the server, and by the tables because it does not know them, or did not answer. */
  readonly answered: { readonly server: number; readonly unknown: number; readonly silent: number };
}

/** Which engine answers: the one in memory, or a search server that the owner names. @since 0.3.0 */
export interface EngineChoice {
  current(): FacetEngine;
  /** Takes over what the setting says now. */
  follow(): Promise<void>;
  /** Saves the address of a server, or none. @param origin as `serverOrigin` makes it; empty for the engine in memory */
  choose(origin: string): Promise<void>;
  /** Undefined while the engine in memory answers. */
  status(): ServerStatus | undefined;
}

interface EngineChoiceDeps {
  readonly options: Pick<HostFunctions, 'getOption' | 'updateOption'>;
  readonly db: Pick<Database, 'withLock'>;
  readonly log: PluginLog;
  readonly memory: () => FacetEngine;
  /** Answers from the tables, in SQL; undefined where there are more products than that. */
  readonly tables: (query: EngineQuery, max: number) => Promise<EngineAnswer | undefined>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Chosen {
  readonly origin: string;
  readonly name: string;
  readonly engine: () => FacetEngine;
  readonly status: () => ServerStatus | undefined;
  /** Asks a server that was silent whether it is back. */
  readonly revive: () => Promise<void>;
}

/** Of more products, an answer that knows nearness and places is not worth the seconds that SQL takes for it. */
export const MAX_BETTER = 300;
/** After it did not answer, nobody waits for it for so long. */
const REST_MS = 10_000;
/** Filling a server may take as long as building an index. */
const WAIT_MS = 600_000;

export function createEngineChoice(deps: EngineChoiceDeps): EngineChoice {
  const { options, db, log, now = Date.now } = deps;
  const inTurn = createQueue();
  let chosen: Chosen | undefined;

  function inMemory(): Chosen {
    const engine = deps.memory();
    return { origin: '', name: '', engine: () => engine, status: () => undefined, revive: async () => undefined };
  }

  function onServer(origin: string, name: string, client: GroongaClient): Chosen {
    const answered = { server: 0, unknown: 0, silent: 0 };
    /** Fills in for the server while it is silent; the process holds the catalogue as long. */
    let standby: FacetEngine | undefined;
    let failure: { readonly problem: string; readonly since: number; readonly until: number } | undefined;
    const server = createServerEngine({
      client,
      name,
      exclusively: (lock, work) => db.withLock(`facet-server-${lock}`, work, { wait: WAIT_MS }),
      worthAsking: () => !failure || now() >= failure.until,
      answered: () => void answered.server++,
      async instead(query, why) {
        const answer = await inTurn(() => deps.tables(query, why === 'silent' ? MAX_PRODUCTS : MAX_BETTER));
        if (answer) answered[why]++;
        return answer;
      },
      told(error) {
        if (error === undefined) {
          if (failure) log.info('the search server answers again', { origin });
          failure = undefined;
          standby = undefined;
          return;
        }
        const problem = error instanceof Error ? error.message : 'unknown';
        if (!failure) log.error('the search server does not answer; the tables do', { origin, error: problem });
        failure = { problem, since: failure?.since ?? now(), until: now() + REST_MS };
      },
    });
    return {
      origin,
      name,
      engine: () => (failure ? (standby ??= deps.memory()) : server),
      async revive() {
        if (failure && now() >= failure.until) await server.shared?.position().catch(() => undefined);
      },
      status: () => ({
        origin,
        ...(failure ? { problem: failure.problem, silentSince: failure.since } : {}),
        answered,
      }),
    };
  }

  async function setting(): Promise<{ readonly origin: string; readonly name: string }> {
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
    const { origin, name } = await setting();
    if (chosen && chosen.origin === origin && (origin === '' || chosen.name === name)) return chosen.revive();
    chosen = origin === '' ? inMemory() : onServer(origin, name, createGroongaClient({ origin }));
  }

  return {
    current: () => (chosen ??= inMemory()).engine(),
    follow,
    async choose(origin) {
      const { name } = await setting();
      // Sites that share a server are told apart by it.
      await options.updateOption(SERVER_OPTION, {
        address: origin,
        name: name || `plinth${randomBytes(6).toString('hex')}`,
      });
      await follow();
    },
    status: () => chosen?.status(),
  };
}

/** How many questions wait for the tables at most; of a large catalogue each keeps the database busy for seconds. */
const MAX_WAITING = 8;

/** Lets slow questions go one after the other, and refuses what would wait too long. @throws PlinthError `facet_index_missing` */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= MAX_WAITING)
      throw new PlinthError('facet_index_missing', 'The filter is being prepared.', {
        hint: 'Try again in a minute.',
        status: 503,
      });
    waiting++;
    const mine = last.then(work, work).finally(() => waiting--);
    last = mine;
    return mine;
  };
}
