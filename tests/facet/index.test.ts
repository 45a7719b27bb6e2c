import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineQuery } from '../../plugins/facet/engine/types';
import { createIndexTable, type IndexTable, indexMigrations } from '../../plugins/facet/index/index-table';
import type { SourceReader } from '../../plugins/facet/index/facet-source';
import { createLiveIndex, type LiveIndex } from '../../plugins/facet/index/live-index';
import { textSearch } from '../../plugins/facet/search/text-index';
import { migrate } from '../../core/db';
import { engines, scratchDatabase, type ScratchDatabase } from '../kit/databases';
import { fakeCatalogue, type FakeCatalogue, product } from './fake-catalogue';

const ALL: EngineQuery = { selections: [], ranges: [], scope: [], search: '', sort: '', page: 1, perPage: 96, counts: [], bounds: [] };
/** A machine with other work to do must not make a reader give up. */
const patience = { firstMs: 60_000, nextMs: 60_000 };
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.each(engines)('the index on %s', (engine) => {
  let scratch: ScratchDatabase;
  let catalogue: FakeCatalogue;
  let clock = 0;

  /** A process of the site: an engine of its own on the common tables. */
  function node(table = createIndexTable(scratch.db)): LiveIndex {
    const memory = createMemoryEngine({ texts: textSearch });
    return createLiveIndex({ db: scratch.db, table, catalogue: () => catalogue, engine: () => memory, log: LOG, now: () => clock, patience });
  }
  /** The tables, for a reader that can be held up before each of its readings. */
  function tableWithSteps(step: () => Promise<void>): IndexTable {
    const table = createIndexTable(scratch.db);
    return {
      ...table,
      state: () => step().then(table.state),
      rows: (...args) => step().then(() => table.rows(...args)),
    };
  }
  const chosen = async (index: LiveIndex, source: string, value: string): Promise<number[]> => {
    const snapshot = await index.fresh();
    return snapshot.engine.query({ ...ALL, selections: [{ key: 'x', source, values: [value], operator: 'or' }] }).hits.map(({ id }) => id);
  };

  beforeEach(async () => {
    clock = 1_000_000;
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'facet', indexMigrations);
    catalogue = fakeCatalogue();
  });
  afterEach(() => scratch.drop());

  it('W3 counts products of child categories with their parents', async () => {
    const index = node();
    const { engine: memory } = await index.fresh();
    expect(memory.values('tax:product_cat')).toEqual(new Map([['1', 5], ['2', 2], ['3', 2], ['4', 1], ['5', 1]]));
    expect((await chosen(index, 'tax:product_cat', '1')).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('W13 knows that the red shirt in M is sold out', async () => {
    const { engine: memory } = await node().fresh();
    const choose = (...pairs: [string, string][]) => memory.query({ ...ALL, selections: pairs.map(([source, value]) => ({ key: source, source, values: [value], operator: 'or' as const })) }).found;
    expect(choose(['tax:pa_color', '20'], ['tax:pa_size', '31'])).toBe(1);
    expect(choose(['tax:pa_color', '20'], ['tax:pa_size', '31'], ['stock', 'instock'])).toBe(0);
    expect(choose(['tax:pa_color', '21'], ['tax:pa_size', '31'], ['stock', 'instock'])).toBe(1);
  });

  describe('with a source of an extension', () => {
    const says = new Map<number, string>();
    let asked: number[] = [];
    let wanted = new Set(['tone@1']);
    const reader: SourceReader = {
      wanted: () => wanted,
      resting: () => new Set(),
      rest: () => undefined,
      async read(products) {
        asked.push(...products.map(({ id }) => id));
        return { values: new Map(products.map(({ id }) => [id, { tone: says.get(id) ?? 'dark' }])), failed: new Set() };
      },
    };
    const toned = (): LiveIndex => {
      const memory = createMemoryEngine({ texts: textSearch });
      return createLiveIndex({ db: scratch.db, table: createIndexTable(scratch.db), catalogue: () => catalogue, engine: () => memory, log: LOG, now: () => clock, patience, sources: reader });
    };
    const later = async (index: LiveIndex, check: () => Promise<boolean>): Promise<void> => {
      for (let i = 0; i < 100 && !(await check()); i++) {
        clock += 1000;
        await index.refresh();
      }
      expect(await check()).toBe(true);
    };

    beforeEach(() => {
      says.clear();
      asked = [];
      wanted = new Set(['tone@1']);
    });

    it('asks it about every product once, and not again after a restart', async () => {
      expect(await chosen(toned(), 'tone', 'dark')).toHaveLength(6);
      expect(asked.sort()).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await chosen(toned(), 'tone', 'dark')).toHaveLength(6);
      expect(asked).toHaveLength(6);
    });

    it('follows what is announced on every node, whoever announced it', async () => {
      const [writer, reader2] = [toned(), toned()];
      await Promise.all([writer.fresh(), reader2.fresh()]);
      says.set(2, 'light');
      says.set(4, 'light');
      await createIndexTable(scratch.db).announce([2, 4]);
      await writer.refresh();
      expect((await chosen(writer, 'tone', 'light')).sort()).toEqual([2, 4]);
      clock += 1000;
      expect((await chosen(reader2, 'tone', 'light')).sort()).toEqual([2, 4]);
      expect((await chosen(toned(), 'tone', 'light')).sort()).toEqual([2, 4]);
    });

    it('asks about all products when it is new, of another version, or back again, and readers keep the old answer until then', async () => {
      wanted = new Set();
      const index = toned();
      expect([...(await index.fresh()).own]).toEqual([]);
      wanted = new Set(['tone@1']);
      clock += 1000;
      await later(index, async () => (await index.fresh()).own.has('tone'));
      says.set(1, 'light');
      wanted = new Set(['tone@2']);
      await later(index, async () => (await chosen(index, 'tone', 'light')).join() === '1');
      wanted = new Set();
      await later(index, async () => !(await index.fresh()).own.has('tone'));
      says.set(3, 'light');
      wanted = new Set(['tone@2']);
      await later(index, async () => (await chosen(index, 'tone', 'light')).sort().join() === '1,3');
    });
  });

  it('survives a restart without reading the catalogue again', async () => {
    await node().fresh();
    catalogue.records = () => Promise.reject(new Error('read again'));
    expect((await node().fresh()).engine.stats().products).toBe(6);
  });

  it('shows a change within a second, and at once to the node that wrote', async () => {
    const [writer, reader] = [node(), node()];
    await Promise.all([writer.fresh(), reader.fresh()]);
    catalogue.put(product(7, { termIds: [3, 20] }));
    catalogue.remove(3);
    await writer.refresh();
    expect(await chosen(writer, 'tax:product_cat', '3')).toEqual([4, 7]);
    clock += 1000;
    expect(await chosen(reader, 'tax:product_cat', '3')).toEqual([4, 7]);
    catalogue.records = () => Promise.reject(new Error('read again'));
    expect(await chosen(node(), 'tax:product_cat', '3')).toEqual([4, 7]);
    expect(await node().totals()).toEqual({ indexed_products: 6, indexed_rows: expect.any(Number) });
  });

  it('W18 follows a new name and a new parent of a category', async () => {
    const index = node();
    await index.fresh();
    const at = catalogue.allTerms.findIndex(({ id }) => id === 5);
    catalogue.allTerms[at] = { ...catalogue.allTerms[at], name: 'Bluzki', slug: 'tops', parentId: 1 };
    clock += 11_000;
    const { engine: memory, vocabulary } = await index.fresh();
    expect(memory.values('tax:product_cat').get('1')).toBe(6);
    expect(memory.values('tax:product_cat').has('4')).toBe(false);
    expect(vocabulary.bySlug('product_cat', 'tops')).toHaveLength(1);
    expect(memory.query({ ...ALL, search: 'bluzki' }).found).toBe(1);
  });

  it('W20 lets nobody see a partial index while it is built anew', async () => {
    for (let id = 100; id < 3300; id++) catalogue.put(product(id, { termIds: [3] }));
    const [index, other] = [node(), node()];
    await Promise.all([index.fresh(), other.fresh()]);
    const seen = new Set<number>();
    const rebuilt = index.rebuild(async () => {
      clock += 1000;
      seen.add((await other.fresh()).engine.query(ALL).found);
    });
    expect(await rebuilt).toEqual({ indexed_products: 3206, indexed_rows: expect.any(Number) });
    clock += 1000;
    seen.add((await other.fresh()).engine.query(ALL).found);
    expect([...seen]).toEqual([3206]);
    expect(await scratch.db()('facet_products').countDistinct({ n: 'generation' }).first()).toEqual({ n: 2 });
  });

  it.each([1, 2])('answers from whole indexes only, wherever a reader is held up while another node publishes %d times', async (times) => {
    for (let id = 100; id < 344; id++) catalogue.put(product(id, { termIds: [3] }));
    const publisher = node();
    await publisher.rebuild();
    const seen = new Set<number>();
    let last = 0;
    for (let heldUpAt = 1; heldUpAt <= Math.max(1, last); heldUpAt++) {
      let steps = 0;
      let answers = (): void => undefined;
      const reader = node(tableWithSteps(async () => {
        answers();
        steps++;
        for (let i = 0; steps === heldUpAt && i < times; i++) await publisher.rebuild();
      }));
      const snapshot = await reader.fresh();
      answers = () => void seen.add(snapshot.engine.query(ALL).found);
      // The same reader once more, which has an answer to lose now.
      await publisher.rebuild();
      steps = 0;
      clock += 1000;
      expect((await reader.fresh()).engine.query(ALL).found).toBe(250);
      last = Math.max(last, steps);
    }
    expect(last).toBeGreaterThan(5);
    expect([...seen]).toEqual([250]);
  });

  it('builds an index anew that has lost rows', async () => {
    await node().fresh();
    await scratch.db()('facet_products').where({ product_id: 4 }).delete();
    expect((await node().fresh()).engine.stats().products).toBe(6);
  });

  it('keeps the rows of the index before, and of none older, for readers that are slow', async () => {
    const index = node();
    for (let i = 0; i < 4; i++) await index.rebuild();
    expect(await scratch.db()('facet_products').distinct('generation').orderBy('generation')).toEqual([{ generation: 3 }, { generation: 4 }]);
  });

  it('publishes no index of which rows were taken away while it was built', async () => {
    const index = node();
    await index.fresh();
    const rebuilt = index.rebuild(() => scratch.db()('facet_products').where({ generation: 2, product_id: 4 }).delete().then(() => undefined));
    await expect(rebuilt).rejects.toThrow('rows');
    clock += 1000;
    expect((await node().fresh()).engine.stats().products).toBe(6);
  });

  it('goes on with an index from before its rows were counted', async () => {
    await node().fresh();
    await scratch.db().schema.alterTable('facet_state', (table) => void table.dropColumn('products'));
    await scratch.db()('migrations').where({ id: '002_count_products' }).delete();
    await migrate(scratch.db, 'facet', indexMigrations);
    catalogue.records = () => Promise.reject(new Error('read again'));
    expect((await node().fresh()).engine.stats().products).toBe(6);
  });

  it('builds once when two nodes find no index', async () => {
    let reads = 0;
    const records = catalogue.records;
    catalogue.records = (after, limit) => {
      if (after === 0) reads++;
      return records(after, limit);
    };
    await Promise.all([node().fresh(), node().fresh(), node().fresh()]);
    expect(reads).toBe(1);
  });

  it('reads everything again when the store says that too much changed to list', async () => {
    const index = node();
    await index.fresh();
    catalogue.products.set(8, product(8, { termIds: [2] }));
    catalogue.changedAll();
    clock += 1000;
    expect((await index.fresh()).engine.stats().products).toBe(7);
  });

  it('answers inside a transaction without waiting for it', async () => {
    const index = node();
    await index.fresh();
    catalogue.put(product(7, { termIds: [3] }));
    index.expire();
    const inside = await scratch.db.transaction(async () => (await index.fresh()).engine.stats().products);
    expect([6, 7]).toContain(inside);
    expect((await index.fresh()).engine.stats().products).toBe(7);
  });

  it('answers from the last known state while the database is away', async () => {
    const index = node();
    await index.fresh();
    catalogue.lastChange = () => Promise.reject(new Error('gone'));
    clock += 1000;
    expect((await index.fresh()).engine.stats().products).toBe(6);
  });
});
