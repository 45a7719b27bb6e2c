import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openDatabase } from '../../core/db/index.js';
import { mysqlServer } from '../kit/mysql-server.js';
import { visitor } from '../kit/visitor.js';
import { createLine, type Line } from './cut-off.js';
import {
  ADMIN,
  openSiteSandbox,
  type SiteSandbox,
  install,
  type SiteProcess,
  startSite,
  until,
} from './site-process.js';

/** Maximum response time while the database is unavailable. */
const TIMEOUT_MS = 6_000;

const TRANSACTING = `
  module.exports = {
    migrations: [{ id: '001', up: (db) => db.createTable('careful_rows', (table) => { table.increments('id'); table.string('text', 50); }) }],
    boot(scope) {
      let beats = 0;
      scope.addAction('careful_beat', async () => { beats++; await scope.db()('careful_rows').count(); });
      scope.registerRestRoute('careful/v1', '/beats', { methods: 'GET', permissionCallback: () => true, callback: () => beats });
      scope.registerRestRoute('careful/v1', '/rows', { methods: 'GET', permissionCallback: () => true, callback: () => scope.db()('careful_rows').pluck('text') });
      scope.registerRestRoute('careful/v1', '/write', { methods: 'POST', permissionCallback: () => true, callback: () => scope.db.transaction(async () => {
        await scope.db()('careful_rows').insert({ text: 'half' });
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await scope.db()('careful_rows').insert({ text: 'whole' });
        return 'written';
      }) });
      scope.registerFrontRoute({ path: '/careful/', async handler() {
        await scope.db()('careful_rows').count();
        return { kind: 'body', type: 'text/plain', body: 'careful' };
      } });
    },
  };`;

const ifMysql = mysqlServer ? describe : describe.skip;

