import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { median, ms } from './facet-engine.mjs';
import { clocked } from './facet-questions.mjs';

const PRODUCTS = Number(process.env.PRODUCTS ?? 100_000);
const QUERIES = 30;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Queries sent to the SQL tables, for comparison of results; each takes minutes. */
const OF_TABLES = 1;
const BAR = 20;
const PORT = Number(process.env.BENCH_GROONGA_PORT ?? 10_947);
const SOURCES = ['tax:product_cat', 'tax:product_brand', 'tax:pa_color', 'tax:pa_size', 'stock', 'on_sale', 'rating'];

/** Loads the index and its three engines from their TypeScript sources. */
function loadSides(root, load) {
  const { outputFiles } = load('esbuild').buildSync({
    stdin: {
      contents: `
        export { openDatabase, prepareMigrations, migrate } from './core/db/index';
        export { createMemoryEngine } from './plugins/facet/engine/memory-engine';
        export { textSearch } from './plugins/facet/search/text-index';
        export { indexMigrations } from './plugins/facet/index/index-migrations';
        export { createIndexTable } from './plugins/facet/index/index-table';
        export { createLiveIndex } from './plugins/facet/index/live-index';
        export { createSqlEngine } from './plugins/facet/index/sql-engine';
        export { differences } from './plugins/facet/index/verify';
        export { createGroongaClient } from './plugins/facet/server/groonga-client';
        export { createServerEngine } from './plugins/facet/server/server-engine';
        export { fakeCatalog, product, variation } from './tests/facet/fake-catalog';
        export { randomStream } from './tests/facet/random-records';`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
    packages: 'external',
    alias: { plinth: path.join(root, 'core/api/index.ts') },
  });
  const module = { exports: /** @type {any} */ ({}) };
  new Function('module', 'exports', 'require', outputFiles[0].text)(module, module.exports, load);
  return module.exports;
}

function drawProducts({ product, variation, randomStream }, count) {
  const random = randomStream(9);
  const pick = (n) => Math.floor(random() ** 1.6 * n);
  return Array.from({ length: count }, (_, i) => {
    const id = i + 1;
    const variations =
      random() < 0.2
        ? Array.from({ length: 2 + pick(4) }, (_one, v) =>
            variation(1_000_000 + id * 10 + v, 100 * (1 + pick(900)), random() < 0.8 ? 'instock' : 'outofstock', [
              200 + pick(12),
              300 + pick(8),
            ]),
          )
        : [];
    return product(id, {
      name: `Product ${pick(5000)}`,
      price: 100 * (1 + pick(900)),
      onSale: random() < 0.2,
      stock: random() < 0.85 ? 'instock' : 'outofstock',
      rating: pick(11) / 2,
      ratingCount: pick(50),
      sales: pick(1000),
      position: pick(20),
      publishedAt: `2026-01-${String(1 + pick(28)).padStart(2, '0')} 00:00:00`,
      termIds: [
        100 + pick(60),
        1000 + pick(80),
        ...(random() < 0.7 ? [200 + pick(12)] : []),
        ...(random() < 0.4 ? [300 + pick(8)] : []),
      ],
      variations,
    });
  });
}

function termsOf() {
  const term = (id, taxonomy, parentId = 0) => ({
    id,
    taxonomy,
    slug: `t${id}`,
    name: `Term ${id}`,
    parentId,
    position: id,
    swatch: '',
  });
  return [
    ...Array.from({ length: 60 }, (_, i) => term(100 + i, 'product_cat', i < 8 ? 0 : 100 + (i % 8))),
    ...Array.from({ length: 80 }, (_, i) => term(1000 + i, 'product_brand')),
    ...Array.from({ length: 12 }, (_, i) => term(200 + i, 'pa_color')),
    ...Array.from({ length: 8 }, (_, i) => term(300 + i, 'pa_size')),
  ];
}

function drawQueries(engine, randomStream) {
  const random = randomStream(77);
  const pick = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: QUERIES }, (_, i) => ({
    selections: [...SOURCES]
      .sort(() => random() - 0.5)
      .slice(0, i % 4)
      .map((source) => ({ key: source, source, operator: 'or', values: [pick([...engine.values(source).keys()])] })),
    ranges:
      random() < 0.25 ? [{ key: 'price', source: 'price', min: 100 * Math.floor(random() * 100), max: 60_000 }] : [],
    scope: [],
    search: '',
    perPage: 12,
    page: 1,
    sort: pick(['', 'popularity', 'rating', 'date', 'price', 'price-desc']),
    counts: SOURCES.map((source) => ({ key: source, source })),
    bounds: [{ key: 'price', source: 'price' }],
  }));
}

