import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineQuery } from '../../plugins/facet/engine/types';
import { COPIES_OPTION, createIndexCopies, type IndexCopies } from '../../plugins/facet/index/index-copies';
import { indexMigrations } from '../../plugins/facet/index/index-migrations';
import { createIndexTable } from '../../plugins/facet/index/index-table';
import { createLiveIndex, type LiveIndex } from '../../plugins/facet/index/live-index';
import { textSearch } from '../../plugins/facet/search/text-index';
import { migrate } from '../../core/db';
import { defaultEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases';
import { fakeCatalog, type FakeCatalog, product } from './fake-catalog';
import { assertDefined } from '../kit/assert-defined.js';

const PRODUCTS = 5200;
const ALL: EngineQuery = {
  selections: [],
  ranges: [],
  scope: [],
  search: '',
  sort: 'price',
  page: 1,
  perPage: 96,
  counts: [{ key: 'c', source: 'tax:product_cat' }],
  bounds: [],
};

describe.each(defaultEngines)('index copy on %s', (engine) => {
  let scratch: ScratchDatabase;
  let catalog: FakeCatalog;
  let folder: string;
  const options = new Map<string, unknown>();
  const warnings: string[] = [];
  const pendingWrites: Promise<void>[] = [];
  const LOG = {
    info: () => undefined,
    warn: (message: string) => void warnings.push(message),
    error: (message: string) => void warnings.push(message),
  };

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'facet', indexMigrations);
    folder = mkdtempSync(path.join(tmpdir(), 'plinth-copies-'));
    catalog = fakeCatalog(
      Array.from({ length: PRODUCTS }, (_, i) =>
        product(i + 1, { name: `Lampa ${i}`, price: 100 + ((i * 7919) % 100_000), termIds: [1 + (i % 5)] }),
      ),
    );
    await node().index.getSnapshot();
    await waitForWrites();
  });
  beforeEach(() => void warnings.splice(0));
  afterEach(waitForWrites);
  afterAll(async () => {
    await scratch.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Waits until the copy is saved, which happens in the background. */
  async function waitForWrites(): Promise<void> {
    await Promise.all(pendingWrites.splice(0));
  }

  /** Creates an index as a starting process does; counts the batches of rows it reads. */
  function node(data = folder): { index: LiveIndex; batches(): number } {
    let batches = 0;
    const [table, memory] = [createIndexTable(scratch.db), createMemoryEngine({ texts: textSearch })];
    const copies = createIndexCopies({
      db: scratch.db,
      log: LOG,
      pluginDataPath: (name = '') => path.join(data, name),
      wpMkdirP: async (name) => (mkdirSync(name, { recursive: true }), true),
      getOption: async <T>(name: string, otherwise?: unknown) => (options.get(name) ?? otherwise) as T,
      updateOption: async (name, value) => (options.set(name, value), true),
    });
    const trackedCopies: IndexCopies = {
      find: copies.find,
      save(...args) {
        const done = copies.save(...args);
        pendingWrites.push(done);
        return done;
      },
    };
    const counting = { ...table, rows: (...args: Parameters<typeof table.rows>) => (batches++, table.rows(...args)) };
    const index = createLiveIndex({
      db: scratch.db,
      table: counting,
      catalog: () => catalog,
      engine: () => memory,
      log: LOG,
      copies: trackedCopies,
      timeouts: { initialMs: 60_000, staleMs: 60_000 },
    });
    return { index, batches: () => batches };
  }
  const queryAll = async (index: LiveIndex): Promise<unknown> => (await index.getSnapshot()).engine.query(ALL);
  const copyFile = (): string => path.join(folder, 'cache', 'index.copy');

  it('fills a starting process without reading rows and applies later changes', async () => {
    catalog.put(product(17, { name: 'Lampa', price: 1, termIds: [4] }));
    catalog.remove(18);
    const [restored, slow] = [node(), node(path.join(folder, 'elsewhere'))];
    expect(await queryAll(restored.index)).toEqual(await queryAll(slow.index));
    expect((await restored.index.getSnapshot()).engine.stats()).toMatchObject({ products: PRODUCTS - 1, pending: 1 });
    expect([restored.batches(), slow.batches() > 50]).toEqual([0, true]);
    expect(warnings).toEqual([]);
  });

  it('ignores a damaged copy, one of another history or with other names', async () => {
    const [copyBytes, tokens] = [readFileSync(copyFile()), options.get(COPIES_OPTION)];
    const read = async (): Promise<number> => {
      const { index, batches } = node();
      await index.getSnapshot();
      await waitForWrites();
      writeFileSync(copyFile(), copyBytes);
      options.set(COPIES_OPTION, tokens);
      return batches();
    };
    expect(await read()).toBe(0);
    const damaged = Buffer.from(copyBytes);
    damaged[copyBytes.length - 5000] = assertDefined(damaged[copyBytes.length - 5000]) ^ 1;
    writeFileSync(copyFile(), damaged);
    expect(await read()).toBeGreaterThan(50);
    writeFileSync(copyFile(), copyBytes.subarray(0, copyBytes.length / 2));
    expect(await read()).toBeGreaterThan(50);
    options.set(COPIES_OPTION, ['of a database that a backup took the place of']);
    expect(await read()).toBeGreaterThan(50);
    const [term] = catalog.allTerms.splice(0, 1, { ...assertDefined(catalog.allTerms[0]), name: 'Mebelki' });
    expect(await read()).toBeGreaterThan(50);
    catalog.allTerms[0] = assertDefined(term);
    expect(await read()).toBe(0);
  });

  it('ignores an outdated copy after too many changes and replaces it', async () => {
    for (let id = 1000; id < 1600; id++) catalog.put(product(id, { name: 'Inna', price: 5, termIds: [2] }));
    const first = node();
    const expected = await queryAll(first.index);
    expect(first.batches()).toBeGreaterThan(50);
    await waitForWrites();
    const next = node();
    expect(await queryAll(next.index)).toEqual(expected);
    expect(next.batches()).toBe(0);
  });

  it('works for the next start when two processes wrote it at once', async () => {
    rmSync(copyFile());
    await Promise.all([node().index.getSnapshot(), node().index.getSnapshot()]);
    await waitForWrites();
    const next = node();
    await next.index.getSnapshot();
    expect(next.batches()).toBe(0);
  });

  it('logs a warning when it cannot be written', async () => {
    const file = path.join(folder, 'no-folder');
    writeFileSync(file, '');
    const { index } = node(path.join(file, 'x'));
    expect((await index.getSnapshot()).engine.stats().products).toBe(PRODUCTS - 1);
    await waitForWrites();
    expect(warnings).toEqual([
      'the copy of the index could not be read; its rows are read instead',
      'the index could not be copied; the next start reads all of its rows',
    ]);
  });
});
