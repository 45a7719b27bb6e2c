import { spawn, spawnSync } from 'node:child_process';
import http from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { freePort } from './serving/free-port.mjs';

const INSTALLED_S = 1;
const CLONE_S = 12;
const ROUNDS = Number(process.env.ROUNDS ?? 7);

/** Seconds from start until the home page returns 200. */
async function secondsToFirst(command, args, cwd, env) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      REDIS_URL: '',
      PORT: String(port),
      ADMIN_PASSWORD: 'a password for the bench',
      ...env,
    },
  });
  try {
    while (!(await answers(port))) {
      if (performance.now() - started > 120_000) throw new Error('The site does not answer.');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return (performance.now() - started) / 1000;
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

function answers(port) {
  return new Promise((resolve) => {
    http
      .get({ host: '127.0.0.1', port, path: '/' }, (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      })
      .on('error', () => resolve(false));
  });
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function result(seconds, bar, what) {
  return {
    ratio: rounded(bar / seconds),
    bar: 1,
    holds: seconds <= bar,
    note: `${bar} s ÷ ${what}: ${seconds.toFixed(2)} s`,
  };
}

/** Time from start until the home page is served, on SQLite. */
export function benches({ root }) {
  return [
    {
      name: 'start-installed',
      async run() {
        const data = mkdtempSync(path.join(tmpdir(), 'plinth-start-'));
        try {
          const start = () =>
            secondsToFirst(process.execPath, [path.join(root, 'core/process/start.mjs')], root, { DATA_DIR: data });
          // The first start installs the site.
          await start();
          const list = [];
          for (let round = 0; round < ROUNDS; round++) list.push(await start());
          return result(median(list), INSTALLED_S, `the median start of an installed site of ${ROUNDS}`);
        } finally {
          rmSync(data, { recursive: true, force: true });
        }
      },
    },
    {
      name: 'start-clone',
      async run() {
        const parent = mkdtempSync(path.join(tmpdir(), 'plinth-clone-'));
        try {
          const clone = path.join(parent, 'plinth');
          const { status, stderr } = spawnSync('git', ['clone', '-q', root, clone], { encoding: 'utf8' });
          if (status !== 0) throw new Error(stderr);
          return result(
            await secondsToFirst('npm', ['start'], clone, { DATA_DIR: path.join(parent, 'data') }),
            CLONE_S,
            'npm start on a fresh clone, packages from the cache of the machine',
          );
        } finally {
          rmSync(parent, { recursive: true, force: true });
        }
      },
    },
  ];
}
