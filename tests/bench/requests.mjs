import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { costOf, HOST, startServed } from './serving/served.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const REQUESTS = 150;
/** Warm-up requests of each kind, on both sides. */
const WARM = Number(process.env.WARM ?? 3000);
const TURNS = 10;
const MIXED = Number(process.env.MIXED ?? 20_000);
const MEMORY_MB = 200;
const PASSWORD = 'a password for the bench';

/** Minimal plugin with a route and two shortcodes. */
const PLUGIN = {
  'plugin.json': JSON.stringify({
    name: 'Bench',
    version: '1.0.0',
    description: 'What the bench asks.',
    author: 'Plinth',
    requiresCore: '*',
    main: 'index.js',
  }),
  'index.js': `module.exports = { boot(scope) {
  scope.registerRestRoute('bench/v1', '/ping', { methods: 'GET', permissionCallback: () => true, callback: () => ({ pong: true }) });
  scope.addShortcode('bench_one', () => '<b>one</b>');
  scope.addShortcode('bench_two', (_attributes, content) => '<i>' + content + '</i>');
} };`,
};

/** Requests to measure, with the maximum ratio to bare Express and the expected number of database queries once warm. */
const ROWS = [
  { name: 'rest', address: '/wp-json/bench/v1/ping', bar: 3.5, asked: 1 },
  { name: 'settings', address: '/wp-json/wp/v2/settings', loggedIn: true, bar: 6 },
  { name: 'page', address: '/bench-page/', bar: 8, asked: 4, fresh: true },
  { name: 'home', address: '/', bar: 10, asked: 6, fresh: true },
  { name: 'shop', address: '/shop/', bar: 10, fresh: true },
  { name: 'product', address: 'PRODUCT', bar: 10, asked: 6, fresh: true },
  { name: 'page-again', address: '/bench-page/', bar: 2 },
  { name: 'home-again', address: '/', bar: 2 },
  { name: 'shop-again', address: '/shop/', bar: 2 },
];

