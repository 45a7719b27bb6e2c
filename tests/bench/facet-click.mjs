import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { HOST, startServed } from './serving/served.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const REQUESTS = 100;
const WARM = Number(process.env.WARM ?? 2000);
const ROWS = [
  { name: 'facet-click', bar: 4, kept: false },
  { name: 'facet-click-again', bar: 1.3, kept: true },
];
const ENDPOINT = '/wp-json/facet/v1/filter';

/** Sends request bodies, two at a time. @returns microseconds of server processor time per request, and the last response */
async function costOf(served, address, bodies) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
  const send = (body) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent,
          host: '127.0.0.1',
          port: served.port,
          path: address,
          method: 'POST',
          headers: { host: HOST, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (answer) => {
          const chunks = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode,
              type: answer.headers['content-type'],
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  const before = await served.ask('cpu');
  let [at, last] = [0, undefined];
  const sender = async () => {
    while (at < bodies.length) {
      last = await send(bodies[at++]);
      if (last.status !== 200) throw new Error(`${address} answered ${last.status}: ${last.text.slice(0, 200)}`);
    }
  };
  await Promise.all([sender(), sender()]);
  const after = await served.ask('cpu');
  agent.destroy();
  return { cpu: (after.user + after.system - before.user - before.system) / bodies.length, last };
}

/** Requests that were not made before: a unique price range, combined with one of the same four selections. */
function* clicks() {
  const CHOICES = [{}, { sf_stock: 'instock' }, { sf_on_sale: 'yes' }, { sf_orderby: 'price' }];
  for (let i = 0; ; i++)
    yield JSON.stringify({ query: { ...CHOICES[i % CHOICES.length], sf_price: `${(i % 997) / 100}-${100_000 + i}` } });
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Processor time of a filter request with all six fields in full, new and repeated, relative to bare Express sending the same bytes; sides alternate. */
export function benches({ root }) {
  return ROWS.map(({ name, bar, kept }) => ({
    name,
    async run() {
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
      try {
        const { status, stderr } = spawnSync(
          process.execPath,
          [path.join(root, 'core/cli/plinth.mjs'), 'core', 'install'],
          { env: { ...process.env, ...env }, encoding: 'utf8' },
        );
        if (status !== 0) throw new Error(stderr);
        const [site, bare] = [await startServed('site.mjs', env), await startServed('bare.mjs')];
        running.push(site, bare);
        const drawn = clicks();
        const same = drawn.next().value;
        const bodies = (count) => Array.from({ length: count }, () => (kept ? same : drawn.next().value));
        const { last } = await costOf(site, ENDPOINT, bodies(WARM));
        const found = JSON.parse(last.text);
        if (!(found.found > 0) || !found.results_html.includes('data-price')) throw new Error('A click finds nothing.');
        const twin = `/${await bare.ask('take', { type: last.type, text: last.text })}`;
        const { last: copy } = await costOf(bare, twin, bodies(WARM));
        if (copy.text !== last.text) throw new Error('The sides disagree.');
        const [ratios, costs] = [[], []];
        for (let round = -2; round < ROUNDS; round++) {
          const [own, theirs] = [
            await costOf(site, ENDPOINT, bodies(REQUESTS)),
            await costOf(bare, twin, bodies(REQUESTS)),
          ];
          if (round < 0) continue;
          ratios.push(own.cpu / theirs.cpu);
          costs.push([own.cpu / 1000, theirs.cpu / 1000]);
        }
        const ratio = rounded(median(ratios));
        return {
          ratio,
          bar,
          holds: ratio <= bar,
          note: `POST ${ENDPOINT} ${kept ? 'made before' : 'each with another choice'} ÷ bare Express with the same ${last.text.length} characters, processor time, at most: ${rounded(median(costs.map(([own]) => own)))} and ${rounded(median(costs.map(([, theirs]) => theirs)))} ms, medians of ${ROUNDS} rounds of ${REQUESTS}`,
        };
      } finally {
        for (const one of running) await one.stop();
        rmSync(parent, { recursive: true, force: true });
      }
    },
  }));
}
