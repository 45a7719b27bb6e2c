import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { median } from './facet-engine.mjs';
import { costOfEach, HOST, startServed } from './serving/served.mjs';

const PRODUCTS = Number(process.env.PRODUCTS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
/** New selections per round. */
const CHOICES = 20;
const REQUESTS = 100;
const WARM = Number(process.env.WARM ?? 600);
/** Selections requested before measuring. First executions are not measured by the other benchmarks either. */
const WARM_CHOICES = Number(process.env.WARM_CHOICES ?? 1000);
const READY_MS = 300_000;
const ROUTE = '/wp-json/facet/v1/filter';
const ROWS = [
  { name: 'uncached', bar: 4 },
  { name: 'cached', bar: 1.3 },
];

/** Loads the random numbers of the tests. */
function loadRandomStream(root, load) {
  const contents = `export { randomStream } from './tests/facet/random-records';`;
  const { outputFiles } = load('esbuild').buildSync({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  const module = { exports: {} };
  new Function('module', 'exports', outputFiles[0].text)(module, module.exports);
  return module.exports.randomStream;
}

const bodyOf = (query) => JSON.stringify({ query });

/** Makes selections as visitors do, one after the other, without repetition. @returns each query with its response */
async function walk(site, count, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const steps = [];
  const seen = new Set();
  let query = {};
  while (steps.length < count) {
    const { text } = await site.post(ROUTE, bodyOf(query));
    const key = JSON.stringify(Object.entries(query).sort());
    const answer = JSON.parse(text);
    if (!seen.has(key)) steps.push({ query, text, answer });
    seen.add(key);
    const offered = [
      ...answer.facets_html.matchAll(
        /<input type="(?:checkbox|radio)"[^>]*? name="(sf_[\w-]+?)(?:\[\])?" value="([^"]+)"(?![^>]*(?:disabled|checked))/g,
      ),
    ];
    const what = random();
    if (Object.keys(query).length > 3 || offered.length === 0 || answer.found < 20)
      query = { sf_price: `${Math.floor(random() * 200)}-${300 + Math.floor(random() * 2000)}` };
    else if (what < 0.15)
      query = { ...query, sf_orderby: pick(['price', 'price-desc', 'rating', 'date', 'popularity']) };
    else {
      const [, name, value] = pick(offered);
      query = { ...query, [name]: value };
    }
  }
  return steps;
}

async function measure(root, load) {
  const randomStream = loadRandomStream(root, load);
  const parent = mkdtempSync(path.join(tmpdir(), 'plinth-bench-'));
  const env = {
    DATA_DIR: path.join(parent, 'data'),
    DATABASE_URL: '',
    REDIS_URL: '',
    SITE_URL: `http://${HOST}`,
    ADMIN_PASSWORD: 'a password for the bench',
    DEMO: '1',
  };
  const running = [];
  const start = async (file) => {
    const served = await startServed(file, file === 'site.mjs' ? env : {});
    running.push(served);
    return served;
  };
  try {
    for (const args of [
      ['core', 'install'],
      ['store', 'generate', String(PRODUCTS)],
      ['facet', 'reindex'],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'core/cli/plinth.mjs'), ...args], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`plinth ${args.join(' ')}: ${stderr}`);
    }
    const [guide, site, bare] = [await start('site.mjs'), await start('site.mjs'), await start('bare.mjs')];
    for (const one of [guide, site])
      for (const until = Date.now() + READY_MS; (await one.post(ROUTE, '{}')).status !== 200;)
        if (Date.now() > until) throw new Error('The site did not get ready.');
    const fresh = CHOICES * (ROUNDS + 2);
    // Recorded on a second site, so that the measured site has none of them cached.
    const walked = await walk(guide, WARM_CHOICES + fresh + 1, randomStream(13));
    const [first, ...steps] = walked.splice(-(fresh + 1));
    for (const { query } of walked) await site.post(ROUTE, bodyOf(query));
    const twin = async (text) => `/${await bare.ask('take', { type: 'application/json; charset=UTF-8', text })}`;
    const repeated = bodyOf(first.query);
    const same = await twin(first.text);
    for (let i = 0; i < WARM; i++) await Promise.all([site.post(ROUTE, repeated), bare.post(same, repeated)]);
    if ((await site.post(ROUTE, repeated)).text !== first.text || (await bare.post(same, repeated)).text !== first.text)
      throw new Error('The sides disagree.');
    const costs = Object.fromEntries(ROWS.map(({ name }) => [name, []]));
    const sides = { bare: [] };
    const times = (count, request) => Array.from({ length: count }, () => request);
    for (let round = -2; round < ROUNDS; round++) {
      const at = CHOICES * (round + 2);
      const selections = steps.slice(at, at + CHOICES);
      const twins = [];
      for (const { text } of selections) twins.push(await twin(text));
      const base = await costOfEach(
        bare,
        [...twins, ...twins, ...twins].map(
          (address, i) => () => bare.post(address, bodyOf(selections[i % CHOICES].query)),
        ),
      );
      const row = {
        uncached: await costOfEach(
          site,
          selections.map(
            ({ query }) =>
              () =>
                site.post(ROUTE, bodyOf(query)),
          ),
        ),
        cached: await costOfEach(
          site,
          times(REQUESTS, () => site.post(ROUTE, repeated)),
        ),
      };
      if (round < 0) continue;
      sides.bare.push(base);
      for (const { name } of ROWS) costs[name].push({ cost: row[name], ratio: row[name] / base });
    }
    return { costs, bare: median(sides.bare), bytes: first.text.length };
  } finally {
    for (const one of running) await one.stop();
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Processor time of a filter response relative to bare Express sending the same bytes. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-answers',
      large: true,
      async run() {
        const { costs, bare, bytes } = await measure(root, load);
        const rows = ROWS.map(({ name, bar }) => ({
          name,
          bar,
          ratio: median(costs[name].map(({ ratio }) => ratio)),
          cost: median(costs[name].map(({ cost }) => cost)),
        }));
        const worst = Math.max(...rows.map(({ ratio, bar }) => ratio / bar));
        const note = rows
          .map(({ name, bar, ratio, cost }) => `${name} ${rounded(ratio)} (bar ${bar}; ${rounded(cost / 1000)} ms)`)
          .join('; ');
        return {
          ratio: rounded(worst),
          bar: 1,
          holds: worst <= 1,
          note: `the worst row as a share of its bar; POST facet/v1/filter at ${PRODUCTS} products, processor time as a multiple of bare Express sending the same bytes (${rounded(bare / 1000)} ms): ${note}; ${bytes} characters`,
        };
      },
    },
  ];
}
