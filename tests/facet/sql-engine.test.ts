import fc from 'fast-check';
import { assertDefined } from '../kit/assert-defined.js';
import { migrate } from '../../core/db';
import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineResult, EngineQuery } from '../../plugins/facet/engine/types';
import { indexMigrations } from '../../plugins/facet/index/index-migrations';
import { createIndexTable } from '../../plugins/facet/index/index-table';
import { createLiveIndex, type LiveIndex } from '../../plugins/facet/index/live-index';
import { createSqlEngine, type SqlEngine } from '../../plugins/facet/index/sql-engine';
import { compareAnswers } from '../../plugins/facet/index/verify';
import { withVerifyTables } from '../../plugins/facet/index/verify-tables';
import { textSearch } from '../../plugins/facet/search/text-index';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases';
import { BOUNDS, query, questionedCatalog } from './engine-queries';
import { product, TERMS } from './fake-catalog';

describe.each(allEngines)('SQL engine on %s', (engine) => {
  let scratch: ScratchDatabase;
  let index: LiveIndex;
  let sql: SqlEngine;
  const catalog = questionedCatalog();

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'facet', indexMigrations);
    const memory = createMemoryEngine({ texts: textSearch });
    const table = createIndexTable(scratch.db);
    const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
    index = createLiveIndex({
      db: scratch.db,
      table,
      catalog: () => catalog,
      engine: () => memory,
      log: LOG,
      timeouts: { initialMs: 60_000, staleMs: 60_000 },
    });
    sql = createSqlEngine({ db: scratch.db, table });
  });
  afterAll(() => scratch?.drop());

  async function both(engineQuery: EngineQuery): Promise<{ memory: EngineResult; plain: EngineResult }> {
    const { engine: memory, vocabulary, generation } = await index.getSnapshot();
    return { memory: await memory.query(engineQuery), plain: await sql.query({ generation, vocabulary }, engineQuery) };
  }

  it('C9 returns the same as the memory engine: results, order, counts and bounds', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (engineQuery) => {
        const { memory, plain } = await both(engineQuery);
        expect(compareAnswers(memory, plain)).toEqual([]);
      }),
      { numRuns: 25, seed: 5 },
    );
  });

  it('returns the same after changed products, a renamed term and a moved category', async () => {
    catalog.put(product(101, { name: 'Krzesło inne', termIds: [3, 11, 21], price: 7700 }));
    catalog.remove(102);
    await index.refresh();
    catalog.allTerms[catalog.allTerms.findIndex(({ id }) => id === 3)] = {
      ...assertDefined(TERMS[2]),
      parentId: 4,
      name: 'Fotele',
    };
    await index.refresh();
    await fc.assert(
      fc.asyncProperty(query, async (engineQuery) => {
        const { memory, plain } = await both(engineQuery);
        expect(compareAnswers(memory, plain)).toEqual([]);
      }),
      { numRuns: 8, seed: 6 },
    );
    const fotele = {
      selections: [],
      ranges: [],
      scope: [{ key: '', source: 'tax:product_cat', values: ['4'], operator: 'or' as const }],
      search: 'fotele',
      sort: '' as const,
      page: 1,
      perPage: 3,
      counts: [],
      bounds: [],
    };
    expect((await both(fotele)).memory.found).toBeGreaterThan(10);
  });

  it('returns the same in batches and reads one batch per statement at most', async () => {
    const engineQuery: EngineQuery = {
      selections: [{ key: 'cat', source: 'tax:product_cat', values: ['4'], operator: 'or' }],
      ranges: [{ key: 'price', source: 'price', min: 1000, max: null }],
      scope: [],
      search: '',
      sort: 'price',
      page: 1,
      perPage: 12,
      counts: [{ key: 'stock', source: 'stock' }],
      bounds: [{ key: 'price', source: 'price' }],
      placement: { pins: [], boosts: [{ direction: 1, targets: [{ source: 'stock', values: ['instock'] }] }] },
    };
    const { engine: memory, vocabulary, generation } = await index.getSnapshot();
    const ids = await scratch.db()('facet_products').where({ generation }).pluck<number[]>('product_id');
    const read: number[] = [];
    const count = ({ sql: text, bindings }: { sql: string; bindings: readonly unknown[] }): void => {
      if (!text.startsWith('with lineage')) return;
      const [, , first, last] = bindings;
      read.push(ids.filter((id) => id >= Number(first) && id <= Number(last)).length);
    };
    scratch.db().on('query', count);
    try {
      const batched = createSqlEngine({ db: scratch.db, table: createIndexTable(scratch.db), batch: 7 });
      const result = await batched.query({ generation, vocabulary }, engineQuery);
      expect(compareAnswers(await memory.query(engineQuery), result)).toEqual([]);
    } finally {
      scratch.db().removeListener('query', count);
    }
    expect(Math.max(...read)).toBe(7);
    // The products, one count, and both ends of a range.
    expect(read.length).toBeGreaterThanOrEqual(4 * Math.ceil(ids.length / 7));
  });

  it('verifies many queries on tables that are filled once', async () => {
    const { engine: memory, vocabulary, generation } = await index.getSnapshot();
    const [parts, rows] = [
      { db: scratch.db, table: createIndexTable(scratch.db) },
      { generation, vocabulary },
    ];
    const statements: string[] = [];
    const note = ({ sql: text }: { sql: string }): void => void statements.push(text);
    scratch.db().on('query', note);
    try {
      await withVerifyTables(parts, rows, async (engineOnTables) => {
        const filled = statements.length;
        await fc.assert(
          fc.asyncProperty(query, async (engineQuery) => {
            const result = await engineOnTables.query(rows, engineQuery);
            expect(compareAnswers(await memory.query(engineQuery), result)).toEqual([]);
          }),
          { numRuns: 15, seed: 7 },
        );
        expect(statements.slice(filled).filter((text) => text.startsWith('with lineage'))).toEqual([]);
      });
      // Again, and after a failure: the tables are dropped each time.
      await expect(withVerifyTables(parts, rows, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
      expect(await withVerifyTables(parts, rows, async () => 'done')).toBe('done');
    } finally {
      scratch.db().removeListener('query', note);
    }
    expect(statements.filter((text) => text.startsWith('insert into facet_verify_'))).toHaveLength(6);
    await expect(scratch.db().raw('select * from facet_verify_facts')).rejects.toThrow('facet_verify_facts');
  });

  it('names the parts in which two results differ', async () => {
    const engineQuery: EngineQuery = {
      selections: [],
      ranges: [],
      scope: [],
      search: '',
      sort: '',
      page: 1,
      perPage: 3,
      counts: [{ key: 'stock', source: 'stock' }],
      bounds: BOUNDS,
    };
    const { memory, plain } = await both(engineQuery);
    expect(compareAnswers({ ...memory, found: memory.found + 1 }, plain)).toEqual(['found']);
    expect(compareAnswers({ ...memory, counts: new Map([['stock', new Map([['instock', 1]])]]) }, plain)).toEqual([
      'counts of stock',
    ]);
    expect(compareAnswers({ ...memory, hits: memory.hits.slice(1) }, plain)).toEqual(['products of the page']);
    expect(compareAnswers({ ...memory, bounds: new Map() }, plain)).toEqual([
      'bounds of price',
      'bounds of field:weight',
    ]);
  });
});
