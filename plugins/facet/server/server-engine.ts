import { PlinthError } from 'plinth';
import type { EngineResult, EngineQuery, FacetEngine } from '../engine/types.js';
import { writeIndexState } from './server-state.js';
import { queryServer, findUnsupported } from './server-query.js';
import { createServerCache, type ServerCache, type ServerCacheDeps } from './server-cache.js';
import { createServerWrites, type ServerWritesDeps } from './server-writes.js';

interface ServerEngineDeps extends ServerCacheDeps, ServerWritesDeps {
  /**
   * Answers queries that the server does not support, and all queries during an outage.
   * @returns undefined if the catalog is too large for that
   */
  fallback(query: EngineQuery, reason: 'unsupported' | 'unavailable'): Promise<EngineResult | undefined>;
  /** Called for each query that the server answered. */
  onAnswered?(): void;
}

/**
 * Creates the engine on a Groonga server: tables that all processes of the site fill and read together, so that none of
 * them holds the catalog in memory. New tables are filled and then replace the old ones in one step. Every query names
 * its tables, so that no response mixes old and new tables.
 */
export function createServerEngine(deps: ServerEngineDeps): FacetEngine {
  const { client, name, withLock } = deps;
  const cache = createServerCache(deps);
  const { fetchState, fetchStateForWrite, setCurrent, queryTarget, totals } = cache;
  const { build, write } = createServerWrites(deps, cache);
  const query = createServerQuery(deps, cache);

  return {
    shared: {
      position: fetchState,
      withLock: (work) => withLock('write', work),
      async setPosition({ fingerprint, sequence, ownSequence }) {
        const next = { ...(await fetchStateForWrite()), fingerprint, sequence, ownSequence };
        await writeIndexState(client, name, next);
        setCurrent(next);
      },
    },

    build,
    apply: ({ upserts, removals }) => write(upserts, removals),

    async merge(records, signal) {
      for await (const batch of records) {
        signal?.throwIfAborted();
        await write(batch, []);
      }
    },

    async findByValues(source, values) {
      const state = await fetchStateForWrite();
      const n = state.columns.values.get(source);
      if (n === undefined || values.length === 0) return [];
      const all = await queryServer(queryTarget(state), {
        selections: [{ key: '', source, values, operator: 'or' }],
        ranges: [],
        scope: [],
        search: '',
        sort: '',
        page: 1,
        perPage: Math.max(1, totals().stats.products),
        counts: [],
        bounds: [],
      });
      return all.hits.map(({ id }) => id);
    },

    query,
    async suggest(search, scope, limit) {
      return (
        await query({
          selections: [],
          ranges: [],
          scope,
          search,
          sort: 'relevance',
          page: 1,
          perPage: limit,
          counts: [],
          bounds: [],
        })
      ).hits;
    },
    coverage: (source) =>
      [...totals().coverage]
        .filter(([key]) => key === source || key.startsWith(`${source}.`))
        .reduce((max, [, products]) => Math.max(max, products), 0),
    values: (source) => totals().values.get(source) ?? new Map<string, number>(),
    stats: () => totals().stats,
  };
}

/** Creates the function that answers from the server, or from the fallback during an outage. */
function createServerQuery(
  {
    fallback,
    onOutcome: reportOutcome,
    shouldQuery,
    onAnswered: countAnswer,
  }: Pick<ServerEngineDeps, 'fallback' | 'onOutcome' | 'shouldQuery' | 'onAnswered'>,
  { current, fetchState, queryTarget }: ServerCache,
): (query: EngineQuery) => Promise<EngineResult> {
  async function queryIndex(query: EngineQuery): Promise<EngineResult> {
    const record = current() ?? (await fetchState());
    if (!record)
      throw new PlinthError('facet_server_empty', 'The search server has no products of this site yet.', {
        status: 503,
      });
    try {
      return await queryServer(queryTarget(record), query);
    } catch (error) {
      // The tables may have been dropped meanwhile, after another process filled new ones twice.
      const found = await fetchState();
      if (!found || found.id === record.id) throw error;
      return queryServer(queryTarget(found), query);
    }
  }

  async function queryFallback(query: EngineQuery): Promise<EngineResult> {
    const result = await fallback(query, 'unavailable');
    if (!result)
      throw new PlinthError('facet_index_not_found', 'The filter is being prepared.', {
        hint: 'Try again in a minute; the search server does not respond.',
        status: 503,
      });
    return result;
  }

  return async (query) => {
    const fallbackAnswer = findUnsupported(query) ? await fallback(query, 'unsupported') : undefined;
    if (fallbackAnswer) return fallbackAnswer;
    if (!shouldQuery()) return queryFallback(query);
    let result: EngineResult;
    try {
      result = await queryIndex(query);
    } catch (error) {
      reportOutcome(error);
      return queryFallback(query);
    }
    reportOutcome(undefined);
    countAnswer?.();
    return result;
  };
}
