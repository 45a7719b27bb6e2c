import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './serving/free-port.mjs';

/** Requests of each kind for existing accounts, and as many for unknown ones, interleaved. */
const TRIES = Number(process.env.TRIES ?? 200);
/** Maximum ratio of the medians. */
const BAR = 1.02;
const KNOWN = { login: 'admin', email: 'owner@example.test' };
const UNKNOWN = { login: 'nadie', email: 'nadie@example.test' };

async function start(root, env) {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'core/process/start.mjs')], {
    env: { ...env, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 300))) {
    if ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok)
      return { base, stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill()) };
    if (Date.now() > until) throw new Error('The site did not get ready.');
  }
}

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
let network = 0;

/** Sends a form from a different network each time, so that rate limits do not apply. @returns milliseconds and status */
async function timed(base, address, fields) {
  network += 1;
  const headers = { 'x-forwarded-for': `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}` };
  const started = process.hrtime.bigint();
  const answer = await fetch(base + address, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(fields),
  });
  await answer.text();
  return { time: Number(process.hrtime.bigint() - started) / 1e6, status: answer.status };
}

async function formOf(base, address) {
  const html = await (await fetch(base + address)).text();
  return Object.fromEntries(
    [...html.matchAll(/name="(_wpnonce|legal_[^"]*)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

/** Checks that response times do not reveal whether an account exists, for user names and email addresses. */
export function benches({ root }) {
  return [
    {
      name: 'equal-answers',
      async run() {
        const folder = mkdtempSync(path.join(tmpdir(), 'plinth-bench-'));
        const env = {
          ...process.env,
          REDIS_URL: '',
          NODE_ENV: 'production',
          ADMIN_PASSWORD: 'a password for the bench',
          DATA_DIR: folder,
          TRUST_PROXY: '1',
          DEMO: '0',
        };
        const plinth = (...args) => {
          const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'core/cli/plinth.mjs'), ...args], {
            env,
            encoding: 'utf8',
          });
          if (status !== 0) throw new Error(`plinth ${args.join(' ')}: ${stderr}`);
        };
        let site;
        try {
          plinth('core', 'install', '--no-demo', `--admin_email=${KNOWN.email}`);
          plinth('option', 'update', 'users_can_register', '1');
          site = await start(root, env);
          const { base } = site;
          const registration = await formOf(base, '/wp-login.php?action=register');
          const customer = await formOf(base, '/register/');
          const kinds = {
            'login by name': (who) => timed(base, '/wp-login.php', { log: who.login, pwd: 'wrong password' }),
            'login by address': (who) => timed(base, '/wp-login.php', { log: who.email, pwd: 'wrong password' }),
            'lost password': (who) => timed(base, '/wp-login.php?action=lostpassword', { user_login: who.login }),
            registration: (who, at) =>
              timed(base, '/wp-login.php?action=register', {
                ...registration,
                user_login: `guest${at}`,
                user_email: who === KNOWN ? KNOWN.email : `guest${at}@example.test`,
              }),
            'registration at the shop': (who, at) =>
              timed(base, '/register/', {
                ...customer,
                register_email: who === KNOWN ? KNOWN.email : `customer${at}@example.test`,
                register_password: 'seven quiet lanterns',
              }),
          };
          const notes = [];
          let worst = 1;
          for (const [kind, ask] of Object.entries(kinds)) {
            const times = { known: [], unknown: [] };
            const statuses = new Set();
            for (let at = -5; at < TRIES; at++) {
              const [known, unknown] =
                at % 2 === 0
                  ? [await ask(KNOWN, at), await ask(UNKNOWN, at)]
                  : [await ask(UNKNOWN, at), await ask(KNOWN, at)].reverse();
              if (at < 0) continue;
              times.known.push(known.time);
              times.unknown.push(unknown.time);
              statuses.add(known.status).add(unknown.status);
            }
            const [known, unknown] = [median(times.known), median(times.unknown)];
            worst = Math.max(worst, known / unknown, unknown / known);
            notes.push(`${kind} ${known.toFixed(1)} / ${unknown.toFixed(1)} ms (${[...statuses].join(', ')})`);
          }
          return {
            ratio: Number(worst.toFixed(4)),
            bar: BAR,
            holds: worst <= BAR,
            note: `medians of ${TRIES} with / without an account: ${notes.join('; ')}`,
          };
        } finally {
          await site?.stop();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    },
  ];
}
