import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineQuery } from '../../plugins/facet/engine/types';
import { indexMigrations } from '../../plugins/facet/index/index-migrations';
import { createIndexTable, type IndexTable } from '../../plugins/facet/index/index-table';
import type { SourceReader } from '../../plugins/facet/index/facet-source';
import { createLiveIndex, type LiveIndex } from '../../plugins/facet/index/live-index';
import { textSearch } from '../../plugins/facet/search/text-index';
import { migrate } from '../../core/db';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases';
import { fakeCatalog, type FakeCatalog, product } from './fake-catalog';
import { assertDefined } from '../kit/assert-defined.js';

const ALL: EngineQuery = {
  selections: [],
  ranges: [],
  scope: [],
  search: '',
  sort: '',
  page: 1,
  perPage: 96,
  counts: [],
  bounds: [],
};
/** Long timeouts, so that a busy machine does not make a reader give up. */
const timeout = { initialMs: 60_000, staleMs: 60_000 };
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.each(allEngines)('filter index on %s', (engine) => {
  let scratch: ScratchDatabase;
  let catalog: FakeCatalog;
  let clock = 0;

  /** Creates an index as a process does: a separate engine on the shared tables. */
  function node(table = createIndexTable(scratch.db), timeouts = timeout): LiveIndex {
    const memory = createMemoryEngine({ texts: textSearch });
    return createLiveIndex({
      db: scratch.db,
      table,
      catalog: () => catalog,
      engine: () => memory,
      log: LOG,
      now: () => clock,
      timeouts,
    });
  }
  /** Index tables with a hook that runs before each read. */
  function tableWithSteps(step: () => Promise<void>): IndexTable {
    const table = createIndexTable(scratch.db);
    return {
      ...table,
      state: () => step().then(table.state),
      rows: (...args) => step().then(() => table.rows(...args)),
    };
  }
  const matchingIds = async (index: LiveIndex, source: string, value: string): Promise<number[]> => {
    const snapshot = await index.getSnapshot();
    return (
      await snapshot.engine.query({ ...ALL, selections: [{ key: 'x', source, values: [value], operator: 'or' }] })
    ).hits.map(({ id }) => id);
  };

  beforeEach(async () => {
    clock = 1_000_000;
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'facet', indexMigrations);
    catalog = fakeCatalog();
  });
  afterEach(() => scratch.drop());

  it('W3 counts products of child categories with their parents', async () => {
    const index = node();
    const { engine: memory } = await index.getSnapshot();
    expect(memory.values('tax:product_cat')).toEqual(
      new Map([
        ['1', 5],
        ['2', 2],
        ['3', 2],
        ['4', 1],
        ['5', 1],
      ]),
    );
    expect((await matchingIds(index, 'tax:product_cat', '1')).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('W13 treats the red shirt in M as sold out', async () => {
    const { engine: memory } = await node().getSnapshot();
    const choose = async (...pairs: [string, string][]) =>
      (
        await memory.query({
          ...ALL,
          selections: pairs.map(([source, value]) => ({
            key: source,
            source,
            values: [value],
            operator: 'or' as const,
          })),
        })
      ).found;
    expect(await choose(['tax:pa_color', '20'], ['tax:pa_size', '31'])).toBe(1);
    expect(await choose(['tax:pa_color', '20'], ['tax:pa_size', '31'], ['stock', 'instock'])).toBe(0);
    expect(await choose(['tax:pa_color', '21'], ['tax:pa_size', '31'], ['stock', 'instock'])).toBe(1);
  });

  describe('source of an extension', () => {
    const toneById = new Map<number, string>();
    let reads: string[] = [];
    let wantedSources = new Set(['tone@1']);
    const reader: SourceReader = {
      listRegistered: () => wantedSources,
      listSuspended: () => new Set(),
      rest: () => undefined,
      async read(products, only = wantedSources) {
        const ids = [...only].map((source) => source.split('@')[0]);
        for (const source of ids) reads.push(...products.map(({ id }) => `${source} ${id}`));
        return {
          values: new Map(
            products.map(({ id }) => [
              id,
              Object.fromEntries(ids.map((source) => [source, toneById.get(id) ?? 'dark'])),
            ]),
          ),
          queried: only,
          failed: new Set(),
        };
      },
    };
    const toned = (): LiveIndex => {
      const memory = createMemoryEngine({ texts: textSearch });
      return createLiveIndex({
        db: scratch.db,
        table: createIndexTable(scratch.db),
        catalog: () => catalog,
        engine: () => memory,
        log: LOG,
        now: () => clock,
        timeouts: timeout,
        sources: reader,
      });
    };
    const later = async (index: LiveIndex, check: () => Promise<boolean>): Promise<void> => {
      for (let i = 0; i < 100 && !(await check()); i++) {
        clock += 1000;
        await index.refresh();
      }
      expect(await check()).toBe(true);
    };

    beforeEach(() => {
      toneById.clear();
      reads = [];
      wantedSources = new Set(['tone@1']);
    });

    it('reads every product once, and not again after a restart', async () => {
      expect(await matchingIds(toned(), 'tone', 'dark')).toHaveLength(6);
      expect(reads.sort()).toEqual([1, 2, 3, 4, 5, 6].map((id) => `tone ${id}`));
      expect(await matchingIds(toned(), 'tone', 'dark')).toHaveLength(6);
      expect(reads).toHaveLength(6);
    });

    /** Returns the contents of all index tables, and the catalog reads and writes made by `work`. */
    async function during(
      work: () => Promise<void>,
    ): Promise<{ read: number; written: Record<string, number>; kept: boolean }> {
      const rows = () => scratch.db()('facet_products').orderBy(['generation', 'product_id']).select('*');
      const own = () => scratch.db()('facet_custom_values').orderBy(['column_id', 'product_id']).select('*');
      const [before, ownBefore] = [await rows(), (await own()) as object[]];
      const written: Record<string, number> = {};
      const count = ({ sql, bindings }: { sql: string; bindings: readonly unknown[] }): void => {
        const [, verb, table] =
          /^(insert|delete|update)\b.*?[`"](facet_(?:products|custom_values))[`"]/i.exec(sql) ?? [];
        if (verb)
          written[`${verb.toLowerCase()} ${table}`] =
            (written[`${verb.toLowerCase()} ${table}`] ?? 0) +
            (verb.toLowerCase() === 'insert' ? bindings.length / 4 : 1);
      };
      let read = 0;
      const { records, recordsOf } = catalog;
      catalog.records = async (...args) => records(...args).then((found) => ((read += found.length), found));
      catalog.recordsOf = async (...args) => recordsOf(...args).then((found) => ((read += found.length), found));
      scratch.db().on('query', count);
      await work();
      scratch.db().off('query', count);
      Object.assign(catalog, { records, recordsOf });
      const after = new Set(((await own()) as object[]).map((row) => JSON.stringify(row)));
      return {
        read,
        written,
        kept:
          JSON.stringify(await rows()) === JSON.stringify(before) &&
          ownBefore.every((row) => after.has(JSON.stringify(row))),
      };
    }

    it('adds rows of a new source alone, reading each product once', async () => {
      const index = toned();
      expect(await matchingIds(index, 'tone', 'dark')).toHaveLength(6);
      reads = [];
      wantedSources = new Set(['tone@1', 'mood@1']);
      toneById.set(2, 'light');
      const {
        read,
        written,
        kept: unchanged,
      } = await during(async () => {
        clock += 1000;
        await index.refresh();
      });
      expect({ read, written, kept: unchanged }).toEqual({
        read: 6,
        written: { 'insert facet_custom_values': 6 },
        kept: true,
      });
      expect(reads.sort()).toEqual([1, 2, 3, 4, 5, 6].map((id) => `mood ${id}`));
      expect(await matchingIds(index, 'mood', 'light')).toEqual([2]);
      // The other source was not read and is unchanged.
      expect(await matchingIds(index, 'tone', 'light')).toEqual([]);
      const other = toned();
      expect([
        await matchingIds(other, 'mood', 'light'),
        (await other.getSnapshot()).engine.values('tone').get('dark'),
      ]).toEqual([[2], 6]);
    });

    it('deletes only the rows of a removed source without reading products', async () => {
      wantedSources = new Set(['tone@1', 'mood@1']);
      const index = toned();
      await index.getSnapshot();
      const tones = () => scratch.db()('facet_custom_values').where({ column_id: 1 }).select('*');
      const before = await tones();
      wantedSources = new Set(['tone@1']);
      const { read, written } = await during(async () => {
        clock += 1000;
        await index.refresh();
      });
      expect({ read, written }).toEqual({ read: 0, written: { 'delete facet_custom_values': 1 } });
      expect([...(await index.getSnapshot()).customSources]).toEqual(['tone']);
      expect(await scratch.db()('facet_custom_values').select('*')).toEqual(before);
      expect(before).toHaveLength(6);
    });

    it('includes changes made by any node while a new source is read', async () => {
      const [index, other] = [toned(), toned()];
      await Promise.all([index.getSnapshot(), other.getSnapshot()]);
      const toneOnly = wantedSources;
      const both = new Set(['tone@1', 'mood@1']);
      const { records } = catalog;
      catalog.records = async (...args) => {
        const found = await records(...args);
        catalog.records = records;
        // Meanwhile another node, which does not know the new source, processes a change.
        toneById.set(4, 'light');
        catalog.put({ ...product(4), name: 'Changed' });
        catalog.remove(5);
        wantedSources = toneOnly;
        await other.refresh();
        wantedSources = both;
        return found;
      };
      wantedSources = both;
      clock += 1000;
      await index.refresh();
      for (const item of [index, toned()]) {
        clock += 1000;
        expect(await matchingIds(item, 'mood', 'light')).toEqual([4]);
        expect((await item.getSnapshot()).engine.values('mood').get('dark')).toBe(4);
      }
      expect(await scratch.db()('facet_custom_values').where({ product_id: 5 })).toEqual([]);
    });

    it('keeps values of an unavailable source and deletes those a source dropped', async () => {
      wantedSources = new Set(['tone@1', 'mood@1']);
      const index = toned();
      await index.getSnapshot();
      const table = createIndexTable(scratch.db);
      const state = await table.state();
      await table.advance(
        state?.generation ?? 0,
        { sequence: 99, ownSequence: 0 },
        { upserts: [{ productId: 1, packed: '[]', rows: 1 }], removals: [2], customRows: new Map([['tone@1', []]]) },
      );
      const left = await scratch
        .db()('facet_custom_values')
        .orderBy(['column_id', 'product_id'])
        .select<{ column_id: number; product_id: number }[]>('column_id', 'product_id');
      expect(left.map(({ column_id, product_id }) => `${column_id}:${product_id}`)).toEqual([
        '1:3',
        '1:4',
        '1:5',
        '1:6',
        '2:1',
        '2:3',
        '2:4',
        '2:5',
        '2:6',
      ]);
    });

    it('applies announced changes on every node', async () => {
      const [writer, reader2] = [toned(), toned()];
      await Promise.all([writer.getSnapshot(), reader2.getSnapshot()]);
      toneById.set(2, 'light');
      toneById.set(4, 'light');
      await createIndexTable(scratch.db).announce([2, 4]);
      await writer.refresh();
      expect((await matchingIds(writer, 'tone', 'light')).sort()).toEqual([2, 4]);
      clock += 1000;
      expect((await matchingIds(reader2, 'tone', 'light')).sort()).toEqual([2, 4]);
      expect((await matchingIds(toned(), 'tone', 'light')).sort()).toEqual([2, 4]);
    });

    it('reads all products when the source is new, updated or back', async () => {
      wantedSources = new Set();
      const index = toned();
      expect([...(await index.getSnapshot()).customSources]).toEqual([]);
      wantedSources = new Set(['tone@1']);
      clock += 1000;
      await later(index, async () => (await index.getSnapshot()).customSources.has('tone'));
      toneById.set(1, 'light');
      wantedSources = new Set(['tone@2']);
      await later(index, async () => (await matchingIds(index, 'tone', 'light')).join() === '1');
      wantedSources = new Set();
      await later(index, async () => !(await index.getSnapshot()).customSources.has('tone'));
      toneById.set(3, 'light');
      wantedSources = new Set(['tone@2']);
      await later(index, async () => (await matchingIds(index, 'tone', 'light')).sort().join() === '1,3');
    });
  });

  it('survives a restart without reading the catalog again', async () => {
    await node().getSnapshot();
    catalog.records = () => Promise.reject(new Error('read again'));
    expect((await node().getSnapshot()).engine.stats().products).toBe(6);
  });

  it('shows a change at once on the writing node, within a second elsewhere', async () => {
    const [writer, reader] = [node(), node()];
    await Promise.all([writer.getSnapshot(), reader.getSnapshot()]);
    catalog.put(product(7, { termIds: [3, 20] }));
    catalog.remove(3);
    await writer.refresh();
    expect(await matchingIds(writer, 'tax:product_cat', '3')).toEqual([4, 7]);
    clock += 1000;
    expect(await matchingIds(reader, 'tax:product_cat', '3')).toEqual([4, 7]);
    catalog.records = () => Promise.reject(new Error('read again'));
    expect(await matchingIds(node(), 'tax:product_cat', '3')).toEqual([4, 7]);
    expect(await node().totals()).toEqual({ indexed_products: 6, indexed_rows: expect.any(Number) });
  });

  it('W18 follows a changed name and parent of a category', async () => {
    const index = node();
    await index.getSnapshot();
    const termIndex = catalog.allTerms.findIndex(({ id }) => id === 5);
    catalog.allTerms[termIndex] = {
      ...assertDefined(catalog.allTerms[termIndex]),
      name: 'Bluzki',
      slug: 'tops',
      parentId: 1,
    };
    clock += 11_000;
    const { engine: memory, vocabulary } = await index.getSnapshot();
    expect(memory.values('tax:product_cat').get('1')).toBe(6);
    expect(memory.values('tax:product_cat').has('4')).toBe(false);
    expect(vocabulary.bySlug('product_cat', 'tops')).toHaveLength(1);
    expect((await memory.query({ ...ALL, search: 'bluzki' })).found).toBe(1);
  });

  it('W20 shows no partial index during a rebuild', async () => {
    for (let id = 100; id < 3300; id++) catalog.put(product(id, { termIds: [3] }));
    const [index, other] = [node(), node()];
    await Promise.all([index.getSnapshot(), other.getSnapshot()]);
    const foundCounts = new Set<number>();
    const rebuilt = index.rebuild(async () => {
      clock += 1000;
      foundCounts.add((await (await other.getSnapshot()).engine.query(ALL)).found);
    });
    expect(await rebuilt).toEqual({ indexed_products: 3206, indexed_rows: expect.any(Number) });
    clock += 1000;
    foundCounts.add((await (await other.getSnapshot()).engine.query(ALL)).found);
    expect([...foundCounts]).toEqual([3206]);
    expect(await scratch.db()('facet_products').countDistinct({ n: 'generation' }).first()).toEqual({ n: 2 });
  });

  it.each([1, 2])('reads whole indexes only while another node publishes %d times', async (times) => {
    for (let id = 100; id < 344; id++) catalog.put(product(id, { termIds: [3] }));
    const publisher = node();
    await publisher.rebuild();
    const foundCounts = new Set<number>();
    let last = 0;
    for (let heldUpAt = 1; heldUpAt <= Math.max(1, last); heldUpAt++) {
      let steps = 0;
      let recordFound = async (): Promise<void> => undefined;
      const reader = node(
        tableWithSteps(async () => {
          await recordFound();
          steps++;
          for (let i = 0; steps === heldUpAt && i < times; i++) await publisher.rebuild();
        }),
      );
      const snapshot = await reader.getSnapshot();
      recordFound = async () => {
        const result = await snapshot.engine.query(ALL);
        foundCounts.add(result.found);
      };
      // The same reader again, which now has an index to replace.
      await publisher.rebuild();
      steps = 0;
      clock += 1000;
      expect((await (await reader.getSnapshot()).engine.query(ALL)).found).toBe(250);
      last = Math.max(last, steps);
    }
    expect(last).toBeGreaterThan(5);
    expect([...foundCounts]).toEqual([250]);
  });

  it('rebuilds an index that lost rows', async () => {
    await node().getSnapshot();
    await scratch.db()('facet_products').where({ product_id: 4 }).delete();
    expect((await node().getSnapshot()).engine.stats().products).toBe(6);
  });

  it('rebuilds an index that lost rows despite concurrent writes', async () => {
    const other = node();
    await other.getSnapshot();
    await scratch.db()('facet_products').where({ product_id: 4 }).delete();
    let steps = 0;
    const table = createIndexTable(scratch.db);
    const reader = node({
      ...table,
      async rows(...args) {
        steps++;
        if (steps === 2) {
          catalog.put(product(7, { termIds: [3] }));
          await other.refresh();
        }
        return table.rows(...args);
      },
    });
    expect((await reader.getSnapshot()).engine.stats().products).toBe(7);
  });

  it('keeps the rows of one former generation for slow readers', async () => {
    const index = node();
    for (let i = 0; i < 4; i++) await index.rebuild();
    expect(await scratch.db()('facet_products').distinct('generation').orderBy('generation')).toEqual([
      { generation: 3 },
      { generation: 4 },
    ]);
  });

  it('refuses to publish an index whose rows were deleted during the build', async () => {
    const index = node();
    await index.getSnapshot();
    const rebuilt = index.rebuild(() =>
      scratch
        .db()('facet_products')
        .where({ generation: 2, product_id: 4 })
        .delete()
        .then(() => undefined),
    );
    await expect(rebuilt).rejects.toThrow('rows');
    clock += 1000;
    expect((await node().getSnapshot()).engine.stats().products).toBe(6);
  });

  it('accepts an index from before its rows were counted', async () => {
    await node().getSnapshot();
    await scratch.db().schema.alterTable('facet_state', (table) => void table.dropColumn('products'));
    await scratch.db()('migrations').where({ id: '002_count_products' }).delete();
    await migrate(scratch.db, 'facet', indexMigrations);
    catalog.records = () => Promise.reject(new Error('read again'));
    expect((await node().getSnapshot()).engine.stats().products).toBe(6);
  });

  it('builds once when several nodes find no index', async () => {
    let reads = 0;
    const records = catalog.records;
    catalog.records = (after, limit) => {
      if (after === 0) reads++;
      return records(after, limit);
    };
    await Promise.all([node().getSnapshot(), node().getSnapshot(), node().getSnapshot()]);
    expect(reads).toBe(1);
  });

  it('reads everything again when the store reports too many changes', async () => {
    const index = node();
    await index.getSnapshot();
    catalog.products.set(8, product(8, { termIds: [2] }));
    catalog.changedAll();
    clock += 1000;
    expect((await index.getSnapshot()).engine.stats().products).toBe(7);
  });

  it('responds inside a transaction without waiting for it', async () => {
    // SQLite has no concurrent readers in this process.
    const index = node(undefined, { ...timeout, staleMs: 100 });
    await index.getSnapshot();
    catalog.put(product(7, { termIds: [3] }));
    index.expire();
    const inside = await scratch.db.transaction(async () => (await index.getSnapshot()).engine.stats().products);
    expect([6, 7]).toContain(inside);
    expect((await index.getSnapshot()).engine.stats().products).toBe(7);
  });

  it('responds from the last known state during a database outage', async () => {
    const index = node();
    await index.getSnapshot();
    catalog.lastChange = () => Promise.reject(new Error('gone'));
    clock += 1000;
    expect((await index.getSnapshot()).engine.stats().products).toBe(6);
  });
});
