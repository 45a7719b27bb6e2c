import { fork, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { freePort } from './serving/free-port.mjs';
import { HOST } from './serving/served.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const ROUND_MS = Number(process.env.ROUND_MS ?? 4000);
/** Warm-up responses per process; until then its code is not compiled, and each of two processes sees half of the requests. */
const WARM = Number(process.env.WARM ?? 6000);
const CONNECTIONS = 8;
/** Share of one core that other processes may use during a valid round. After a timeout, in milliseconds, every round is valid. */
const QUIET = 0.15;
const TIMEOUT_MS = Number(process.env.TIMEOUT_MS ?? 300_000);
const BAR = 1.7;
const HEADERS = { host: HOST };
const PAGE = '/shop/';

/** Runs `npm start` with a number of worker processes; resolves when all of them are ready. */
async function startSite(root, env, processes) {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'core/process/start.mjs')], {
    env: { ...process.env, ...env, PORT: String(port), WORKERS: String(processes) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const until = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    if (
      (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok &&
      listeners(child.pid).length === processes
    )
      break;
    if (Date.now() > until) throw new Error(`The site did not start in ${processes} processes.`);
  }
  // The last worker starts to listen shortly after it has appeared.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  return {
    port,
    processes,
    cpu: () => [child.pid, ...listeners(child.pid)].map(cpuMs),
    stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill()),
  };
}

/** Child processes of a process. */
const listeners = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Text of the page without the nonces of its scripts, which differ in each response. */
function textOf({ port }) {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: PAGE, headers: HEADERS, agent: false }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          resolve(
            Buffer.concat(chunks)
              .toString()
              .replaceAll(/ nonce="[^"]*"/g, ''),
          ),
        );
      })
      .on('error', reject);
  });
}

/** Milliseconds of processor time of a process so far; the resolution is 10 ms. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Milliseconds of processor time of the whole machine so far. */
function machineMs() {
  const [user, nice, system, , , irq, soft, steal] = readFileSync('/proc/stat', 'latin1')
    .split('\n')[0]
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + soft + steal) * 10;
}

/** Milliseconds of processor time of all database servers of the machine so far. */
function databaseMs() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return /^(?:mariadbd|mysqld)$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ? cpuMs(pid) : 0;
      } catch {
        // The process has ended in the meantime.
        return 0;
      }
    })
    .reduce((sum, one) => sum + one, 0);
}

