import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { rounded } from './compare.mjs';
import { grow } from './serving/grow.mjs';
import { filterReady } from './serving/filter-ready.mjs';
import { costOf, HOST, startServed } from './serving/served.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const REQUESTS = 60;
const BAR = 1.5;
const PASSWORD = 'a password for the bench';
const SMALL = { products: 70, customers: 70 };
const LARGE = { products: 100_000, customers: 20_000 };

/** Number of products of the category below in the demo shop, so that lists of both shops have the same length. */
const PER_PAGE = 6;
const CATEGORY = 'na-sciane';
/** Requests to measure; `rows` matches one list item, whose number is equal in both shops. */
const ROWS = [
  { name: 'home', address: '/', rows: /<article class="product-card|class="card/g },
  { name: 'category', address: `/product-category/${CATEGORY}/`, rows: /data-price=/g },
  { name: 'shop', address: '/shop/', rows: /data-price=/g },
  { name: 'product', address: 'PRODUCT', rows: /data-price=/g },
  { name: 'header search', address: '/wp-json/shop/v1/search?q=lampa&limit=3&as_shop=true', rows: /"url":/g },
  { name: 'exact search', address: '/wp-json/shop/v1/search?q=lampa&limit=3', rows: /"url":/g },
  {
    name: 'orders',
    address: '/wp-admin/admin.php?page=store-orders',
    owner: true,
    rows: /page(?:=|&#x3D;)store-order&amp;id/g,
  },
  { name: 'customers', address: '/wp-admin/users.php?role=customer', owner: true, rows: /user-edit\.php\?user_id/g },
  {
    name: 'products',
    address: '/wp-admin/admin.php?page=store-products',
    owner: true,
    rows: /page(?:=|&#x3D;)store-product&amp;id/g,
  },
  { name: 'products found', address: '/wp-admin/admin.php?page=store-products&s=lampa', owner: true },
  {
    name: 'products found on a full page',
    address: '/wp-admin/admin.php?page=store-products&s=ka',
    owner: true,
    rows: /page(?:=|&#x3D;)store-product&amp;id/g,
  },
  {
    name: 'orders found',
    address: '/wp-admin/admin.php?page=store-orders&s=kowalska',
    owner: true,
    rows: /page(?:=|&#x3D;)store-order&amp;id/g,
  },
];

function plinth(root, env, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'core/cli/plinth.mjs'), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`plinth ${args.join(' ')}: ${stderr}`);
}

/** A demo shop of the given size in a separate database; pages are not cached. */
async function makeShop({ root, load }, engine, size) {
  const parent = mkdtempSync(path.join(tmpdir(), 'plinth-growth-'));
  const database = engine === 'mysql' ? `plinth_bench_${randomBytes(6).toString('hex')}` : '';
  const server = process.env.BENCH_MYSQL ?? 'mysql://root@127.0.0.1:3306';
  // In a separate process: dropping a database may have to wait for connections of this one.
  const sql = (statement) =>
    promisify(execFile)('mariadb', ['-h', new URL(server).hostname, '-u', new URL(server).username, '-e', statement]);
  const env = {
    DATA_DIR: path.join(parent, 'data'),
    DATABASE_URL: database && `${server}/${database}`,
    REDIS_URL: '',
    PAGE_CACHE_MB: '0',
    SITE_URL: `http://${HOST}`,
    ADMIN_PASSWORD: PASSWORD,
    DEMO: '1',
  };
  if (database) await sql(`create database ${database} character set utf8mb4 collate utf8mb4_bin`);
  const remove = async () => {
    if (database) await sql(`drop database if exists ${database}`);
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    plinth(root, env, 'core', 'install');
    plinth(root, env, 'option', 'update', 'facet_settings', JSON.stringify({ per_page: PER_PAGE }), '--format', 'json');
    const { openDatabase } = load(path.join(root, 'dist/core/db/index.js'));
    const db = openDatabase(
      database ? { url: env.DATABASE_URL, file: '' } : { file: path.join(env.DATA_DIR, 'site.sqlite') },
    );
    await grow(db, size).finally(() => db.destroy());
    plinth(root, env, 'store', 'index-words');
    const site = await startServed('site.mjs', env);
    return { site, stop: () => site.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Logs the owner in. @returns the headers of a logged-in user */
async function logIn(port) {
  const ask = (method, cookie, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        host: HOST,
        cookie,
        ...(body
          ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }
          : {}),
      };
      const request = http.request({ host: '127.0.0.1', port, path: '/wp-login.php', method, headers }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            text: Buffer.concat(chunks).toString(),
            cookies: (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]),
          }),
        );
      });
      request.on('error', reject);
      request.end(body);
    });
  const form = await ask('GET', '');
  const nonce = /name="_wpnonce" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
  const done = await ask(
    'POST',
    form.cookies.join('; '),
    new URLSearchParams({ log: 'admin', pwd: PASSWORD, _wpnonce: nonce }).toString(),
  );
  if (done.status !== 302) throw new Error(`Nobody could log in: ${done.status}.`);
  return { cookie: [...form.cookies, ...done.cookies].join('; ') };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Microseconds of processor time and of elapsed time per request. */
