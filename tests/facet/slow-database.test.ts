import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineQuery } from '../../plugins/facet/engine/types';
import { indexMigrations } from '../../plugins/facet/index/index-migrations';
import type { SourceReader } from '../../plugins/facet/index/facet-source';
import { createIndexTable, type IndexTable } from '../../plugins/facet/index/index-table';
import { createLiveIndex, type LiveIndex } from '../../plugins/facet/index/live-index';
import { textSearch } from '../../plugins/facet/search/text-index';
import { migrate } from '../../core/db';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases';
import { fakeCatalog, type FakeCatalog, product } from './fake-catalog';

const ALL: EngineQuery = {
  selections: [],
  ranges: [],
  scope: [],
  search: '',
  sort: '',
  page: 1,
  perPage: 1,
  counts: [],
  bounds: [],
};
const timeout = { initialMs: 60_000, staleMs: 60_000 };
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
const FIRST = 120;

type Step = () => Promise<void>;

/** A table that runs `step` before each operation. */
function stepped(table: IndexTable, step: Step): IndexTable {
  const { state, rows, add, publish, sweep, sweepAnnouncements, freeGeneration, advance, builds, own } = table;
  const delayed =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      step().then(() => work(...args));
  return {
    ...table,
    state: delayed(state),
    rows: delayed(rows),
    add: delayed(add),
    publish: delayed(publish),
    sweep: delayed(sweep),
    sweepAnnouncements: delayed(sweepAnnouncements),
    freeGeneration: delayed(freeGeneration),
    advance: delayed(advance),
    builds: { ...builds, begin: delayed(builds.begin), unfinished: delayed(builds.unfinished) },
    own: { ...own, sweep: delayed(own.sweep) },
  };
}

