import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { freePort } from './serving/free-port.mjs';

const PRODUCTS = Number(process.env.PRODUCTS ?? 1000);
const ROUNDS = Number(process.env.ROUNDS ?? 9);
const BAR_MS = 2000;
const READY_MS = 120_000;
const PASSWORD = 'a password for the bench';

/** Seconds of processor time of a process and its children, from /proc; undefined on systems other than Linux. */
function processorOf(pid) {
  try {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ');
          return [
            { pid: Number(name), parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / 100 },
          ];
        } catch {
          return [];
        }
      });
    const sum = (id) =>
      (all.find((one) => one.pid === id)?.seconds ?? 0) +
      all.filter(({ parent }) => parent === id).reduce((total, child) => total + sum(child.pid), 0);
    return sum(pid);
  } catch {
    return undefined;
  }
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function start(root, env, port) {
  const child = spawn(process.execPath, [path.join(root, 'core/process/start.mjs')], {
    env: { ...env, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  for (const until = Date.now() + READY_MS; ; await new Promise((resolve) => setTimeout(resolve, 300))) {
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok)
      return { pid: child.pid, stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill()) };
    if (Date.now() > until) throw new Error('The site did not get ready.');
  }
}

/** Logs in. @returns the cookies */
async function logIn(base) {
  const answer = await fetch(`${base}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ log: 'admin', pwd: PASSWORD }),
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** The complete compliance scan of a demo shop with a thousand products: all pages in both languages and all checks. */
export function benches({ root }) {
  return [
    {
      name: 'dashboard-1000',
      async run() {
        const folder = mkdtempSync(path.join(tmpdir(), 'plinth-bench-'));
        const port = await freePort();
        const base = `http://127.0.0.1:${port}`;
        const env = {
          ...process.env,
          DATABASE_URL: '',
          REDIS_URL: '',
          NODE_ENV: 'production',
          ADMIN_PASSWORD: PASSWORD,
          DATA_DIR: folder,
          SITE_URL: base,
          DEMO: '1',
        };
        const plinth = (...args) => {
          const { status, stdout, stderr } = spawnSync(
            process.execPath,
            [path.join(root, 'core/cli/plinth.mjs'), ...args],
            { env, encoding: 'utf8' },
          );
          if (status !== 0) throw new Error(`plinth ${args.join(' ')}: ${stderr}`);
          return stdout;
        };
        let site;
        try {
          plinth('core', 'install');
          const [{ products }] = JSON.parse(plinth('facet', 'status', '--format=json'));
          plinth('store', 'generate', String(PRODUCTS - products));
          site = await start(root, env, port);
          const cookie = await logIn(base);
          const look = async () => {
            const answer = await fetch(`${base}/wp-admin/admin.php?page=compliance&export=json`, {
              headers: { cookie },
              redirect: 'manual',
            });
            if (answer.status !== 200) throw new Error(`The dashboard answered ${answer.status}.`);
            return answer.json();
          };
          const [times, processor] = [[], []];
          /** @type {{opened_pages: boolean, checks: unknown[]} | undefined} */
          let found;
          for (let round = -2; round < ROUNDS; round++) {
            const [started, before] = [performance.now(), processorOf(site.pid)];
            found = /** @type {{opened_pages: boolean, checks: unknown[]}} */ (await look());
            if (!found.opened_pages) throw new Error('The dashboard did not open the pages of the shop.');
            if (round < 0) continue;
            times.push(performance.now() - started);
            if (before !== undefined) processor.push((processorOf(site.pid) ?? before) - before);
          }
          const time = median(times);
          const ratio = rounded(BAR_MS / time);
          const used =
            processor.length > 0
              ? `${rounded(median(processor) * 1000)} ms of processor time`
              : 'processor time not known here';
          return {
            ratio,
            bar: 1,
            holds: ratio >= 1,
            note: `${BAR_MS} ms ÷ the dashboard at ${PRODUCTS} products, median of ${ROUNDS}: ${Math.round(time)} ms (quickest ${Math.round(Math.min(...times))}), ${used}; ${found.checks.length} checks`,
          };
        } finally {
          await site?.stop();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    },
  ];
}
