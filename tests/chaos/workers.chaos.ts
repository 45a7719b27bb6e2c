import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../core/app/config.js';
import { allEngines } from '../kit/databases.js';
import { visitor } from '../kit/visitor.js';
import { formsOf } from '../security/forms.js';
import {
  type HttpResponse,
  type RequestOptions,
  type Connection,
  connectToEach,
  openConnection,
  startLoad,
  WITNESS,
} from './connections.js';
import { below, isRunning } from './processes.js';
import {
  ADMIN,
  openSiteSandbox,
  type SiteSandbox,
  install,
  type SiteProcess,
  startSite,
  until,
} from './site-process.js';
import { assertDefined } from '../kit/assert-defined.js';

const PLUGIN = `module.exports = { boot(scope) { scope.registerRestRoute('switched/v1', '/here', { methods: 'GET', permissionCallback: () => true, callback: () => 'here' }); } };`;
/** Blocks the process when requested, until it is killed. */
const HANGS = `module.exports = { boot(scope) { scope.registerFrontRoute({ path: '/hang/', handler() { while (true) { /* nothing */ } } }); } };`;

const pidsOf = (site: SiteProcess): number[] => below(site.child.pid ?? 0).filter(isRunning);
/** Uses a new connection, since the process may not accept any at the moment. */
const isUp = (port: number): Promise<boolean> =>
  openConnection(port, false)
    .send('/healthz')
    .then(
      ({ status }) => status === 200,
      () => false,
    );

describe('WORKERS setting', () => {
  it('defaults to 1, accepts 1 to 64 or auto, and rejects other values', () => {
    const read = (WORKERS?: string): number => readConfig('/nowhere', { WORKERS }, '/nowhere').workers;
    expect([read(), read('3'), read('auto')]).toEqual([1, 3, Math.min(64, availableParallelism())]);
    for (const invalid of ['0', '65', '-1', 'two', '1.5'])
      expect(() => read(invalid)).toThrow(/WORKERS must be a whole number from 1 to 64/);
  });
});

