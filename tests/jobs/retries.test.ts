import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JobHandler, PluginScope } from '../../core/api/index.js';
import { runOnSite } from '../../core/cli/with-site.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/migrate.js';
import { createJobs } from '../../core/jobs/index.js';
import { type Engine, allEngines, scratchDatabase } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

describe.each(allEngines)('job retries on %s', (engine: Engine) => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
  let timestamp = Date.UTC(2028, 1, 1);
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
  });
  afterAll(() => scratch.drop());

  const runLogged = async <T>(_owner: string, _what: string, work: () => T | Promise<T>): Promise<T | undefined> =>
    work();
  const jobsOf = () => createJobs({ db: scratch.db, runLogged, now: () => timestamp });

  /** Seconds between the attempts of a job that always fails. */
  async function pauses(options: Parameters<ReturnType<typeof jobsOf>['registerJob']>[2]): Promise<number[]> {
    const jobs = jobsOf();
    const attemptTimes: number[] = [];
    jobs.registerJob(
      'fails',
      () => {
        attemptTimes.push(timestamp);
        throw new Error('no');
      },
      options,
    );
    const id = await jobs.enqueueJob('fails');
    while ((await jobs.getJob(id))?.state === 'waiting') {
      await jobs.runJobs();
      const next = await jobs.getJob(id);
      timestamp = Math.max(timestamp, Date.parse(`${next?.runAt.replace(' ', 'T')}Z`));
    }
    return attemptTimes.slice(1).map((time, index) => (time - (attemptTimes[index] ?? 0)) / 1000);
  }

  it('follow the configured delays and repeat the last one', async () => {
    expect(await pauses({ maxAttempts: 5, retryDelays: [10, 60] })).toEqual([10, 60, 60, 60]);
    expect(await pauses({ maxAttempts: 4 })).toEqual([30, 60, 120]);
  });

  it('reject delays that are not numbers of seconds', () => {
    expect(() => jobsOf().registerJob('odd', () => undefined, { retryDelays: [Number.NaN] })).toThrow(
      'The job "odd" has a retry delay that is not a number of seconds.',
    );
  });
});

describe('plugin jobs', () => {
  let site: TestSite;
  let scope: PluginScope;
  let other: Server;
  let status = 503;
  beforeAll(async () => {
    other = createServer((_request, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1');
    site = await bootSite();
    await activatePlugin(site, 'works', {
      'index.js': 'export default { boot(scope) { globalThis.jobsScope = scope; } };',
    });
    scope = (globalThis as { jobsScope?: PluginScope }).jobsScope as PluginScope;
  });
  afterAll(async () => {
    other.close();
    await site.close();
  });

  /** Runs a number of attempts of a job without waiting. */
  async function runAttempts(name: string, handler: JobHandler, times: number): Promise<number> {
    scope.registerJob(name, handler, { maxAttempts: 50, retryDelays: [0] });
    const id = await site.inContext(() => scope.enqueueJob(name));
    for (let i = 0; i < times; i++) {
      await site.inContext(() => scope.runJobs());
      await site.site.db()('jobs').where({ id }).update({ run_at: '2000-01-01 00:00:00' });
    }
    return (await site.inContext(() => scope.getJob(id)))?.attempts ?? 0;
  }
  async function countErrors(name: string): Promise<number> {
    const { pluginErrors: recorded } = site.site.plugins;
    await recorded.flush();
    const all = await site.inContext(() => recorded.list('works'));
    return all.filter(({ entry }) => entry === `job ${name}`).length;
  }

  it('use up attempts by running, not while the circuit breaker is open', async () => {
    let runs = 0;
    const attempts = await runAttempts(
      'broken',
      () => {
        runs++;
        throw new TypeError('x is not a function');
      },
      6,
    );
    expect({ runs, attempts, hasError: (await countErrors('broken')) > 0 }).toEqual({
      runs: 3,
      attempts: 3,
      hasError: true,
    });
  });

  it.each([503, 429])('cause no plugin error when a remote site returns %d', async (code) => {
    status = code;
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const name = `asks-${code}`;
    const attempts = await runAttempts(
      name,
      async () => {
        const response = await scope.wpRemoteGet(url);
        throw new Error(`HTTP ${scope.wpRemoteRetrieveResponseCode(response)}`);
      },
      5,
    );
    expect({ attempts, errorCount: await countErrors(name) }).toEqual({ attempts: 5, errorCount: 0 });
  });

  it('cause plugin errors by failing after a good response or with a TypeError', async () => {
    status = 404;
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    await runAttempts(
      'asks-404',
      async () => void (await scope.wpRemoteGet(url).then(() => Promise.reject(new Error('no')))),
      1,
    );
    status = 503;
    await runAttempts(
      'asks-badly',
      async () => void (await scope.wpRemoteGet(url).then(() => Promise.reject(new TypeError('no')))),
      1,
    );
    expect([await countErrors('asks-404'), await countErrors('asks-badly')]).toEqual([1, 1]);
  });

  it('run again by the cron job retry command once they are dead', async () => {
    scope.registerJob('dies', () => Promise.reject(new Error('no')), { maxAttempts: 1 });
    const id = await site.inContext(() => scope.enqueueJob('dies'));
    await site.inContext(() => scope.runJobs());
    expect((await scope.getJob(id))?.state).toBe('dead');
    expect(await runOnSite(site.site, ['cron', 'job', 'retry', String(id)])).toEqual({
      code: 0,
      out: `Job ${id} will be retried.`,
      error: '',
    });
    expect((await scope.getJob(id))?.state).toBe('waiting');
    for (const invalidId of [String(id), '99999', 'x'])
      expect(await runOnSite(site.site, ['cron', 'job', 'retry', invalidId])).toMatchObject({
        code: 1,
        error: expect.stringContaining(`There is no failed or held job ${invalidId}.`) as string,
      });
  });
});