/** Waits until other processes are mostly idle. @param timeoutMs maximum wait */
async function untilQuiet(timeoutMs) {
  for (const started = performance.now(); performance.now() - started < timeoutMs;) {
    const [before, at] = [machineMs(), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if ((machineMs() - before) / (performance.now() - at) < QUIET) return;
  }
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
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DATA_DIR: path.join(parent, 'data'),
    DATABASE_URL: database && `${server}/${database}`,
    REDIS_URL: '',
    SITE_URL: `http://${HOST}`,
    ADMIN_PASSWORD: 'a password for the bench',
    DEMO: '1',
    PAGE_CACHE_MB: '0',
  };
  const clients = [0, 1].map(() => fork(path.join(root, 'tests/bench/serving/load.mjs')));
  const load = (site, ms, connections = CONNECTIONS, client = clients[0]) =>
    new Promise((resolve) => {
      client.once('message', resolve);
      client.send({ port: site.port, path: PAGE, headers: HEADERS, connections, ms });
    });
  /** Two independent single-process sites that share only the data: the upper bound of the machine. */
  async function loadApart() {
    const [one, other] = await Promise.all(
      [sites[0], sites[2]].map((site, at) => load(site, ROUND_MS, CONNECTIONS / 2, clients[at])),
    );
    return one.answers / (one.ms / 1000) + other.answers / (other.ms / 1000);
  }
  const sites = [];
  try {
    if (database) sql(`create database ${database} character set utf8mb4 collate utf8mb4_bin`);
    // All share one database, like the nodes of a cluster.
    for (const processes of [1, 2, 1]) sites.push(await startSite(root, env, processes));
    const answers = await Promise.all(sites.flatMap((site) => [site, site, site, site]).map(textOf));
    if (new Set(answers).size > 1) throw new Error('The sides disagree.');
    for (const site of sites)
      for (let left = WARM * site.processes; left > 0;) left -= (await load(site, ROUND_MS)).answers;
    const rounds = [];
    let disturbed = 0;
    for (const until = performance.now() + TIMEOUT_MS; rounds.length < ROUNDS;) {
      const mayWait = performance.now() < until;
      const seen = [];
      for (const site of rounds.length % 2 === 0 ? [sites[0], sites[1]] : [sites[1], sites[0]]) {
        if (mayWait) await untilQuiet(until - performance.now());
        const [cpu, machine, data] = [site.cpu(), machineMs(), databaseMs()];
        const { answers: count, others, ms, cpu: clientMs } = await load(site, ROUND_MS);
        if (others > 0) throw new Error(`${others} answers were none.`);
        const used = site.cpu().map((now, at) => now - cpu[at]);
        const stored = databaseMs() - data;
        const own = used.reduce((sum, one) => sum + one, 0);
        seen[sites.indexOf(site)] = {
          rate: count / (ms / 1000),
          client: clientMs / ms,
          database: stored / ms,
          shares: used.map((one) => one / ms),
          others: (machineMs() - machine - own - clientMs - stored) / ms,
        };
      }
      // Rounds are discarded because of the load of other processes, never because of their result.
      const quiet = seen.every(({ others }) => others <= QUIET);
      if (mayWait && !quiet) disturbed++;
      else
        rounds.push({
          ratio: seen[1].rate / seen[0].rate,
          apart: (await loadApart()) / seen[0].rate,
          quiet,
          one: seen[0],
          two: seen[1],
        });
    }
    return { rounds, disturbed };
  } finally {
    for (const client of clients) client.disconnect();
    for (const site of sites) await site.stop();
    if (database) sql(`drop database if exists ${database}`);
    rmSync(parent, { recursive: true, force: true });
  }
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const percent = (share) => `${Math.round(share * 100)} %`;

/** Responses of two processes relative to one, for a page that is not cached; the client and MariaDB share the same cores. */
export function benches({ root }) {
  return ['sqlite', 'mysql'].map((engine) => ({
    name: engine === 'sqlite' ? 'workers-2' : 'workers-2-mysql',
    async run() {
      const { rounds, disturbed } = await measure(root, engine);
      const ratio = median(rounds.map((round) => round.ratio));
      const loud = rounds.filter(({ quiet }) => !quiet).length;
      const of = (side, read) => median(rounds.map((round) => read(round[side])));
      const spread = rounds.map((round) => rounded(round.ratio)).sort((a, b) => a - b);
      const shown = (side) =>
        `${Math.round(of(side, ({ rate }) => rate))} a second (processor: site ${percent(of(side, ({ shares }) => shares.reduce((sum, one) => sum + one, 0)))}, client ${percent(of(side, ({ client }) => client))}, database servers ${percent(of(side, ({ database }) => database))}, all else ${percent(of(side, ({ others }) => others))})`;
      const note = `answers of ${PAGE}, made anew for each, ${engine}, ${CONNECTIONS} kept connections, ${availableParallelism()} cores: one process ${shown('one')}; two ${shown('two')}, the busier of them ${percent(of('two', ({ shares }) => Math.max(...shares)))} of a core; rounds ${spread.join(', ')}; two processes started apart ${rounded(median(rounds.map(({ apart }) => apart)))}; ${disturbed} more in which others worked did not count${loud > 0 ? `, ${loud} of these count all the same, since they never stopped: they say nothing of the bar` : ''}`;
      return { ratio: rounded(ratio), bar: BAR, holds: ratio >= BAR, note };
    },
  }));
}
