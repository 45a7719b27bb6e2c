import fc from 'fast-check';
import { assertDefined } from '../kit/assert-defined.js';
import { migrate } from '../../core/db';
import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineResult, EngineQuery, FacetEngine } from '../../plugins/facet/engine/types';
import { indexMigrations } from '../../plugins/facet/index/index-migrations';
import { createIndexTable } from '../../plugins/facet/index/index-table';
import { createLiveIndex, type LiveIndex } from '../../plugins/facet/index/live-index';
import { createSqlEngine } from '../../plugins/facet/index/sql-engine';
import { compareAnswers } from '../../plugins/facet/index/verify';
import { textSearch } from '../../plugins/facet/search/text-index';
import { createGroongaClient } from '../../plugins/facet/server/groonga-client';
import { createServerEngine } from '../../plugins/facet/server/server-engine';
import { findUnsupported } from '../../plugins/facet/server/server-query';
import { defaultEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases';
import { describeWithGroonga, type GroongaServer, openGroongaServer } from '../kit/groonga-server';
import { BOUNDS, query, questionedCatalog } from './engine-queries';
import { product, TERMS } from './fake-catalog';

const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ALL: EngineQuery = {
  selections: [],
  ranges: [],
  scope: [],
  search: '',
  sort: 'date',
  page: 1,
  perPage: 12,
  counts: [{ key: 'stock', source: 'stock' }],
  bounds: BOUNDS,
};

describeWithGroonga('search server engine', () => {
  let server: GroongaServer;
  beforeAll(async () => {
    server = await openGroongaServer();
  });
  afterAll(() => server?.close());

  describe.each(defaultEngines)('with the tables on %s', (databases) => {
    let scratch: ScratchDatabase;
    const catalog = questionedCatalog();
    let memory: LiveIndex;
    let index: LiveIndex;
    /** Reasons why the search server was not used or failed. */
    const excludedQueries: string[] = [];
    /** Whether the catalog is too large for SQL search. */
    let large = false;

    /** Creates an index as a process does, with or without the search server. */
    function node(engine: FacetEngine): LiveIndex {
      return createLiveIndex({
        db: scratch.db,
        table: createIndexTable(scratch.db),
        catalog: () => catalog,
        engine: () => engine,
        log: LOG,
        timeouts: { initialMs: 60_000, staleMs: 60_000 },
      });
    }

    function serverEngine(): FacetEngine {
      const table = createIndexTable(scratch.db);
      const sql = createSqlEngine({ db: scratch.db, table });
      return createServerEngine({
        client: createGroongaClient({ origin: server.origin }),
        name: `test${databases}`,
        onOutcome: () => undefined,
        shouldQuery: () => true,
        withLock: (name, work) => scratch.db.withLock(`facet-server-${name}`, work),
        async fallback(engineQuery, why): Promise<EngineResult | undefined> {
          if (large) return undefined;
          excludedQueries.push(why);
          const { generation, vocabulary } = await memory.getSnapshot();
          return sql.query({ generation, vocabulary }, engineQuery);
        },
      });
    }

    beforeAll(async () => {
      scratch = await scratchDatabase(databases);
      await migrate(scratch.db, 'facet', indexMigrations);
      memory = node(createMemoryEngine({ texts: textSearch }));
      index = node(serverEngine());
      await memory.getSnapshot();
    });
    afterAll(() => scratch?.drop());
    beforeEach(() => void excludedQueries.splice(0));

    async function compare(runs: number, seed: number, queries: fc.Arbitrary<EngineQuery> = query): Promise<void> {
      await fc.assert(
        fc.asyncProperty(queries, async (entry) => {
          const [own, other] = [(await memory.getSnapshot()).engine, (await index.getSnapshot()).engine];
          expect(compareAnswers(await own.query(entry), await other.query(entry))).toEqual([]);
        }),
        { numRuns: runs, seed },
      );
    }

    const known = query.map((entry): EngineQuery => ({ ...entry, search: '', placement: undefined }));

    it('returns the same as the memory engine by itself: results, order, counts and bounds', async () => {
      await compare(60, 5, known);
      expect(excludedQueries).toEqual([]);
    });

    it('returns the same quantiles', async () => {
      await fc.assert(
        fc.asyncProperty(known, async (entry) => {
          const engineQuery = { ...entry, bounds: BOUNDS.map((bounds) => ({ ...bounds, quantiles: 20 })) };
          const [own, other] = [
            await (await memory.getSnapshot()).engine.query(engineQuery),
            await (await index.getSnapshot()).engine.query(engineQuery),
          ];
          expect(other.bounds).toEqual(own.bounds);
        }),
        { numRuns: 20, seed: 3 },
      );
    });

    it('falls back to the tables for searches and pinned products', async () => {
      const engineQueries: EngineQuery[] = [];
      await compare(
        25,
        5,
        query.map((entry) => (engineQueries.push(entry), entry)),
      );
      expect(excludedQueries.length).toBeGreaterThan(0);
      expect(new Set(excludedQueries)).toEqual(new Set(['unsupported']));
      expect(excludedCount(engineQueries)).toBeGreaterThan(0);
    });

    it('searches text by itself when the catalog is too large for the tables', async () => {
      large = true;
      const searchTerms = { synonyms: [['krzeslo', 'lampa']], stopWords: ['i'] };
      for (const search of [
        'lozko',
        'krzes',
        'koszula red',
        'koszule',
        'sku-7',
        'v-1',
        'SKU 100',
        'lampa i duze',
        'fur',
        'x y z',
        '&',
      ]) {
        for (const selections of [
          [],
          [{ key: 'stock', source: 'stock', values: ['instock'], operator: 'or' as const }],
        ]) {
          const engineQuery: EngineQuery = {
            ...ALL,
            search,
            terms: searchTerms,
            selections,
            counts: [
              { key: 'stock', source: 'stock' },
              { key: 'c', source: 'tax:product_cat' },
            ],
          };
          const [own, other] = [
            await (await memory.getSnapshot()).engine.query(engineQuery),
            await (await index.getSnapshot()).engine.query(engineQuery),
          ];
          expect([search, compareAnswers(own, other)]).toEqual([search, []]);
        }
      }
      large = false;
    });

    it('returns the same after changed products, a renamed term and a moved category', async () => {
      catalog.put(product(101, { name: 'Krzesło inne', termIds: [3, 11, 21], price: 7700 }));
      catalog.remove(102);
      await Promise.all([memory.refresh(), index.refresh()]);
      await compare(15, 6, known);
      catalog.allTerms[catalog.allTerms.findIndex(({ id }) => id === 3)] = {
        ...assertDefined(TERMS[2]),
        parentId: 4,
        name: 'Fotele',
      };
      await Promise.all([memory.refresh(), index.refresh()]);
      await compare(15, 7, known);
      expect(excludedQueries).toEqual([]);
    });

    it('handles values with quotes, backslashes, line breaks and any script', async () => {
      const labels = ['a"b', 'a\\b', '\\', '" || true || "', 'a\nb', 'zażółć', '日本', '😀', "it's", '%', '#(x)'];
      labels.forEach((label, i) => catalog.put(product(700 + i, { fields: { label } })));
      await Promise.all([memory.refresh(), index.refresh()]);
      for (const label of labels)
        await compare(
          1,
          1,
          fc.constant({
            ...ALL,
            counts: [{ key: 'other', source: 'field:label' }],
            selections: [{ key: 'l', source: 'field:label', values: [label], operator: 'or' }],
          }),
        );
      expect(excludedQueries).toEqual([]);
    });

    it('shares one filled server among processes', async () => {
      await index.getSnapshot();
      let built = 0;
      const engine = serverEngine();
      const other = node({ ...engine, build: (...args) => (built++, engine.build(...args)) });
      catalog.put(product(800, { price: 1 }));
      await Promise.all([memory.refresh(), other.refresh()]);
      expect(built).toBe(0);
      await compare(
        5,
        8,
        known.map((entry) => ({ ...entry, sort: 'price', page: 1 })),
      );
      expect((await (await other.getSnapshot()).engine.query({ ...ALL, sort: 'price' })).hits[0]?.id).toBe(800);
    });

    it('switches to a rebuilt index in one step and drops unused tables', async () => {
      const foundCounts = new Set<number>();
      const before = (await (await index.getSnapshot()).engine.query(ALL)).found;
      let rebuilding = true;
      const rebuilt = index.rebuild().finally(() => (rebuilding = false));
      while (rebuilding) foundCounts.add((await (await index.getSnapshot()).engine.query(ALL)).found);
      await rebuilt;
      await memory.refresh();
      expect([...foundCounts]).toEqual([before]);
      await index.rebuild();
      await index.rebuild();
      await memory.refresh();
      const tables = await createGroongaClient({ origin: server.origin }).tables(`test${databases}_`);
      expect(tables.filter((name) => name.endsWith('_docs'))).toHaveLength(2);
      await compare(5, 9, known);
      expect(excludedQueries).toEqual([]);
    });

    it('falls back to the tables during a server outage and catches up afterwards', async () => {
      const engine = (await index.getSnapshot()).engine;
      await server.stop();
      catalog.put(product(801, { price: 1, name: 'While silent' }));
      await memory.refresh();
      await index.refresh().catch(() => undefined);
      const result = await engine.query({ ...ALL, sort: 'price' });
      expect(excludedQueries).toEqual(['unavailable']);
      expect(result.hits.map(({ id }) => id)).toContain(801);
      await server.start();
      excludedQueries.splice(0);
      await index.refresh();
      await compare(10, 10, known);
      expect(
        (await (await index.getSnapshot()).engine.query({ ...ALL, sort: 'price' })).hits.map(({ id }) => id),
      ).toContain(801);
      expect(excludedQueries).toEqual([]);
    });

    it('refills a server that lost all data', async () => {
      await server.stop();
      server.forget();
      await server.start();
      await index.refresh();
      await compare(5, 11, known);
      expect(excludedQueries).toEqual([]);
    });
  });
});

/** Number of queries that the search server does not support. */
const excludedCount = (engineQueries: readonly EngineQuery[]): number =>
  engineQueries.filter((engineQuery) => findUnsupported(engineQuery)).length;