describe.each(allEngines)('site with two workers on %s', (engine) => {
  let environment: SiteSandbox;
  let site: SiteProcess;
  let lines = new Map<number, Connection>();

  /** Responses of all processes, requested in turns. */
  async function requestFromEach(path: string, options: RequestOptions = {}): Promise<HttpResponse[]> {
    const responses: HttpResponse[] = [];
    for (let round = 0; round < 3; round++)
      for (const line of lines.values()) responses.push(await line.send(path, options));
    return responses;
  }

  beforeAll(async () => {
    environment = await openSiteSandbox(engine, { WORKERS: '2', DEMO: '1', WATCHDOG_SECONDS: '3' });
    environment.addPlugin('witness', WITNESS);
    environment.addPlugin('switched', PLUGIN);
    environment.addPlugin('hangs', HANGS);
    site = await startSite(environment.settings);
    await environment.inSite(({ options }) =>
      options
        .getOption<string[]>('active_plugins', [])
        .then((active) => options.updateOption('active_plugins', [...active, 'hangs', 'witness'])),
    );
    lines = await connectToEach(site.port, 2);
  });
  afterAll(async () => {
    for (const line of lines.values()) line.close();
    site.child.kill('SIGKILL');
    await site.exited;
    await environment.drop();
  });

  it('installs once and announces its start once', async () => {
    expect(site.output().match(/Plinth is running/g)).toHaveLength(1);
    await environment.inSite(async ({ db, cron }) => {
      expect(await db()('users').pluck('user_login')).toEqual([ADMIN.login]);
      const names = await db()('store_products').pluck<string[]>('slug');
      expect(names.length).toBeGreaterThan(10);
      expect(new Set(names).size).toBe(names.length);
      const hooks = (await cron.getCronEvents()).map(({ hook, args }) => `${hook} ${JSON.stringify(args)}`);
      expect(new Set(hooks).size).toBe(hooks.length);
    });
  });

  it('shares sessions, carts and nonces between workers', async () => {
    const anna = visitor(site.url);
    const product = /\/product\/[\w-]+\//.exec((await anna.get('/shop/')).html)?.[0] ?? '';
    const form = formsOf((await anna.get(product)).html, product).find(({ fields }) => 'add_to_cart' in fields);
    if (!form) throw new Error(`Nothing to buy at ${product}`);
    await anna.post(form.action, { ...form.typed, ...Object.fromEntries(form.buttons), quantity: '3' });
    for (const { status, text } of await requestFromEach('/cart/', { cookies: anna.cookies() })) {
      expect(status).toBe(200);
      expect(text).toContain(product);
    }
    const admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    for (const { status } of await requestFromEach('/wp-admin/', { cookies: admin.cookies() }))
      expect(status).toBe(200);
    // A nonce of one process is valid in the other.
    const page = (await requestFromEach('/wp-admin/', { cookies: admin.cookies() }))[0]?.text.replaceAll('&amp;', '&');
    const out = /\/wp-login\.php\?action=logout[^"]*/.exec(assertDefined(page))?.[0] ?? '';
    const [first, second] = [...lines.values()];
    expect((await first?.send('/wp-admin/', { cookies: admin.cookies() }))?.status).toBe(200);
    expect((await second?.send(out, { cookies: admin.cookies() }))?.status).toBe(302);
    for (const { status } of await requestFromEach('/wp-admin/', { cookies: admin.cookies() }))
      expect(status).toBe(302);
  });

  it('applies changed settings and plugins to the next response of every worker', async () => {
    const password = await environment.inSite(async ({ passwords }) => {
      const created = await passwords.createApplicationPassword(1, { name: 'workers' });
      return 'password' in created ? created.password : '';
    });
    const authorization = `Basic ${Buffer.from(`${ADMIN.login}:${password}`).toString('base64')}`;
    let n = 0;
    for (const line of lines.values()) {
      const title = `Changed by ${++n}`;
      expect((await line.send('/wp-json/wp/v2/settings', { json: { title }, authorization })).status).toBe(200);
      for (const { text } of await requestFromEach('/')) expect(text).toContain(title);
      for (const [status, expected] of [
        ['active', 200],
        ['inactive', 404],
      ] as const) {
        const changed = await line.send('/wp-json/wp/v2/plugins/switched', {
          json: { status },
          authorization,
          method: 'PUT',
        });
        expect({ status: changed.status, text: changed.status === 200 ? '' : changed.text }).toEqual({
          status: 200,
          text: '',
        });
        expect((await requestFromEach('/wp-json/switched/v1/here')).map((response) => response.status)).toEqual(
          Array(6).fill(expected),
        );
      }
    }
  });

  it('counts failed logins over all workers', async () => {
    const form = { log: ADMIN.login, pwd: 'wrong' };
    const statuses: number[] = [];
    const pair = [...lines.values()];
    for (let n = 0; n < 6; n++)
      statuses.push(assertDefined((await pair[n % 2]?.send('/wp-login.php', { form }))?.status));
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses[5]).toBe(429);
  });

  it('runs events and jobs once, sends emails once, keeps one audit chain', async () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    const log = (): string[] => {
      const file = join(environment.dataDir, 'runs.txt');
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    };
    await environment.inSite(async ({ cron }) => {
      for (const n of numbers) {
        await cron.wpScheduleSingleEvent(1_000_000 + n, 'witness_event', [n]);
        await cron.enqueueJob('witness-job', n);
      }
    });
    await until('all have run', () => log().length >= 12, 60_000);
    // One more scheduler run of both processes, in which nothing may run twice.
    await new Promise((resolve) => setTimeout(resolve, 16_000));
    expect(log().sort()).toEqual(numbers.flatMap((n) => [`event ${n}`, `job ${n}`]).sort());
    const emails = readdirSync(join(environment.dataDir, 'mail'))
      .map((name) => readFileSync(join(environment.dataDir, 'mail', name), 'utf8'))
      .filter((text) => text.includes('Letter '));
    expect(emails).toHaveLength(numbers.length);
    await environment.inSite(async ({ audit }) => expect(await audit.verify()).toMatchObject({ isValid: true }));
  });

  it('serves from one worker while the other hangs, and pauses the plugin', async () => {
    const [first, second] = [...lines];
    const [hanging, line] = assertDefined(first);
    const [other, free] = assertDefined(second);
    const load = startLoad(site.port, '/pid/', [false, false]);
    const hangingRequest = line.send('/hang/').then(
      () => 'answered',
      () => 'cut off',
    );
    for (const until = Date.now() + 2000; Date.now() < until;)
      expect((await free.send('/pid/')).text).toBe(String(other));
    expect(await hangingRequest).toBe('cut off');
    await until('another process serves', () => pidsOf(site).some((pid) => pid !== hanging && pid !== other));
    lines = await connectToEach(site.port, 2);
    await load.stop();
    // Each of the clients may have lost one request to the hanging process.
    expect(load.failures.length).toBeLessThanOrEqual(2);
    expect(load.failures.filter((failure) => !/ECONNRESET|socket hang up/.test(failure))).toEqual([]);
    expect(load.responseCount()).toBeGreaterThan(10);
    expect([...lines.keys()]).toContain(other);
    expect([...lines.keys()]).not.toContain(hanging);
    for (const { status } of await requestFromEach('/hang/')) expect(status).toBe(503);
    expect(site.output()).toContain(`hung for 3 seconds in the plugin \\"hangs\\"`);
    expect(site.output()).toMatch(/Process [12] of the site was killed \(SIGKILL\) and will be restarted\./);
  });

  it('replaces workers one after another on SIGUSR2 without a failed request', async () => {
    const before = [...lines.keys()];
    const load = startLoad(site.port, '/pid/', [true, true, true, false]);
    const slow = [...lines.values()].map((line) => line.send('/slow/'));
    site.child.kill('SIGUSR2');
    await until('both are new', () => site.output().includes('The site was restarted.'), 90_000);
    for (const response of await Promise.all(slow))
      expect(response).toMatchObject({ status: 200, text: 'slow but whole' });
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.responseCount()).toBeGreaterThan(100);
    expect(pidsOf(site)).toHaveLength(2);
    lines = await connectToEach(site.port, 2);
    expect([...lines.keys()].filter((pid) => before.includes(pid))).toEqual([]);
    expect(site.output().match(/Plinth is running/g)).toHaveLength(1);
  });

  it('keeps the old workers when the new ones cannot start', async () => {
    const before = pidsOf(site).sort();
    const step = { owner: 'core', id: '9999_of_a_newer_version' };
    await environment.inSite(
      async ({ db }) => void (await db()('migrations').insert({ ...step, applied_at: '2031-01-01 00:00:00' })),
    );
    site.child.kill('SIGUSR2');
    await until('it is told', () => site.output().includes('the previous one keeps running'), 60_000);
    expect(pidsOf(site).sort()).toEqual(before);
    for (const { status } of await requestFromEach('/pid/')) expect(status).toBe(200);
  });
});