ifMysql('outage and return of the database server', () => {
  let environment: SiteSandbox;
  let line: Line;
  let site: SiteProcess;

  const request = async (
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text: string; ms: number; headers: Headers }> => {
    const started = Date.now();
    const response = await fetch(site.url + path, { ...init, signal: AbortSignal.timeout(30_000) });
    return {
      status: response.status,
      text: await response.text(),
      ms: Date.now() - started,
      headers: response.headers,
    };
  };
  const responds = (path: string) => async (): Promise<boolean> => (await request(path)).status === 200;

  beforeAll(async () => {
    environment = await openSiteSandbox('mysql');
    line = await createLine(Number(new URL(mysqlServer ?? '').port || 3306));
    environment.addPlugin('careful', TRANSACTING);
    await install(environment, ['store', 'compliance', 'facet', 'careful']);
    const far = new URL(environment.databaseUrl ?? '');
    far.port = String(line.port);
    site = await startSite({ ...environment.settings, DATABASE_URL: far.href });
    await until('the site responds', responds('/careful/'));
  });
  afterAll(async () => {
    site.child.kill('SIGKILL');
    await site.exited;
    await line.close();
    await environment.drop();
  });

  describe.each([
    ['breaks off', (): Promise<void> => line.cut()],
    ['no longer responds', (): Promise<void> => Promise.resolve(line.hang())],
  ])('when the connection %s', (_how, goAway) => {
    it('returns 200 on /healthz and 503 on /readyz', async () => {
      await goAway();
      expect(await request('/healthz')).toMatchObject({ status: 200 });
      const ready = await request('/readyz');
      expect(ready).toMatchObject({ status: 503, text: 'database\n' });
      expect(ready.ms).toBeLessThan(TIMEOUT_MS);
    });

    it.each(['/', '/careful/', '/shop/', '/wp-admin/', '/wp-login.php'])(
      'answers %s with a plain 503 page and Retry-After within six seconds',
      async (path) => {
        const page = await request(path);
        expect(page.status).toBe(503);
        expect(page.text).toContain('temporarily unavailable');
        expect(page.text).toContain('style.css');
        expect(page.text).not.toMatch(/ECONN|mysql|knex|node_modules|\.js:|127\.0\.0\.1:3306(?!\d)|at Object/i);
        expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
        expect(page.headers.get('x-request-id')).toBeTruthy();
        expect(page.ms).toBeLessThan(TIMEOUT_MS);
      },
    );

    it('responds to REST requests with a 503 error body', async () => {
      const response = await request('/wp-json/wp/v2/posts');
      expect(response.status).toBe(503);
      expect(JSON.parse(response.text)).toEqual({
        code: 'service_unavailable',
        message: expect.any(String) as string,
        data: { status: 503 },
      });
      expect(response.ms).toBeLessThan(TIMEOUT_MS);
    });

    it('handles forty simultaneous requests as fast as one', async () => {
      const all = await Promise.all(Array.from({ length: 40 }, () => request('/')));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]));
      expect(Math.max(...all.map(({ ms }) => ms))).toBeLessThan(TIMEOUT_MS);
    });

    it('recovers without a restart and records no plugin error', async () => {
      await line.restore();
      const ms = await until(
        'the site answers again',
        async () => (await responds('/careful/')()) && (await responds('/')()) && (await responds('/readyz')()),
        15_000,
      );
      expect(ms).toBeLessThan(10_000);
      expect((await request('/wp-json/wp/v2/posts')).status).toBe(200);
      expect((await request('/wp-json/shop/v1/')).status).toBeLessThan(500);
      const admin = visitor(site.url);
      await admin.logIn(ADMIN.login, ADMIN.password);
      expect((await admin.get('/wp-admin/')).status).toBe(200);
      await environment.inSite(async ({ plugins, options }) => {
        expect(await plugins.pluginErrors.list()).toEqual([]);
        expect(await options.getOption('plugin_pauses', {})).toEqual({});
      });
    });
  });

  it('rolls back a transaction interrupted by the outage', async () => {
    const writing = request('/wp-json/careful/v1/write', { method: 'POST' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await line.cut();
    const response = await writing;
    expect(response.status).toBe(503);
    expect(response.text).not.toMatch(/ECONN|at Object/);
    await line.restore();
    await until('the site answers again', responds('/careful/'));
    expect(JSON.parse((await request('/wp-json/careful/v1/rows')).text)).toEqual([]);
    expect(JSON.parse((await request('/wp-json/careful/v1/write', { method: 'POST' })).text)).toBe('written');
    expect(JSON.parse((await request('/wp-json/careful/v1/rows')).text)).toEqual(['half', 'whole']);
  });

  it('keeps running scheduled events after the outage', async () => {
    await line.cut();
    // Longer than the scheduler's interval, so that one run falls into the outage.
    await new Promise((resolve) => setTimeout(resolve, 16_000));
    await line.restore();
    await until('the site answers again', responds('/careful/'));
    await environment.inSite(({ cron }) => cron.wpScheduleSingleEvent(1_000_000, 'careful_beat'));
    await until('the next beat runs', async () => (await request('/wp-json/careful/v1/beats')).text === '1', 40_000);
  });

  it('stops with code 0 during the outage', async () => {
    await line.cut();
    const started = Date.now();
    expect(await site.stop()).toBe(0);
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

describe('SQLite file locked by another process', () => {
  it('makes writes wait without losing them or blocking the process', async () => {
    const environment = await openSiteSandbox('sqlite');
    environment.addPlugin('careful', TRANSACTING.replace('1500', '1'));
    await install(environment, ['careful']);
    const site = await startSite(environment.settings);
    const file = join(environment.dataDir, 'site.sqlite');
    const driver = createRequire(__filename).resolve('@photostructure/sqlite');
    const lockScript = `const { DatabaseSync } = require(${JSON.stringify(driver)}); const db = new DatabaseSync(${JSON.stringify(file)}); db.exec('BEGIN EXCLUSIVE'); console.log('held'); process.stdin.once('data', () => { db.exec('COMMIT'); db.close(); process.exit(); });`;
    const holder = spawn(process.execPath, ['-e', lockScript], { stdio: ['pipe', 'pipe', 'inherit'] });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    let hasResponded = false;
    const writing = fetch(`${site.url}/wp-json/careful/v1/write`, {
      method: 'POST',
      signal: AbortSignal.timeout(20_000),
    }).finally(() => (hasResponded = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The process stays responsive: a blocked one would not respond before the lock is released.
    for (const path of ['/healthz', '/wp-json/careful/v1/rows'])
      expect((await fetch(site.url + path)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(hasResponded).toBe(false);
    holder.stdin.write('free');
    const written = await writing;
    expect(await written.json()).toBe('written');
    expect(await (await fetch(`${site.url}/wp-json/careful/v1/rows`)).json()).toEqual(['half', 'whole']);
    expect(await site.stop()).toBe(0);
    const db = openDatabase({ file });
    expect(await db()('careful_rows').pluck('text')).toEqual(['half', 'whole']);
    await db.destroy();
    await environment.drop();
  });
});