function plinth(root, env, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'core/cli/plinth.mjs'), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`plinth ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** A demo shop with the page and the plugin of the benchmark. */
function makeShop(root, env) {
  plinth(root, env, 'core', 'install');
  const folder = path.join(env.DATA_DIR, 'plugins', 'bench');
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(PLUGIN)) writeFileSync(path.join(folder, file), text);
  plinth(root, env, 'plugin', 'activate', 'bench');
  plinth(
    root,
    env,
    'post',
    'create',
    '--post_type=page',
    '--post_title=Bench page',
    '--post_status=publish',
    '--post_content=[bench_one] and [bench_two]two[/bench_two]',
  );
  return {
    authorization: `Basic ${Buffer.from(`admin:${plinth(root, env, 'user', 'application-password', 'create', 'admin', 'bench', '--porcelain')}`).toString('base64')}`,
  };
}

/** Database queries of a request that repeats the previous one. */
async function asyncAnswersOf(site, address, headers) {
  for (let i = 0; i < 3; i++) await site.get(address, headers);
  const before = await site.ask('asked');
  for (let i = 0; i < 10; i++) await site.get(address, headers);
  return ((await site.ask('asked')) - before) / 10;
}

async function measure(root, engine) {
  const parent = mkdtempSync(path.join(tmpdir(), 'plinth-bench-'));
  const database = engine === 'mysql' ? `plinth_bench_${randomBytes(6).toString('hex')}` : '';
  const server = process.env.BENCH_MYSQL ?? 'mysql://root@127.0.0.1:3306';
  const sql = (statement) =>
    spawnSync('mariadb', ['-h', new URL(server).hostname, '-u', new URL(server).username, '-e', statement], {
      encoding: 'utf8',
    });
  const env = {
    DATA_DIR: path.join(parent, 'data'),
    DATABASE_URL: database && `${server}/${database}`,
    REDIS_URL: '',
    SITE_URL: `http://${HOST}`,
    ADMIN_PASSWORD: PASSWORD,
    DEMO: '1',
  };
  const running = [];
  try {
    if (database) sql(`create database ${database} character set utf8mb4 collate utf8mb4_bin`);
    const authorization = makeShop(root, env);
    const site = await startServed('site.mjs', env);
    running.push(site);
    // The same site without a page cache.
    const unkept = await startServed('site.mjs', { ...env, PAGE_CACHE_MB: '0' });
    running.push(unkept);
    const bare = await startServed('bare.mjs');
    running.push(bare);
    const product = /\/product\/[\w-]+\//.exec((await site.get('/shop/')).text)[0];
    // For the first few thousand requests, code is not yet compiled and each takes twice as long.
    const warm = `/${await bare.ask('take', { type: 'text/plain', text: 'warm' })}`;
    await costOf(bare, warm, {}, WARM);
    // Alternating kinds, as in real traffic: code optimized for one kind is deoptimized at the first request of another.
    for (let turn = 0; turn < TURNS; turn++) {
      for (const { address, fresh, loggedIn } of ROWS)
        await costOf(
          fresh ? unkept : site,
          address === 'PRODUCT' ? product : address,
          loggedIn ? authorization : {},
          WARM / TURNS,
        );
    }
    const rows = [];
    for (const row of ROWS) {
      const address = row.address === 'PRODUCT' ? product : row.address;
      const headers = row.loggedIn ? authorization : {};
      const served = row.fresh ? unkept : site;
      const { text, headers: given } = await served.get(address, headers);
      const twin = `/${await bare.ask('take', { type: given['content-type'], text })}`;
      if ((await bare.get(twin)).text !== text) throw new Error(`${row.name}: the sides disagree.`);
      const asked = await asyncAnswersOf(served, address, headers);
      const ratios = [];
      const costs = [];
      for (let round = -2; round < ROUNDS; round++) {
        const [cost, base] = [await costOf(served, address, headers, REQUESTS), await costOf(bare, twin, {}, REQUESTS)];
        if (round < 0) continue;
        ratios.push(cost / base);
        costs.push(cost / 1000);
      }
      rows.push({ ...row, asked, bars: row, ratio: median(ratios), cost: median(costs) });
    }
    const memory = await grow(site, [
      ...ROWS.filter(({ loggedIn }) => !loggedIn).map(({ address }) => (address === 'PRODUCT' ? product : address)),
    ]);
    return { rows, memory };
  } finally {
    for (const one of running) await one.stop();
    if (database) sql(`drop database if exists ${database}`);
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Growth of resident memory, in megabytes, after many requests. */
async function grow(site, addresses) {
  for (let sent = 0; sent < MIXED; sent += 2)
    await Promise.all([
      site.get(addresses[sent % addresses.length]),
      site.get(addresses[(sent + 1) % addresses.length], { cookie: `visit=${sent}` }),
    ]);
  return (await site.ask('memory')) / 1024 / 1024;
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Processor time of a request relative to bare Express sending the same bytes; sides alternate. */
export function benches({ root }) {
  return ['sqlite', 'mysql'].map((engine) => ({
    name: `requests-${engine}`,
    async run() {
      const { rows, memory } = await measure(root, engine);
      const worst = Math.max(...rows.map(({ ratio, bar }) => ratio / bar), memory / MEMORY_MB);
      const note = rows.map(
        ({ name, ratio, bar, cost, asked, bars }) =>
          `${name} ${rounded(ratio)} (bar ${bar}; ${rounded(cost)} ms; ${asked} questions${bars.asked === undefined ? '' : `, bar ${bars.asked}`})`,
      );
      return {
        ratio: rounded(worst),
        bar: 1,
        holds: worst <= 1,
        note: `the worst row as a share of its bar; times bare Express on ${engine}: ${note.join('; ')}; ${Math.round(memory)} MB after ${MIXED} requests (bar ${MEMORY_MB})`,
      };
    },
  }));
}