async function costs({ site }, address, headers) {
  const started = performance.now();
  const cpu = await costOf(site, address, headers, REQUESTS);
  return { cpu, wall: ((performance.now() - started) * 1000) / REQUESTS };
}

async function measure(parts, engine) {
  const shops = [];
  try {
    for (const size of [SMALL, LARGE]) shops.push(await makeShop(parts, engine, size));
    for (const shop of shops) {
      await filterReady(shop.site, ['/shop/', `/product-category/${CATEGORY}/`]);
      shop.owner = { ...(await logIn(shop.site.port)) };
    }
    const [small, large] = shops;
    const product = /\/product\/[\w-]+\//.exec((await small.site.get(`/product-category/${CATEGORY}/`)).text)[0];
    const wanted = process.env.GROWTH_ROWS?.split(',');
    const rows = [];
    for (const row of ROWS.filter(({ name }) => !wanted || wanted.includes(name))) {
      const address = row.address === 'PRODUCT' ? product : row.address;
      const [few, many] = await Promise.all(
        shops.map(async (shop) => (await shop.site.get(address, row.owner ? shop.owner : {})).text),
      );
      const counted = [few, many].map((text) => (row.rows ? (text.match(row.rows) ?? []).length : 1));
      if (counted[0] !== counted[1] || counted[0] === 0) throw new Error(`${row.name} lists ${counted.join(' and ')}.`);
      const taken = [];
      for (let round = -2; round < ROUNDS; round++) {
        const [one, other] = [
          await costs(small, address, row.owner ? small.owner : {}),
          await costs(large, address, row.owner ? large.owner : {}),
        ];
        if (round >= 0) taken.push([one, other]);
      }
      const ratioOf = (of) => median(taken.map(([one, other]) => other[of] / one[of]));
      const ms = (side, of) => rounded(median(taken.map((pair) => pair[side][of])) / 1000);
      rows.push({
        name: row.name,
        cpu: ratioOf('cpu'),
        wall: ratioOf('wall'),
        small: ms(0, 'cpu'),
        large: ms(1, 'cpu'),
        smallWall: ms(0, 'wall'),
        largeWall: ms(1, 'wall'),
      });
    }
    return rows;
  } finally {
    for (const shop of shops) await shop.stop();
  }
}

/** Cost of a page in a shop with 100,000 products and 20,000 orders and customers, relative to one with 70 products. */
export function benches(parts) {
  return ['sqlite', 'mysql'].map((engine) => ({
    name: `growth-${engine}`,
    async run() {
      const rows = await measure(parts, engine);
      // MariaDB works in a separate process, so only elapsed time includes it.
      const of = engine === 'mysql' ? 'wall' : 'cpu';
      const worst = Math.max(...rows.map((row) => Math.max(row.cpu, row[of])));
      const note = rows.map(
        (row) =>
          `${row.name} ${rounded(row.cpu)} (${row.small} to ${row.large} ms${engine === 'mysql' ? `; by the clock ${rounded(row.wall)}, ${row.smallWall} to ${row.largeWall} ms` : ''})`,
      );
      return {
        ratio: rounded(worst),
        bar: BAR,
        holds: worst <= BAR,
        note: `100,000 products against 70, 20,000 orders and customers against 70, on ${engine}: ${note.join('; ')}`,
      };
    },
  }));
}
