import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Catalog } from '../../plugins/store/contract/index.js';
import { createSite, type Site } from '../../core/app/site.js';
import { createSiteApp } from '../../core/app/web.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { listen, type RunningServer } from '../../core/http/index.js';
import { defaultEngines } from '../kit/databases.js';
import { seeded } from '../kit/seeded.js';
import { ADMIN, bootSite, type SetupSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { formsOf } from '../security/forms.js';
import { assertDefined } from '../kit/assert-defined.js';

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

/** Pages that depend on a visitor in different ways, each at its own URL with a counter of renderings. */
const PROBE = `
let made = 0;
const page = (html) => ({ kind: 'page', title: 'Probe', html: html + '<i>made ' + (++made) + '</i>' });
module.exports = { async boot(scope) {
  const route = (path, handler) => scope.registerFrontRoute({ path, methods: ['GET'], handler });
  await scope.db.createTable('probe_rows', (table) => table.increments('id'));
  await scope.db.createTable('probe_watched', (table) => { table.increments('id'); table.string('word', 40); });
  scope.cache.trackTables('probe', ['probe_watched']);
  route('/probe/plain/', () => page('plain'));
  scope.addAction('plinth/response_sent', ({ pathAndQuery, status, fromCache, header }) => (globalThis.sentPages ??= []).push([pathAndQuery, status, fromCache, header('Referer')]));
  route('/probe/slow/', async () => { await new Promise((go) => setTimeout(go, 300)); return page('slow'); });
  route('/probe/own/', () => { scope.cache.bypass(); return page('own'); });
  route('/probe/session/', (request) => { request.session.set('seen', true); return page('session'); });
  route('/probe/cookie-set/', () => ({ ...page('set'), cookies: [{ name: 'seen', value: '1' }] }));
  route('/probe/private/', () => ({ ...page('private'), headers: { 'Cache-Control': 'private' } }));
  route('/probe/ip/', (request) => page(request.ip));
  route('/probe/id/', (request) => page(request.id));
  route('/probe/cookies/', (request) => page(Object.keys(request.cookies).join()));
  route('/probe/unwatched/', async () => page(String((await scope.db()('probe_rows')).length)));
  route('/probe/writes/', async () => { await scope.db()('probe_rows').insert({}); return page('writes'); });
  route('/probe/transient/', async () => page(String(await scope.getTransient('probe'))));
  route('/probe/missing/', () => ({ ...page('missing'), status: 404 }));
  route('/probe/theme/', (request) => page('theme ' + (request.cookies.theme ?? 'none')));
  route('/probe/agent/', (request) => page('agent ' + request.header('X-Probe')));
  route('/probe/inline/', () => ({ kind: 'page', title: 'Probe', view: 'inline' }));
  route('/probe/clock/', async () => page(await scope.currentTime('Y')));
  route('/probe/until/', () => { scope.cache.expiresAt(new Date(Date.now() + 60_000)); return page('until'); });
  route('/probe/watched/', async () => page((await scope.db()('probe_watched').orderBy('id').pluck('word')).join()));
  route('/probe/remembered/', async () => { scope.cache.bypass(); return page((await scope.cache.get('probe:words', async () => scope.db()('probe_watched').orderBy('id').pluck('word'))).join()); });
  route('/probe/hook/', async () => page(await scope.applyFilters('probe/broken', 'whole')));
  scope.addFilter('probe/broken', (text) => { if (globalThis.probeBroken) throw new Error('broken'); return text; });
  scope.addShortcode('probe_script', () => '<p>script</p>');
  scope.addAction('wp_head', (head) => { const request = scope.currentRequest(); if (request && request.path === '/probe/plain/') head.push('<meta name="probe" content="head">'); });
} };`;

/** Scripts allowed by a nonce. */
const INLINE =
  '<script nonce="{{@cspNonce}}">window.probe = "ż";</script><script src="https://cdn.example.test/a.js?v=1" nonce="{{@cspNonce}}" defer></script>';

describe.each(defaultEngines)('page cache on %s', (engine) => {
  let test: TestSite;
  let other: Site;
  let second: RunningServer;
  let otherUrl: string;

  beforeAll(async () => {
    test = await bootSite({
      engine,
      demo: true,
      setup: {
        name: 'page cache',
        run: (young: SetupSite) => activatePlugin(young, 'probe', { 'index.js': PROBE, 'views/inline.hbs': INLINE }),
      },
    });
    // A second node of the same site.
    other = await createSite(test.site.config);
    await runInContext(createContext('test'), () => other.plugins.reconcile());
    second = await listen(createSiteApp(other), 0, '127.0.0.1');
    otherUrl = `http://127.0.0.1:${second.port}`;
    // Writes during startup prevent caching; tests begin once they are done.
    expect(await fetchUntilCached('/shop/')).toBe('hit');
  });
  afterAll(async () => {
    await second.close();
    await other.close();
    await test.close();
  });

  const host = (): string => new URL(test.url).host;
  /** Sends a request to a node; both nodes receive the same Host header. */
  function fetchPage(
    path: string,
    headers: Record<string, string> = {},
    { base = test.url, method = 'GET' } = {},
  ): Promise<{ status: number; cacheStatus: string; headers: Record<string, string>; bytes: Buffer; html: string }> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(base);
      request({ hostname, port, path, method, headers: { host: host(), ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            cacheStatus: String(response.headers['x-plinth-cache'] ?? ''),
            headers: response.headers as Record<string, string>,
            bytes,
            html: bytes.toString(),
          });
        });
      })
        .on('error', reject)
        .end();
    });
  }
  /** Cache status after retries: a page rendered during a write (index of the filter, start of a sale) is not cached, a later one is. */
  async function fetchUntilCached(path: string): Promise<string> {
    for (let attempt = 0; attempt < 30 && (await fetchPage(path)).cacheStatus !== 'hit'; attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return (await fetchPage(path)).cacheStatus;
  }
  const renderNumberOf = async (path: string, headers?: Record<string, string>): Promise<number> =>
    Number(/made (\d+)/.exec((await fetchPage(path, headers)).html)?.[1]);
  const catalog = (): Catalog => test.site.plugins.services.get('store.catalog') as Catalog;

  it('stores a page once and serves it with the same headers and policy', async () => {
    const first = await fetchPage('/probe/plain/');
    const second = await fetchPage('/probe/plain/');
    expect([first.cacheStatus, second.cacheStatus]).toEqual(['miss', 'hit']);
    expect(second.html).toBe(first.html);
    for (const name of ['content-type', 'content-security-policy', 'x-content-type-options', 'link', 'etag', 'vary'])
      expect([name, second.headers[name]]).toEqual([name, first.headers[name]]);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  it('fires plinth/response_sent for every response, keeping one page for all visitors', async () => {
    const globals = globalThis as { sentPages?: [pathAndQuery: string, ...more: unknown[]][] };
    globals.sentPages = [];
    const cacheStatuses = [];
    for (const [path, referer] of [
      ['/probe/plain/?told', 'http://a.test/'],
      ['/probe/plain/?told', 'http://b.test/'],
      ['/probe/missing/?told', ''],
    ])
      cacheStatuses.push(
        (await fetchPage(assertDefined(path), referer === '' ? {} : { referer: assertDefined(referer) })).cacheStatus,
      );
    await fetchPage('/wp-json/');
    expect(cacheStatuses).toEqual(['miss', 'hit', 'off']);
    expect(globals.sentPages).toEqual([
      ['/probe/plain/?told', 200, false, 'http://a.test/'],
      ['/probe/plain/?told', 200, true, 'http://b.test/'],
      ['/probe/missing/?told', 404, false, ''],
    ]);
  });

  it('serves a cached page with no database query but the table versions', async () => {
    await fetchUntilCached('/shop/');
    const queries: string[] = [];
    const listen = ({ sql }: { sql: string }): void => void queries.push(sql);
    test.site.db().on('query', listen);
    expect((await fetchPage('/shop/')).cacheStatus).toBe('hit');
    test.site.db().removeListener('query', listen);
    expect(queries.filter((sql) => !sql.includes('table_versions'))).toEqual([]);
  });

  it.each(['/', '/shop/', '/product-category/oswietlenie/', '/feed/', '/wp-sitemap.xml', '/robots.txt', '/?s=qwrtzx'])(
    'caches %s',
    async (path) => {
      expect([path, await fetchUntilCached(path)]).toEqual([path, 'hit']);
    },
  );

  it.each([
    'own',
    'session',
    'cookie-set',
    'private',
    'ip',
    'id',
    'cookies',
    'unwatched',
    'writes',
    'transient',
    'missing',
  ])('does not cache the per-visitor or momentary page /probe/%s/', async (name) => {
    const path = `/probe/${name}/`;
    const first = await fetchPage(path);
    expect(first.cacheStatus).toBe('off');
    expect((await fetchPage(path)).cacheStatus).toBe('off');
    expect(await renderNumberOf(path)).toBeGreaterThan(Number(/made (\d+)/.exec(first.html)?.[1]) + 1);
  });

  it('bypasses the cache for logged-in users, credentials and POST requests', async () => {
    await fetchPage('/shop/');
    const admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    expect((await admin.get('/shop/')).headers.get('x-plinth-cache')).toBe('off');
    expect((await fetchPage('/shop/', { authorization: 'Basic YTpi' })).cacheStatus).toBe('off');
    expect((await fetchPage('/shop/', {}, { method: 'POST' })).cacheStatus).not.toBe('hit');
  });

  it('serves working add-to-cart forms and bypasses the cache for visitors with a cart', async () => {
    const path = /\/product\/[\w-]+\//.exec((await fetchPage('/shop/')).html)?.[0] ?? '';
    await fetchUntilCached(path);
    const buyer = visitor(test.url);
    const page = await buyer.get(path);
    expect(page.headers.get('x-plinth-cache')).toBe('hit');
    const form = formsOf(page.html, path).find(({ fields }) => 'add_to_cart' in fields);
    if (!form) throw new Error(`Nothing to buy at ${path}`);
    await buyer.post(form.action, { ...form.typed, ...Object.fromEntries(form.buttons), quantity: '2' });
    expect((await buyer.get('/cart/')).html).toContain(path);
    const own = await buyer.get('/shop/');
    expect([own.headers.get('x-plinth-cache'), own.html.includes('Cart (2)')]).toEqual(['off', true]);
    expect((await fetchPage('/shop/')).html).not.toContain('Cart (');
  });

  it('stores one page per value of the cookies and headers it read', async () => {
    await fetchPage('/probe/theme/');
    expect((await fetchPage('/probe/theme/', { cookie: 'theme=dark' })).html).toContain('theme dark');
    expect((await fetchPage('/probe/theme/', { cookie: 'theme=dark; other=1' })).cacheStatus).toBe('hit');
    const plain = await fetchPage('/probe/theme/', { cookie: 'other=1' });
    expect([plain.cacheStatus, plain.html.includes('theme none')]).toEqual(['hit', true]);
    await fetchPage('/probe/agent/', { 'x-probe': 'a' });
    expect((await fetchPage('/probe/agent/', { 'x-probe': 'b' })).html).toContain('agent b');
    expect((await fetchPage('/probe/agent/', { 'x-probe': 'a' })).cacheStatus).toBe('hit');
  });

  it('stores one page per language', async () => {
    await fetchPage('/shop/');
    await fetchPage('/shop/', { cookie: 'wp_lang=pl_PL' });
    const [english, polish] = [await fetchPage('/shop/'), await fetchPage('/shop/', { cookie: 'wp_lang=pl_PL' })];
    expect([english.cacheStatus, polish.cacheStatus]).toEqual(['hit', 'hit']);
    expect(english.html).toContain('<html lang="en');
    expect(polish.html).toContain('<html lang="pl');
  });

  it('returns 304 by ETag and compresses cached pages with gzip or Brotli', async () => {
    const { headers, html } = await fetchPage('/shop/');
    const none = await fetchPage('/shop/', { 'if-none-match': assertDefined(headers.etag) });
    expect([none.status, none.bytes.length, none.headers.etag]).toEqual([304, 0, headers.etag]);
    await fetchPage('/shop/');
    const packed = await fetchPage('/shop/', { 'accept-encoding': 'gzip' });
    const tighter = await fetchPage('/shop/', { 'accept-encoding': 'gzip, br' });
    expect([packed.cacheStatus, packed.headers['content-encoding'], tighter.headers['content-encoding']]).toEqual([
      'hit',
      'gzip',
      'br',
    ]);
    expect(gunzipSync(packed.bytes).toString()).toBe(html);
    expect(brotliDecompressSync(tighter.bytes).toString()).toBe(html);
    expect(
      (await fetchPage('/shop/', { 'accept-encoding': 'br;q=0, gzip;q=0' })).headers['content-encoding'],
    ).toBeUndefined();
    const head = await fetchPage('/shop/', {}, { method: 'HEAD' });
    expect([head.cacheStatus, head.bytes.length, head.headers['content-length']]).toEqual([
      'hit',
      0,
      String(Buffer.byteLength(html)),
    ]);
  });

  it('renders a page once for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => fetchPage('/probe/slow/')));
    expect(new Set(responses.map(({ html }) => /made (\d+)/.exec(html)?.[1])).size).toBe(1);
    expect(responses.filter(({ cacheStatus }) => cacheStatus === 'miss')).toHaveLength(1);
  });

  it('replaces CSP nonces by hashes and script URLs', async () => {
    const first = await fetchPage('/probe/inline/');
    const second = await fetchPage('/probe/inline/');
    expect(second.cacheStatus).toBe('hit');
    for (const { html, headers } of [first, second]) {
      expect(html).not.toContain('nonce');
      const hash = createHash('sha256').update('window.probe = "ż";').digest('base64');
      expect(headers['content-security-policy']).toContain(
        `script-src 'self' 'sha256-${hash}' https://cdn.example.test/a.js;`,
      );
      expect(headers['content-security-policy']).not.toContain('nonce');
    }
  });

  it('expires a page at the time given to cache.expiresAt', async () => {
    const first = await renderNumberOf('/probe/until/');
    expect(await renderNumberOf('/probe/until/')).toBe(first);
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
    try {
      expect(await renderNumberOf('/probe/until/')).not.toBe(first);
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('caches a page that displays the current year', async () => {
    const first = await renderNumberOf('/probe/clock/');
    expect(await renderNumberOf('/probe/clock/')).toBe(first);
  });

  it('does not cache a page while a callback fails', async () => {
    const probe = globalThis as { probeBroken?: boolean };
    probe.probeBroken = true;
    expect((await fetchPage('/probe/hook/')).cacheStatus).toBe('off');
    probe.probeBroken = false;
    expect(await fetchUntilCached('/probe/hook/')).toBe('hit');
  });

  it('follows writes to watched tables from any node, ignoring rolled back ones', async () => {
    const readWatchedWords = async (base?: string): Promise<string> =>
      /([\w,]*)<i>made/.exec((await fetchPage('/probe/watched/', {}, { base })).html)?.[1] ?? '';
    await test.site.db()('probe_watched').insert({ word: 'one' });
    expect(await readWatchedWords()).toBe('one');
    await expect(
      test.site.db.transaction(async () => {
        await test.site.db()('probe_watched').insert({ word: 'never' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect((await fetchPage('/probe/watched/')).cacheStatus).toBe('hit');
    await test.site.db()('probe_watched').insert({ word: 'two' });
    expect(await readWatchedWords()).toBe('one,two');
    // A node notices changes of other nodes within 10 ms.
    const waitForNotice = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
    await readWatchedWords(otherUrl);
    await test.site.db()('probe_watched').insert({ word: 'three' });
    await waitForNotice();
    expect(await readWatchedWords(otherUrl)).toBe('one,two,three');
    expect((await fetchPage('/probe/remembered/')).html).toContain('one,two,three');
    await other.db()('probe_watched').insert({ word: 'four' });
    await waitForNotice();
    expect((await fetchPage('/probe/remembered/')).html).toContain('one,two,three,four');
  });

  it('shows a sale price from the first moment of the sale', async () => {
    const [product] = await catalog().records(0, 1);
    const soon = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    const utc = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');
    await test.site
      .db()('store_products')
      .where({ id: product?.id })
      .update({
        regular_price: 98_700,
        sale_price: 12_300,
        sale_from: utc(soon),
        sale_to: null,
        price: 98_700,
        on_sale: 0,
        price_due: utc(soon),
        type: 'simple',
      });
    const path = `/product/${product?.slug}/`;
    expect((await fetchPage(path)).html).toContain('987');
    while (Date.now() <= soon.getTime()) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await fetchPage(path)).html).toContain('123');
  });

  it('drops the pages of a deactivated plugin', async () => {
    expect(await fetchUntilCached('/probe/plain/')).toBe('hit');
    await test.inContext(() => test.site.plugins.deactivatePlugins('probe'));
    expect((await fetchPage('/probe/plain/')).status).toBe(404);
    await test.inContext(() => test.site.plugins.activatePlugin('probe'));
    expect((await fetchPage('/probe/plain/')).status).toBe(200);
  });

  it('stops while a plugin protects access to the site', async () => {
    await fetchPage('/probe/plain/');
    const manifest = {
      name: 'Gate',
      version: '1.0.0',
      description: 'Protects the site.',
      author: 'Plinth',
      requiresCore: '*',
      main: 'index.js',
      protects: ['access'],
    };
    await activatePlugin(test, 'gate', {
      'plugin.json': JSON.stringify(manifest),
      'index.js': 'module.exports = { boot() {} };',
    });
    expect((await fetchPage('/probe/plain/')).cacheStatus).toBe('off');
    await test.inContext(() => test.site.plugins.deactivatePlugins('gate'));
    expect(await fetchUntilCached('/probe/plain/')).toBe('hit');
  });

  it('serves the same pages as uncached rendering while two nodes write', async () => {
    const { next: random, pick } = seeded(11);
    const products = (await catalog().records(0, 200)).map(({ id, slug }) => ({ id, slug }));
    const pages = (
      await test.site.db()('posts').where({ post_type: 'page', post_status: 'publish' }).pluck<number[]>('id')
    ).slice(0, 3);
    const writes: ((site: Site) => Promise<unknown>)[] = [
      (site) => site.options.updateOption('blogname', `Shop ${Math.floor(random() * 1000)}`),
      (site) =>
        site
          .db()('store_products')
          .where({ id: pick(products).id })
          .update({ name: `Lamp ${Math.floor(random() * 1000)}` }),
      (site) =>
        site
          .db()('store_products')
          .where({ id: pick(products).id })
          .update({ stock: pick(['instock', 'outofstock']) }),
      (site) =>
        site
          .db()('store_terms')
          .where({ taxonomy: 'product_cat' })
          .orderBy('id')
          .limit(1)
          .first<{ id: number }>()
          .then((term: { id: number }) =>
            site.db.transaction(async () => {
              await site
                .db()('store_terms')
                .where({ id: term.id })
                .update({ name: `Room ${Math.floor(random() * 1000)}` });
              await site.db()('store_change_sequence').where({ id: 2 }).increment('last', 1);
            }),
          ),
      (site) => site.content.wpUpdatePost({ id: pick(pages), post_title: `Page ${Math.floor(random() * 1000)}` }),
      (site) =>
        site
          .db()('compliance_settings')
          .insert({ name: 'omnibus_enabled', value: JSON.stringify(random() < 0.5) })
          .onConflict('name')
          .merge(['value']),
      (site) =>
        site.db
          .transaction(async () => {
            await site
              .db()('store_products')
              .where({ id: pick(products).id })
              .update({ name: 'never' });
            throw new Error('undone');
          })
          .catch(() => undefined),
    ];
    const paths = [
      '/',
      `/product/${products[0]?.slug}/`,
      `/product/${products[3]?.slug}/`,
      '/?s=a',
      ...pages.map((id) => `/?p=${id}`),
      '/wp-sitemap.xml',
    ];
    /** Renders an uncached page by sending the cookie of a nonexistent session. */
    const fresh = async (path: string, base: string): Promise<string> =>
      (
        await fetchPage(
          path,
          { cookie: `wordpress_logged_in_${createHash('md5').update(test.url).digest('hex')}=none` },
          { base },
        )
      ).html;
    const bare = (html: string): string => html.replace(/ nonce="[^"]*"/g, '');
    let hits = 0;
    for (let step = 0; step < 60; step++) {
      const site = pick([test.site, other]);
      await runInContext(createContext('test'), async () => {
        await site.refresh();
        if (random() < 0.4) await pick(writes)(site);
      });
      const path = pick(paths);
      // Nodes reuse table versions for some milliseconds before reading them again.
      if (engine === 'mysql') await new Promise((resolve) => setTimeout(resolve, 15));
      for (const base of [test.url, otherUrl]) {
        const uncached = bare(await fresh(path, base));
        for (let time = 0; time < 2; time++) {
          const served = await fetchPage(path, {}, { base });
          if (served.cacheStatus === 'hit') hits++;
          expect([step, path, bare(served.html)]).toEqual([step, path, uncached]);
        }
      }
    }
    expect(hits).toBeGreaterThan(30);
  });
});
