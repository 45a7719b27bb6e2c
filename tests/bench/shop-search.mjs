import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { filterReady } from './serving/filter-ready.mjs';
import { HOST, startServed } from './serving/served.mjs';

const PRODUCTS = Number(process.env.PRODUCTS ?? 100_000);
/** Searches of each kind, all with different terms. */
const EACH = Number(process.env.EACH ?? 60);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Warm-up requests to each side. */
const WARM = Number(process.env.WARM ?? 1500);
const BAR = 10;

function plinth(root, env, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'core/cli/plinth.mjs'), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`plinth ${args.join(' ')}: ${stderr}`);
}

/** Seeded random numbers between 0 and 1. */
function stream(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Search terms: names without case and diacritics, prefixes of names, parts of SKUs, and words without results. */
async function drawSearches(site, random) {
  const titles = new Set();
  for (const letter of 'abcdefgijklmnoprstuwz')
    for (const { title } of JSON.parse((await site.get(`/wp-json/shop/v1/search?q=${letter}&limit=50`)).text).results)
      titles.add(title);
  const names = [...titles];
  const pick = (list) => list[Math.floor(random() * list.length)];
  const folded = (text) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');
  const words = [...new Set(names.flatMap((name) => folded(name).split(' ')))].filter((word) => word.length > 3);
  const many = (make) => [...new Set(Array.from({ length: EACH * 3 }, make))].slice(0, EACH);
  return {
    name: many(() => folded(pick(names))),
    word: many(() => pick(words)),
    beginning: many(() => pick(words).slice(0, 3)),
    'two words': many(() => `${pick(words)} ${pick(words)}`),
    code: many(() => String(1000 + Math.floor(random() * (PRODUCTS - 1000)))),
    nothing: many(() => `zzq${Math.floor(random() * 1e6)}`),
  };
}

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];

async function timed(side, address) {
  const started = process.hrtime.bigint();
  const answer = await side.get(address);
  const took = Number(process.hrtime.bigint() - started) / 1e6;
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}.`);
  return took;
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
    ADMIN_PASSWORD: 'a password for the bench',
  };
  const running = [];
  try {
    if (database) sql(`create database ${database} character set utf8mb4 collate utf8mb4_bin`);
    plinth(root, env, 'core', 'install', '--no-demo');
    plinth(root, env, 'store', 'generate', String(PRODUCTS));
    const site = await startServed('site.mjs', env);
    running.push(site);
    // Reading the catalog would compete for the processor with the measured searches.
    await filterReady(site, ['/shop/']);
    const bare = await startServed('bare.mjs');
    running.push(bare);
    const kinds = Object.entries(await drawSearches(site, stream(17)));
    const asked = [];
    for (const [kind, words] of kinds) {
      for (const query of words) {
        const address = `/wp-json/shop/v1/search?q=${encodeURIComponent(query)}`;
        const { text, headers } = await site.get(address);
        const twin = `/${await bare.ask('take', { type: headers['content-type'], text })}`;
        if ((await bare.get(twin)).text !== text) throw new Error(`The sides disagree about “${query}”.`);
        asked.push({ kind, address, twin });
      }
    }
    for (let sent = 0; sent < WARM; sent++) {
      const { address, twin } = asked[sent % asked.length];
      await site.get(address);
      await bare.get(twin);
    }
    const times = { site: [], bare: [] };
    const byKind = Object.fromEntries(kinds.map(([kind]) => [kind, []]));
    const before = { site: await site.ask('cpu'), bare: await bare.ask('cpu') };
    for (let round = 0; round < ROUNDS; round++) {
      for (const { kind, address, twin } of asked) {
        const took = await timed(site, address);
        times.site.push(took);
        byKind[kind].push(took);
        times.bare.push(await timed(bare, twin));
      }
    }
    const used = async (side, name) => {
      const { user, system } = await side.ask('cpu');
      return (user + system - before[name].user - before[name].system) / 1000 / times[name].length;
    };
    return { times, byKind, cpu: { site: await used(site, 'site'), bare: await used(bare, 'bare') } };
  } finally {
    for (const one of running) await one.stop();
    if (database) sql(`drop database if exists ${database}`);
    rmSync(parent, { recursive: true, force: true });
  }
}

/** The search of `shop/v1` over 100,000 products, relative to bare Express sending the same bytes; 95th percentile of both, sides alternate. */
export function benches({ root }) {
  return ['sqlite', 'mysql'].map((engine) => ({
    name: `shop-search-${engine}`,
    async run() {
      const { times, byKind, cpu } = await measure(root, engine);
      const p95 = { site: at(times.site, 0.95), bare: at(times.bare, 0.95) };
      const ratio = rounded(p95.site / p95.bare);
      const ms = (value) => `${value.toFixed(2)} ms`;
      const kinds = Object.entries(byKind).map(
        ([kind, list]) => `${kind} ${ms(at(list, 0.5))} / ${ms(at(list, 0.95))}`,
      );
      return {
        ratio,
        bar: BAR,
        holds: ratio <= BAR,
        note: `p95 of search ÷ p95 of bare Express at ${PRODUCTS} products on ${engine}, ${times.site.length} requests each in turns: ${ms(p95.site)} / ${ms(p95.bare)}; medians ${ms(at(times.site, 0.5))} / ${ms(at(times.bare, 0.5))}; processor ${ms(cpu.site)} / ${ms(cpu.bare)} per request; median / p95 by kind: ${kinds.join(', ')}`,
      };
    },
  }));
}
