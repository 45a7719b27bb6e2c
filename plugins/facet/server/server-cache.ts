import { PlinthError } from 'plinth';
import type { GroongaClient } from './groonga-client.js';
import { type Filling, readFilling } from './server-filling.js';
import type { Asked } from './server-query.js';
import { tablesOf } from './server-tables.js';
import { NO_TOTALS, readTotals, type ServerTotals } from './server-totals.js';

export interface ServerReadingsDeps {
  readonly client: GroongaClient;
  /** Of this site's tables in the server, which others may share: Latin letters and digits. */
  readonly name: string;
  /** Tells that it is there, or why it is not. */
  told(error: unknown): void;
  /** Whether the server is worth asking: while it is silent, visitors do not wait for it. */
  worthAsking(): boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Which tables of the server are read now, and what they hold. */
export interface ServerReadings {
  /** The tables as they were seen last. */
  current(): Filling | undefined;
  /** Looks which tables are read now. */
  look(): Promise<Filling | undefined>;
  /** The filling to write into; only whoever holds the lock of writers asks. */
  written(): Promise<Filling>;
  /** This process has changed the tables that are read. */
  changed(filling: Filling): void;
  /** Whom to ask of a filling. */
  askedOf(filling: Filling): Asked;
  /** What the whole catalogue has. */
  totals(): ServerTotals;
}

/** What the whole catalogue has is asked again after so long, when something has changed. */
const TOTALS_MS = 10_000;

export function createServerReadings({
  client,
  name,
  told,
  worthAsking,
  now = Date.now,
}: ServerReadingsDeps): ServerReadings {
  let current: Filling | undefined;
  let totals: { readonly of: Filling; readonly at: number; readonly what: ServerTotals } | undefined;

  const askedOf = ({ id, columns }: Filling): Asked => ({ client, tables: tablesOf(name, id), columns });

  async function look(): Promise<Filling | undefined> {
    if (!worthAsking())
      throw new PlinthError('facet_server_silent', 'The search server did not answer a moment ago.', {
        hint: 'Start it, or take its address out of Product filter.',
        status: 503,
        kind: 'outage',
      });
    try {
      const found = await readFilling(client, name);
      current = found;
      if (
        found &&
        (totals?.of.id !== found.id || (totals.of.sequence !== found.sequence && now() - totals.at >= TOTALS_MS))
      )
        totals = { of: found, at: now(), what: await readTotals(askedOf(found)) };
      told(undefined);
      return found;
    } catch (error) {
      told(error);
      throw error;
    }
  }

  async function written(): Promise<Filling> {
    const found = await look();
    if (!found)
      throw new PlinthError('facet_server_empty', 'The search server has lost the products of this site.', {
        hint: 'They are filled in again by themselves.',
        status: 503,
      });
    return found;
  }

  return {
    current: () => current,
    look,
    written,
    changed(filling) {
      current = filling;
    },
    askedOf,
    totals: () => totals?.what ?? NO_TOTALS,
  };
}
