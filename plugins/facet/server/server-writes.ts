import { randomBytes } from 'node:crypto';
import { PlinthError } from 'plinth';
import type { FacetEngine, FacetRecord } from '../engine/types.js';
import type { GroongaClient } from './groonga-client.js';
import { createStateTable, readIndexState, writeIndexState } from './server-state.js';
import type { ServerCache } from './server-cache.js';
import { writeChanges, writeRecords } from './server-rows.js';
import { type Columns, createTables, dropTables, addColumns, indexTables, tablesOf } from './server-tables.js';
import { readTotals } from './server-totals.js';

export interface ServerWritesDeps {
  readonly client: GroongaClient;
  /** Prefix of this site’s tables on the server. */
  readonly name: string;
  /** Runs work while no other process of the site holds the lock of that name. */
  withLock<T>(name: 'fill' | 'write', work: () => Promise<T>): Promise<T>;
}

/** Writes products into the server. */
export interface ServerWrites {
  readonly build: FacetEngine['build'];
  /** Writes products to the current tables. */
  write(records: readonly FacetRecord[], removals: readonly number[]): Promise<void>;
}

const NO_COLUMNS: Columns = { values: new Map(), numbers: new Map() };

export function createServerWrites(
  { client, name, withLock }: ServerWritesDeps,
  { fetchState, fetchStateForWrite, setCurrent }: ServerCache,
): ServerWrites {
  async function write(records: readonly FacetRecord[], removals: readonly number[]): Promise<void> {
    const state = await fetchStateForWrite();
    const tables = tablesOf(name, state.id);
    const columns = await addColumns(client, tables, state.columns, records, true);
    await writeChanges(client, tables, columns, { upserts: records, removals });
    if (columns.values.size + columns.numbers.size === state.columns.values.size + state.columns.numbers.size) return;
    const newState = { ...state, columns };
    setCurrent(newState);
    await writeIndexState(client, name, newState);
  }

  /** Fills new tables with all records. */
  async function fill(
    id: string,
    records: AsyncIterable<readonly FacetRecord[]>,
    signal: AbortSignal | undefined,
  ): Promise<Columns> {
    const tables = tablesOf(name, id);
    await createTables(client, tables);
    let columns = NO_COLUMNS;
    const writtenCounts = { products: 0, documents: 0 };
    for await (const batch of records) {
      signal?.throwIfAborted();
      columns = await addColumns(client, tables, columns, batch, false);
      await writeRecords(client, tables, columns, batch);
      writtenCounts.products += batch.length;
      writtenCounts.documents += batch.reduce((sum, { docs }) => sum + docs.length, 0);
    }
    await indexTables(client, tables, columns);
    signal?.throwIfAborted();
    const serverStats = (await readTotals({ client, tables, columns })).stats;
    if (serverStats.products !== writtenCounts.products || serverStats.documents !== writtenCounts.documents)
      throw new PlinthError(
        'facet_server_incomplete',
        `The search server has ${serverStats.products} products and ${serverStats.documents} variations instead of ${writtenCounts.products} and ${writtenCounts.documents}.`,
        { hint: 'Check its log, then rebuild the index: `npx plinth facet reindex`.', status: 503 },
      );
    return columns;
  }

  /** Fills new tables and makes them the current ones. */
  const build: FacetEngine['build'] = (records, signal, position) =>
    withLock('fill', async () => {
      await createStateTable(client, name);
      // Another process may have written the same data while this one waited.
      if (position && (await fetchState())?.fingerprint === position.fingerprint) return;
      const id = randomBytes(6).toString('hex');
      const columns = await fill(id, records, signal);
      await withLock('write', async () => {
        const previous = await readIndexState(client, name);
        await writeIndexState(client, name, {
          id,
          previous: previous?.id ?? '',
          columns,
          ...(position ?? { fingerprint: '', sequence: 0, ownSequence: 0 }),
        });
      });
      const current = await fetchState();
      await dropTables(client, name, [id, current?.previous ?? '']);
    });

  return { build, write };
}
