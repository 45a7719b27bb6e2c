import mysql, { type Connection } from 'mysql2/promise';
import { isWpError } from '../../core/api/index.js';
import { mysqlServer } from '../kit/mysql-server.js';
import { openSiteSandbox, type SiteSandbox, type SiteProcess, startSite, until } from './site-process.js';

/** Maximum response time while a table is locked. */
const TIMEOUT_MS = 9_000;

// SQLite locks the whole file; another test covers that.
(mysqlServer ? describe : describe.skip)('site with a locked products table', () => {
  let environment: SiteSandbox;
  let site: SiteProcess;
  let other: Connection;

  const request = async (path: string): Promise<{ status: number; text: string; ms: number; headers: Headers }> => {
    const started = Date.now();
    const response = await fetch(site.url + path, { signal: AbortSignal.timeout(30_000) });
    return {
      status: response.status,
      text: await response.text(),
      ms: Date.now() - started,
      headers: response.headers,
    };
  };
  const responds = (path: string) => async (): Promise<boolean> => (await request(path)).status === 200;

  beforeAll(async () => {
    environment = await openSiteSandbox('mysql', { DEMO: '1' });
    site = await startSite(environment.settings);
    await environment.inSite(async ({ content }) => {
      const id = await content.wpInsertPost(
        {
          post_type: 'page',
          post_title: 'About us',
          post_name: 'about-us',
          post_content: 'Who we are.',
          post_status: 'publish',
        },
        true,
      );
      expect(isWpError(id)).toBe(false);
    });
    await until('the shop shows products', async () => (await request('/shop/')).text.includes('/product/'), 60_000);
    other = await mysql.createConnection({ uri: environment.databaseUrl });
    await other.query('LOCK TABLES store_products WRITE');
  });
  afterAll(async () => {
    await other?.end();
    site?.child.kill('SIGKILL');
    await site?.exited;
    await environment.drop();
  });

  it.each(['/shop/?sf_paged=2', '/'])('returns 503 for %s, which shows products, before the timeout', async (path) => {
    const page = await request(path);
    expect({ status: page.status, soon: page.ms < TIMEOUT_MS ? true : page.ms }).toEqual({ status: 503, soon: true });
    expect(page.text).toContain('temporarily unavailable');
    expect(page.text).not.toMatch(/store_products|mysql|knex/i);
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('serves other pages while many requests wait for the shop', async () => {
    // More requests than connections in the pool; each would hold one for seconds.
    const requests = Array.from({ length: 60 }, () => request('/shop/?sf_orderby=price'));
    const others = ['/about-us/', '/wp-json/', '/wp-login.php', '/healthz', '/readyz'];
    const pages = await Promise.all(others.map(async (path) => ({ path, ...(await request(path)) })));
    expect(pages.map(({ path, status, ms }) => ({ path, status, soon: ms < TIMEOUT_MS ? true : ms }))).toEqual(
      others.map((path) => ({ path, status: 200, soon: true })),
    );
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([503]));
  });

  it('records no plugin error, and recovers as soon as the table is unlocked', async () => {
    await other.query('UNLOCK TABLES');
    await until('the shop responds', responds('/shop/'));
    const requests = await Promise.all(Array.from({ length: 12 }, () => request('/shop/')));
    expect(new Set(requests.map(({ status }) => status))).toEqual(new Set([200]));
    const [connections] = await other.query(
      "SELECT count(*) AS busy FROM information_schema.processlist WHERE db = database() AND state LIKE 'Waiting for%'",
    );
    expect(connections).toEqual([{ busy: 0 }]);
    await environment.inSite(async ({ plugins }) => {
      expect(await plugins.pluginErrors.list()).toEqual([]);
    });
    expect(site.output()).not.toMatch(/plugin error|plugin paused/);
  });
});
