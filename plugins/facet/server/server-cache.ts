import { PlinthError } from 'plinth';
import type { GroongaClient } from './groonga-client.js';
import { type IndexRecord, readFilling } from './server-filling.js';
import type { QueryTarget } from './server-query.js';
import { tablesOf } from './server-tables.js';
import { NO_TOTALS, readTotals, type ServerTotals } from './server-totals.js';

export interface ServerReadingsDeps {
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
export interface ServerReadings {
  /** Returns the tables as last seen. */
  current(): IndexRecord | undefined;
  /** Reads which tables are current. */
  fetchRecord(): Promise<IndexRecord | undefined>;
  /** Returns the filling to write to; may only be called while holding the lock of writers. */
  fetchForWrite(): Promise<IndexRecord>;
  /** Records that this process changed the current tables. */
  setCurrent(filling: IndexRecord): void;
  /** Returns the tables to query for a filling. */
  queryTarget(filling: IndexRecord): QueryTarget;
  /** Returns the totals of the whole catalog. */
  totals(): ServerTotals;
}

/** Interval after which the totals of the whole catalog are read again if anything changed, in milliseconds. */
const TOTALS_MS = 10_000;

export function createServerReadings({
  client,
  name,
  onOutcome: reportOutcome,
  shouldQuery,
  now = Date.now,
}: ServerReadingsDeps): ServerReadings {
  let current: IndexRecord | undefined;
  let totals: { readonly record: IndexRecord; readonly readAt: number; readonly totals: ServerTotals } | undefined;

  const askedOf = ({ id, columns }: IndexRecord): QueryTarget => ({ client, tables: tablesOf(name, id), columns });

  async function fetchRecord(): Promise<IndexRecord | undefined> {
    if (!shouldQuery())
      throw new PlinthError('facet_server_unavailable', 'The search server did not respond to a recent request.', {
        hint: 'Start the search server, or remove its address under Product filter → Search server.',
        status: 503,
        kind: 'outage',
      });
    try {
      const found = await readFilling(client, name);
      current = found;
      if (
        found &&
        (totals?.record.id !== found.id ||
          (totals.record.sequence !== found.sequence && now() - totals.readAt >= TOTALS_MS))
      )
        totals = { record: found, readAt: now(), totals: await readTotals(askedOf(found)) };
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
    queryTarget: askedOf,
    totals: () => totals?.totals ?? NO_TOTALS,
  };
}