describe.each(allEngines)('filter index with delayed processes on %s', (engine) => {
  let scratch: ScratchDatabase;
  let catalog: FakeCatalog;
  let clock = 0;
  let read: number[] = [];

  /** Creates an index as a process does. Unless `locked`, the lock has no effect, as if it had expired during a long pause: several nodes build at once. */
  function node(table = createIndexTable(scratch.db), locked = false, sources?: SourceReader): LiveIndex {
    const memory = createMemoryEngine({ texts: textSearch });
    const lapsed = Object.assign(() => scratch.db(), scratch.db, {
      withLock: <T>(_name: string, work: () => Promise<T>) => work(),
    });
    return createLiveIndex({
      db: locked ? scratch.db : lapsed,
      table,
      catalog: () => catalog,
      engine: () => memory,
      log: LOG,
      now: () => clock,
      timeouts: timeout,
      sources,
    });
  }
  const found = async (index: LiveIndex): Promise<number> =>
    (await (await index.getSnapshot()).engine.query(ALL)).found;
  let changeCount = 0;
  /** Adds or removes a product. */
  function change(): void {
    changeCount++;
    if (changeCount % 3 === 0) catalog.remove([...catalog.products.keys()].at(-5) ?? 0);
    else catalog.put(product(10_000 + changeCount, { termIds: [3] }));
  }
  async function expectWhole(): Promise<void> {
    const state = await createIndexTable(scratch.db).state();
    expect(await createIndexTable(scratch.db).count(state?.generation ?? 0)).toBe(state?.products);
  }

  beforeEach(async () => {
    [clock, changeCount, read] = [1_000_000, 0, []];
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'facet', indexMigrations);
    catalog = fakeCatalog(Array.from({ length: FIRST }, (_, i) => product(i + 1, { termIds: [3] })));
    const { records } = catalog;
    catalog.records = async (...args) => {
      const some = await records(...args);
      read.push(...some.map(({ id }) => id));
      return some;
    };
  });
  afterEach(() => scratch.drop());

  it('shows and publishes no partial index when a builder is delayed at any step', async () => {
    const [reader, other] = [node(), node()];
    await reader.getSnapshot();
    await other.getSnapshot();
    const errorCodes: string[] = [];
    for (let [heldUpAt, last] = [1, 1]; heldUpAt <= last; heldUpAt++) {
      let steps = 0;
      const builder = node(
        stepped(createIndexTable(scratch.db), async () => {
          steps++;
          if (steps !== heldUpAt) return;
          for (let i = 0; i < 2; i++) {
            change();
            await other.rebuild();
            clock += 1000;
            expect(await found(reader)).toBe(catalog.products.size);
          }
        }),
      );
      await builder.rebuild().catch((error: { code?: string }) => void errorCodes.push(String(error.code)));
      last = Math.max(last, steps);
      clock += 1000;
      for (const index of [reader, other, node()])
        expect([heldUpAt, await found(index)]).toEqual([heldUpAt, catalog.products.size]);
      await expectWhole();
    }
    // A process delayed before publishing gets an error, and nothing it wrote is visible to readers.
    expect(new Set(errorCodes)).toEqual(new Set(['facet_index_locked']));
  });

  it('shows a new source for all products or none, despite any delay', async () => {
    const stateOf = (id: number): string => (catalog.products.get(id)?.name === 'Changed' ? 'new' : 'old');
    const reader = (sources: readonly string[]): SourceReader => ({
      listRegistered: () => new Set(sources),
      listSuspended: () => new Set(),
      rest: () => undefined,
      read: async (products, only = new Set(sources)) => ({
        values: new Map(
          products.map(({ id }) => [
            id,
            Object.fromEntries([...only].map((source) => [source.split('@')[0], stateOf(id)])),
          ]),
        ),
        queried: only,
        failed: new Set(),
      }),
    });
    await node(undefined, false, reader(['tone@1'])).getSnapshot();
    for (let [heldUpAt, last] = [1, 1]; heldUpAt <= last; heldUpAt++) {
      const other = node(undefined, false, reader(['tone@1']));
      await other.getSnapshot();
      let steps = 0;
      const coming = node(
        stepped(createIndexTable(scratch.db), async () => {
          steps++;
          if (steps !== heldUpAt) return;
          // Another process, which does not know the source yet, processes a change; every third time it rebuilds.
          change();
          catalog.put({ ...product(heldUpAt), name: 'Changed' });
          clock += 1000;
          await (heldUpAt % 3 === 0 ? other.rebuild() : other.refresh());
        }),
        false,
        reader(['tone@1', 'mood@1']),
      );
      await coming.refresh().catch(() => undefined);
      for (const index of [coming, node(undefined, false, reader(['tone@1', 'mood@1'])), other]) {
        clock += 1000;
        const { engine: memory, customSources } = await index.getSnapshot();
        for (const source of customSources) {
          const [fresh, old] = [memory.values(source).get('new') ?? 0, memory.values(source).get('old') ?? 0];
          expect([heldUpAt, source, fresh, old + fresh]).toEqual([
            heldUpAt,
            source,
            [...catalog.products.keys()].filter((id) => stateOf(id) === 'new').length,
            catalog.products.size,
          ]);
        }
      }
      last = Math.max(last, steps);
      if (heldUpAt === last) expect(last).toBeGreaterThan(10);
    }
    expect(
      [...(await node(undefined, false, reader(['tone@1', 'mood@1'])).getSnapshot()).customSources].sort(),
    ).toEqual(['mood', 'tone']);
    await expectWhole();
  });

  it('responds from a whole index when a reader is delayed at any step', async () => {
    const other = node();
    await other.getSnapshot();
    for (let [heldUpAt, last] = [1, 1]; heldUpAt <= last; heldUpAt++) {
      let steps = 0;
      const sizes = new Set([catalog.products.size]);
      const reader = node(
        stepped(createIndexTable(scratch.db), async () => {
          steps++;
          if (steps !== heldUpAt) return;
          for (const write of [
            () => other.refresh(),
            () => other.rebuild(),
            () => other.rebuild(),
            () => other.refresh(),
          ]) {
            change();
            sizes.add(catalog.products.size);
            clock += 1000;
            await write();
          }
        }),
      );
      expect(sizes).toContain(await found(reader));
      last = Math.max(last, steps);
      clock += 1000;
      expect([heldUpAt, await found(reader)]).toEqual([heldUpAt, catalog.products.size]);
      await expectWhole();
    }
  });

  it('resumes an interrupted build and includes later changes', async () => {
    const reader = node(undefined, true);
    await reader.getSnapshot();
    let batches = 0;
    const table = createIndexTable(scratch.db);
    const killed = node(
      {
        ...table,
        add: (builder, build, rows, own) =>
          build.reached > 0 && ++batches === 2
            ? Promise.reject(new Error('killed'))
            : table.add(builder, build, rows, own),
      },
      true,
    );
    await expect(killed.rebuild()).rejects.toThrow('killed');
    expect(await found(reader)).toBe(FIRST);
    catalog.put({ ...product(7), name: 'Behind the part that is there' });
    catalog.remove(8);
    read = [];
    const next = node(undefined, true);
    await next.rebuild();
    expect(read).toEqual(Array.from({ length: FIRST - 100 }, (_, i) => i + 101));
    clock += 1000;
    for (const index of [next, reader, node(undefined, true)]) {
      expect(await found(index)).toBe(FIRST - 1);
      expect(
        (await (await index.getSnapshot()).engine.query({ ...ALL, search: 'behind' })).hits.map(({ id }) => id),
      ).toEqual([7]);
    }
    await expectWhole();
    read = [];
    await next.rebuild();
    expect(read).toHaveLength(FIRST - 1);
  });

  it('restarts a build interrupted long ago or before too many changes', async () => {
    await node(undefined, true).getSnapshot();
    for (const meanwhile of [() => void (clock += 3_700_000), () => catalog.changedAll()]) {
      const table = createIndexTable(scratch.db);
      const killed = node({ ...table, publish: () => Promise.reject(new Error('killed')) }, true);
      await expect(killed.rebuild()).rejects.toThrow('killed');
      meanwhile();
      read = [];
      expect((await node(undefined, true).rebuild()).indexed_products).toBe(FIRST);
      expect(read).toHaveLength(FIRST);
    }
  });

  it('shows no older state after a newer one while the index is reread', async () => {
    let delay = (): Promise<void> => Promise.resolve();
    const table = createIndexTable(scratch.db);
    const many = fakeCatalog(Array.from({ length: 5300 }, (_, i) => product(i + 1)));
    Object.assign(catalog, many);
    const index = node({ ...table, rows: (...args) => delay().then(() => table.rows(...args)) }, true);
    await index.getSnapshot();
    // Another node publishes; this one loads the new index in the background.
    await node(undefined, true).rebuild();
    let go = (): void => undefined;
    let waiting = false;
    delay = () => ((waiting = true), new Promise((resolve) => (go = resolve)));
    clock += 1000;
    await index.refresh();
    while (!waiting) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const id of [6001, 6002]) {
      catalog.put(product(id));
      await index.refresh();
      expect(await found(index)).toBe(id - 6000 + 5300);
    }
    const foundCounts = new Set<number>();
    delay = () => Promise.resolve();
    go();
    const { engine: memory } = await index.getSnapshot();
    for (let i = 0; i < 400; i++) {
      foundCounts.add((await memory.query(ALL)).found);
      await new Promise((resolve) => setImmediate(resolve));
      if (memory.stats().pending === 2 && i > 100) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect([...foundCounts]).toEqual([5302]);
  });
});