async function startGroonga(folder) {
  const server = spawn(
    'groonga',
    [
      '--protocol',
      'http',
      '--bind-address',
      '127.0.0.1',
      '--port',
      String(PORT),
      '--log-path',
      path.join(folder, 'log'),
      '-s',
      '-n',
      path.join(folder, 'db'),
    ],
    { stdio: 'ignore' },
  );
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://127.0.0.1:${PORT}/d/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Groonga does not answer.');
}

/** Three engines on one catalog: in memory, a local Groonga server, and plain SQL over the index tables in SQLite. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-server-100k',
      /** Runs only when named: it needs a search server. */
      large: true,
      async run() {
        const sides = loadSides(root, load);
        const folder = mkdtempSync(path.join(tmpdir(), 'plinth-bench-groonga-'));
        const server = await startGroonga(folder);
        const db = sides.openDatabase({ file: path.join(folder, 'site.sqlite') });
        try {
          await sides.prepareMigrations(db);
          await sides.migrate(db, 'facet', sides.indexMigrations);
          const drawn = drawProducts(sides, PRODUCTS);
          const catalog = {
            ...sides.fakeCatalog(drawn),
            records: async (after, limit) => drawn.slice(after, after + limit),
          };
          catalog.allTerms.splice(0, Infinity, ...termsOf());
          const table = sides.createIndexTable(db);
          const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
          const node = (engine) =>
            sides.createLiveIndex({
              db,
              table,
              catalog: () => catalog,
              engine: () => engine,
              log,
              timeouts: { initialMs: 3_600_000, staleMs: 3_600_000 },
            });
          const memory = node(sides.createMemoryEngine({ texts: sides.textSearch }));
          const { engine, generation, vocabulary } = await memory.getSnapshot();
          const origin = `http://127.0.0.1:${PORT}`;
          const own = sides.createServerEngine({
            client: sides.createGroongaClient({ origin, readTimeoutMs: 60_000 }),
            name: 'bench',
            onOutcome: () => undefined,
            shouldQuery: () => true,
            withLock: (_name, work) => work(),
            fallback: () => Promise.reject(new Error('The server did not answer.')),
          });
          const filled = await clocked(() => node(own).getSnapshot());
          const sql = sides.createSqlEngine({ db, table });
          const queries = drawQueries(engine, sides.randomStream);
          const asked = {
            memory: (query) => engine.query(query),
            server: (query) => own.query(query),
            tables: (query) => sql.query({ generation, vocabulary }, query),
          };
          const times = queries.map(() => ({ memory: [], server: [], tables: [] }));
          for (const [i, query] of queries.entries()) {
            const right = asked.memory(query);
            for (const side of i < OF_TABLES ? ['server', 'tables'] : ['server']) {
              let answer;
              const time = await clocked(async () => (answer = await asked[side](query)));
              if (side === 'tables') times[i].tables.push(time);
              const differs = sides.differences(right, answer);
              if (differs.length > 0)
                throw new Error(`${side} disagrees in ${differs.join(', ')} about ${JSON.stringify(query)}.`);
            }
          }
          for (let round = -1; round < ROUNDS; round++) {
            for (const [i, query] of queries.entries()) {
              for (const side of ['memory', 'server']) {
                const time = await clocked(() => asked[side](query));
                if (round >= 0) times[i][side].push(time);
              }
            }
          }
          const sideTimes = (side) => times.filter((time) => time[side].length > 0).map((time) => median(time[side]));
          const ratio = rounded(
            median(times.filter((time) => time.tables.length > 0).map((time) => time.tables[0] / median(time.server))),
          );
          const slower = rounded(median(times.map((time) => median(time.server) / median(time.memory))));
          const update = [];
          const follower = node(own);
          await follower.getSnapshot();
          for (let i = 0; i < 10; i++) {
            catalog.put({ ...catalog.products.get(100 + i), price: 7 });
            update.push(await clocked(() => follower.refresh()));
          }
          const said = ['memory', 'server', 'tables']
            .map((side) => `${side} ${ms(median(sideTimes(side)))} (at most ${ms(Math.max(...sideTimes(side)))})`)
            .join(', ');
          return {
            ratio,
            bar: BAR,
            holds: ratio >= BAR,
            note: `tables ÷ server; server ÷ memory ${slower}, median of ${QUERIES} queries on ${PRODUCTS} products, pages, counts of 7 facets and price bounds equal; ${said}, the tables asked ${OF_TABLES} of them; filling the server ${(filled / 1000).toFixed(1)} s, a changed product ${ms(median(update))}`,
          };
        } finally {
          await db.destroy();
          server.kill('SIGTERM');
          rmSync(folder, { recursive: true, force: true });
        }
      },
    },
  ];
}
