import { PlinthError } from 'plinth';
import type { GroongaClient } from './groonga-client.js';
import { type IndexRecord, readRecord } from './server-filling.js';
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
  current(): IndexRecord | undefined;
  /** Reads which tables are current. */
  fetchRecord(): Promise<IndexRecord | undefined>;
  /** Returns the record of the tables to write to; may only be called while holding the write lock. */
  fetchForWrite(): Promise<IndexRecord>;
  /** Records that this process changed the current tables. */
  setCurrent(filling: IndexRecord): void;
  /** Returns the tables to query for a record. */
  queryTarget(filling: IndexRecord): QueryTarget;
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
  let current: IndexRecord | undefined;
  let totals: { readonly record: IndexRecord; readonly readAt: number; readonly totals: ServerTotals } | undefined;

  const targetOf = ({ id, columns }: IndexRecord): QueryTarget => ({ client, tables: tablesOf(name, id), columns });

  async function fetchRecord(): Promise<IndexRecord | undefined> {
    if (!shouldQuery())
      throw new PlinthError('facet_server_unavailable', 'The search server did not respond to a recent request.', {
        hint: 'Start the search server, or remove its address under Product filter → Search server.',
        status: 503,
        kind: 'outage',
      });
    try {
      const found = await readRecord(client, name);
      current = found;
      if (
        found &&
        (totals?.record.id !== found.id ||
          (totals.record.sequence !== found.sequence && now() - totals.readAt >= TOTALS_INTERVAL_MS))
      )
        totals = { record: found, readAt: now(), totals: await readTotals(targetOf(found)) };
      reportOutcome(undefined);
      return found;
    } catch (error) {
      reportOutcome(error);
      throw error;
    }
  }

  async function written(): Promise<IndexRecord> {
    const found = await fetchRecord();
    if (!found)
      throw new PlinthError('facet_server_empty', 'The search server no longer has the products of this site.', {
        hint: 'No action is needed; they are loaded again automatically.',
        status: 503,
      });
    return found;
  }

  return {
    current: () => current,
    fetchRecord,
    fetchForWrite: written,
    setCurrent(filling) {
      current = filling;
    },
    queryTarget: targetOf,
    totals: () => totals?.totals ?? NO_TOTALS,
  };
}