describe.each(['1', '2'])('site with WORKERS=%s', (WORKERS) => {
  let environment: SiteSandbox;
  let site: SiteProcess;
  let lines = new Map<number, Connection>();
  beforeEach(async () => {
    environment = await openSiteSandbox('sqlite', { WORKERS, WATCHDOG_SECONDS: '60' });
    environment.addPlugin('witness', WITNESS);
    environment.addPlugin('hangs', HANGS);
    await install(environment, ['hangs', 'witness']);
    site = await startSite(environment.settings);
    lines = await connectToEach(site.port, Number(WORKERS));
  });
  afterEach(async () => {
    for (const line of lines.values()) line.close();
    site.child.kill('SIGKILL');
    await site.exited;
    await until('nothing is left', () => ![...lines.keys()].some(isRunning));
    await environment.drop();
  });

  it('replaces all workers on SIGUSR2 without a failed request', async () => {
    const load = startLoad(site.port, '/pid/', [true, true, false]);
    const slow = [...lines.values()].map((line) => line.send('/slow/'));
    site.child.kill('SIGUSR2');
    await until('all are new', () => site.output().includes('The site was restarted.'), 90_000);
    for (const response of await Promise.all(slow))
      expect(response).toMatchObject({ status: 200, text: 'slow but whole' });
    await load.stop();
    expect(load.failures).toEqual([]);
    const old = [...lines.keys()];
    expect(pidsOf(site).filter((pid) => old.includes(pid))).toEqual([]);
    lines = await connectToEach(site.port, Number(WORKERS));
  });

  it('stops within ten seconds on SIGTERM, finishing requests, though a worker hangs', async () => {
    const [hanging, ...rest] = lines;
    const [pid, first] = assertDefined(hanging);
    first.send('/hang/').catch(() => undefined);
    const slow = rest.map(([, line]) => line.send('/slow/'));
    // Waits until the process is blocked.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const pids = pidsOf(site);
    expect(pids).toContain(pid);
    const started = Date.now();
    site.child.kill('SIGTERM');
    for (const response of await Promise.all(slow))
      expect(response).toMatchObject({ status: 200, text: 'slow but whole' });
    await site.exited;
    expect(Date.now() - started).toBeLessThan(12_000);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(await isUp(site.port)).toBe(false);
  });

  it('stops all workers with code 0 when idle', async () => {
    const pids = pidsOf(site);
    expect(await site.stop()).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  it('finishes running requests and stops when its supervisor is killed', async () => {
    const pids = pidsOf(site);
    const slow = [...lines.values()].map((line) => line.send('/slow/'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    site.child.kill('SIGKILL');
    for (const response of await Promise.all(slow))
      expect(response).toMatchObject({ status: 200, text: 'slow but whole' });
    await until('every process ends', () => !pids.some(isRunning), 15_000);
    expect(await isUp(site.port)).toBe(false);
  });

  it('replaces a worker that was killed', async () => {
    const [killed] = assertDefined([...lines][0]);
    process.kill(killed, 'SIGKILL');
    await until(
      'it is replaced',
      async () => pidsOf(site).filter((pid) => pid !== killed).length === Number(WORKERS) && (await isUp(site.port)),
      60_000,
    );
    lines = await connectToEach(site.port, Number(WORKERS));
    expect([...lines.keys()]).not.toContain(killed);
  });
});
