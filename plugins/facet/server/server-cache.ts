import { PlinthError } from 'plinth';
import type { GroongaClient } from './groonga-client.js';
import { type IndexState, readIndexState } from './server-state.js';
import type { QueryTarget } from './server-query.js';
import { tablesOf } from './server-tables.js';
import { NO_TOTALS, readTotals, type ServerTotals } from './server-totals.js';

export interface ServerCacheDeps {
  readonly client: GroongaClient;
  /** Prefix of this site's tables on the server, which other sites may share: Latin letters and digits. */
  readonly name: string;
  /** Reports that the server responds, or why it does not. */
  onOutcome(error: unknown): void;
  /** Whether to query the server; during an outage, visitors do not wait for it. */
  shouldQuery(): boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

/** The tables of the server that are currently read, and their contents. */
export interface ServerCache {
  /** Returns the tables as last seen. */
  current(): IndexState | undefined;
  /** Reads which tables are current. */
  fetchState(): Promise<IndexState | undefined>;
  /** Returns the state of the tables to write to; may only be called while holding the write lock. */
  fetchStateForWrite(): Promise<IndexState>;
  /** Records that this process changed the current tables. */
  setCurrent(state: IndexState): void;
  /** Returns the tables to query for a state of the index. */
  queryTarget(state: IndexState): QueryTarget;
  /** Returns the totals of the whole catalog. */
  totals(): ServerTotals;
}

/** Interval after which the totals of the whole catalog are read again if anything changed, in milliseconds. */
const TOTALS_INTERVAL_MS = 10_000;

export function createServerCache({
  client,
  name,
  onOutcome: reportOutcome,
  shouldQuery,
  now = Date.now,
}: ServerCacheDeps): ServerCache {
  let current: IndexState | undefined;
  let totals: { readonly state: IndexState; readonly readAt: number; readonly totals: ServerTotals } | undefined;

  const targetOf = ({ id, columns }: IndexState): QueryTarget => ({ client, tables: tablesOf(name, id), columns });

  async function fetchState(): Promise<IndexState | undefined> {
    if (!shouldQuery())
      throw new PlinthError('facet_server_unavailable', 'The search server did not respond to a recent request.', {
        hint: 'Start the search server, or remove its address under Product filter → Search server.',
        status: 503,
        kind: 'outage',
      });
    try {
      const found = await readIndexState(client, name);
      current = found;
      if (
        found &&
        (totals?.state.id !== found.id ||
          (totals.state.sequence !== found.sequence && now() - totals.readAt >= TOTALS_INTERVAL_MS))
      )
        totals = { state: found, readAt: now(), totals: await readTotals(targetOf(found)) };
      reportOutcome(undefined);
      return found;
    } catch (error) {
      reportOutcome(error);
      throw error;
    }
  }

  async function fetchStateForWrite(): Promise<IndexState> {
    const found = await fetchState();
    if (!found)
      throw new PlinthError('facet_server_empty', 'The search server no longer has the products of this site.', {
        hint: 'No action is needed; they are loaded again automatically.',
        status: 503,
      });
    return found;
  }

  return {
    current: () => current,
    fetchState,
    fetchStateForWrite,
    setCurrent(state) {
      current = state;
    },
    queryTarget: targetOf,
    totals: () => totals?.totals ?? NO_TOTALS,
  };
}
