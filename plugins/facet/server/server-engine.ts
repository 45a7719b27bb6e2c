import { randomBytes } from 'node:crypto';
import { PlinthError } from 'plinth';
import type { EngineAnswer, EngineQuery, FacetEngine, FacetRecord } from '../engine/types.js';
import type { GroongaClient } from './groonga-client.js';
import { type Filling, prepareFillings, readFilling, writeFilling } from './server-filling.js';
import { type Asked, queryServer, unknownIn } from './server-query.js';
import { writeChanges, writeRecords } from './server-rows.js';
import { type Columns, createTables, dropTables, growColumns, indexTables, tablesOf } from './server-tables.js';
import { NO_TOTALS, readTotals, type ServerTotals } from './server-totals.js';

interface ServerEngineDeps {
  readonly client: GroongaClient;
  /** Of this site's tables in the server, which others may share: Latin letters and digits. */
  readonly name: string;
  /**
   * Answers what the server does not know, and everything while it does not answer.
   * @returns undefined where the catalogue is too large for that
   */
  instead(query: EngineQuery, why: 'unknown' | 'silent'): Promise<EngineAnswer | undefined>;
  /** Tells that it is there, or why it is not. */
  told(error: unknown): void;
  /** Tells of each question that the server answered. */
  answered?(): void;
  /** Whether the server is worth asking: while it is silent, visitors do not wait for it. */
  worthAsking(): boolean;
  /** Runs work while no other process of the site does anything under the name. */
  exclusively<T>(name: 'fill' | 'write', work: () => Promise<T>): Promise<T>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** What the whole catalogue has is asked again after so long, when something has changed. */
const TOTALS_MS = 10_000;
const NO_COLUMNS: Columns = { values: new Map(), numbers: new Map() };

/**
 * The engine on a Groonga server: tables that all processes of the site fill and read together, so that none of them holds the catalogue in memory.
 * Filled are new tables, which take the place of the old ones in one step; every question names the tables it is about, so that no answer is of two fillings.
 */
export function createServerEngine({
  client,
  name,
  instead,
  told,
  worthAsking,
  exclusively,
  answered,
  now = Date.now,
}: ServerEngineDeps): FacetEngine {
  let current: Filling | undefined;
  let totals: { readonly of: Filling; readonly at: number; readonly what: ServerTotals } | undefined;

  const askedOf = ({ id, columns }: Filling): Asked => ({ client, tables: tablesOf(name, id), columns });

  /** The tables that are read now, as the server says. */
  async function look(): Promise<Filling | undefined> {
    if (!worthAsking())
      throw new PlinthError('facet_server_silent', 'The search server did not answer a moment ago.', {
        cure: 'Start it, or take its address out of Product filter.',
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

  async function ask(query: EngineQuery): Promise<EngineAnswer> {
    if (!current) await look();
    if (!current)
      throw new PlinthError('facet_server_empty', 'The search server has no products of this site yet.', {
        status: 503,
      });
    const asked = current;
    try {
      return await queryServer(askedOf(asked), query);
    } catch (error) {
      // Its tables may have gone since: another process has filled new ones twice.
      const found = await look();
      if (!found || found.id === asked.id) throw error;
      return queryServer(askedOf(found), query);
    }
  }

  async function silently(asked: EngineQuery): Promise<EngineAnswer> {
    const answer = await instead(asked, 'silent');
    if (!answer)
      throw new PlinthError('facet_index_missing', 'The filter is being prepared.', {
        cure: 'Try again in a minute; the search server does not answer.',
        status: 503,
      });
    return answer;
  }

  async function query(asked: EngineQuery): Promise<EngineAnswer> {
    const better = unknownIn(asked) ? await instead(asked, 'unknown') : undefined;
    if (better) return better;
    if (!worthAsking()) return silently(asked);
    let answer: EngineAnswer;
    try {
      answer = await ask(asked);
    } catch (error) {
      told(error);
      return silently(asked);
    }
    told(undefined);
    answered?.();
    return answer;
  }

  /** The filling to write into; only whoever holds the lock of writers asks. */
  async function written(): Promise<Filling> {
    const found = await look();
    if (!found)
      throw new PlinthError('facet_server_empty', 'The search server has lost the products of this site.', {
        cure: 'They are filled in again by themselves.',
        status: 503,
      });
    return found;
  }

  async function write(records: readonly FacetRecord[], removals: readonly number[]): Promise<void> {
    const filling = await written();
    const tables = tablesOf(name, filling.id);
    const columns = await growColumns(client, tables, filling.columns, records, true);
    await writeChanges(client, tables, columns, { upserts: records, removals });
    if (columns.values.size + columns.numbers.size === filling.columns.values.size + filling.columns.numbers.size)
      return;
    current = { ...filling, columns };
    await writeFilling(client, name, current);
  }

  return {
    shared: {
      position: look,
      exclusively: (work) => exclusively('write', work),
      async reach({ filling, sequence, ownSequence }) {
        const next = { ...(await written()), filling, sequence, ownSequence };
        await writeFilling(client, name, next);
        current = next;
      },
    },

    build: (records, signal, position) =>
      exclusively('fill', async () => {
        await prepareFillings(client, name);
        // Another process may have filled the same while this one waited.
        if (position && (await look())?.filling === position.filling) return;
        const id = randomBytes(6).toString('hex');
        const tables = tablesOf(name, id);
        await createTables(client, tables);
        let columns = NO_COLUMNS;
        const filled = { products: 0, documents: 0 };
        for await (const batch of records) {
          signal?.throwIfAborted();
          columns = await growColumns(client, tables, columns, batch, false);
          await writeRecords(client, tables, columns, batch);
          filled.products += batch.length;
          filled.documents += batch.reduce((sum, { docs }) => sum + docs.length, 0);
        }
        await indexTables(client, tables, columns);
        signal?.throwIfAborted();
        const there = (await readTotals({ client, tables, columns })).stats;
        if (there.products !== filled.products || there.documents !== filled.documents)
          throw new PlinthError(
            'facet_server_incomplete',
            `The search server has ${there.products} products and ${there.documents} versions instead of ${filled.products} and ${filled.documents}.`,
            { cure: 'Look into its log, and build the index again: `npx plinth facet reindex`.', status: 503 },
          );
        await exclusively('write', async () => {
          const before = await readFilling(client, name);
          await writeFilling(client, name, {
            id,
            previous: before?.id ?? '',
            columns,
            ...(position ?? { filling: '', sequence: 0, ownSequence: 0 }),
          });
        });
        const published = await look();
        await dropTables(client, name, [id, published?.previous ?? '']);
      }),

    apply: ({ upserts, removals }) => write(upserts, removals),

    async absorb(records, signal) {
      for await (const batch of records) {
        signal?.throwIfAborted();
        await write(batch, []);
      }
    },

    async having(source, values) {
      const filling = await written();
      const n = filling.columns.values.get(source);
      if (n === undefined || values.length === 0) return [];
      const all = await queryServer(askedOf(filling), {
        selections: [{ key: '', source, values, operator: 'or' }],
        ranges: [],
        scope: [],
        search: '',
        sort: '',
        page: 1,
        perPage: Math.max(1, totals?.what.stats.products ?? 1),
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
      [...(totals?.what ?? NO_TOTALS).coverage]
        .filter(([one]) => one === source || one.startsWith(`${source}.`))
        .reduce((most, [, products]) => Math.max(most, products), 0),
    values: (source) => (totals?.what ?? NO_TOTALS).values.get(source) ?? new Map<string, number>(),
    stats: () => (totals?.what ?? NO_TOTALS).stats,
  };
}
