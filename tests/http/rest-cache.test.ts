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

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

/** Cacheable endpoints that count their calls. */
const PROBE = `
let made = 0;
module.exports = { boot(scope) {
  scope.addAction('facet/booted', ({ container }) => { globalThis.analyticsSeen = container.get('analytics'); });
  scope.addFilter('store/price_html', (html) => (scope.getCurrentUserId() > 0 ? html + '<i>own price</i>' : html));
  const route = (name, respond, cacheOptions = { bypassHooks: [] }) => scope.registerRestRoute('probe/v1', '/' + name, { methods: 'POST', permissionCallback: () => true, cacheOptions, callback: async (request) => ({ result: await respond(request), made: ++made }) });
  route('plain', (request) => request.getParam('word'));
  route('header', (request) => request.getHeader('x-probe'));
  route('headers', (request) => Object.keys(request.getHeaders()).length);
  route('counted', (request) => { request.getHeader('user-agent', 'counting'); return 'counted'; });
  route('address', () => scope.clientIp());
  route('own', () => { scope.cache.bypass(); return 'own'; });
  route('filtered', async () => scope.applyFilters('probe/say', 'own'), { bypassHooks: ['probe/say'] });
  route('told', () => 'told', { bypassHooks: [], onHit: ({ body, clientIp, header }) => { (globalThis.toldAgain ??= []).push([body, clientIp, header('User-Agent')]); return !globalThis.refuseAgain; } });
  route('broken', () => 'broken', { bypassHooks: [], onHit: () => { throw new Error('cannot count'); } });
  scope.registerRestRoute('probe/v1', '/none', { methods: 'POST', permissionCallback: () => true, callback: () => ({ made: ++made }) });
  scope.registerRestRoute('probe/v1', '/(?P<part>any-.+)', { methods: 'POST', permissionCallback: () => true, cacheOptions: { bypassHooks: [] }, callback: () => ({ made: ++made }) });
} };`;

const LISTENER = (hook: string): string =>
  `module.exports = { boot(scope) { scope.addFilter('${hook}', (value) => value); } };`;

interface CachedResponse {
  readonly status: number;
  readonly cacheStatus: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
}

describe.each(defaultEngines)('REST response cache on %s', (engine) => {
  let test: TestSite;
  let other: Site;
  let second: RunningServer;
  let otherUrl: string;
  let analytics: { flush(): Promise<void> } | undefined;

  beforeAll(async () => {
    test = await bootSite({
      engine,
      demo: true,
      setup: {
        name: 'kept responses',
        run: (young: SetupSite) => activatePlugin(young, 'probe', { 'index.js': PROBE }),
      },
    });
    analytics = (globalThis as { analyticsSeen?: typeof analytics }).analyticsSeen;
    other = await createSite(test.site.config);
    await runInContext(createContext('test'), () => other.plugins.reconcile());
    second = await listen(createSiteApp(other), 0, '127.0.0.1');
    otherUrl = `http://127.0.0.1:${second.port}`;
  });
  afterAll(async () => {
    await second.close();
    await other.close();
    await test.close();
  });

  function sendRequest(
    route: string,
    body: object | string,
    headers: Record<string, string> = {},
    base = test.url,
  ): Promise<CachedResponse> {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const { hostname, port } = new URL(base);
    return new Promise((resolve, reject) => {
      const clientRequest = request(
        {
          hostname,
          port,
          path: `/wp-json${route}`,
          method: 'POST',
          headers: {
            host: new URL(test.url).host,
            'content-type': 'application/json',
            'content-length': bytes.length,
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const sent = Buffer.concat(chunks);
            resolve({
              status: response.statusCode ?? 0,
              cacheStatus: String(response.headers['x-plinth-cache'] ?? ''),
              headers: response.headers as Record<string, string>,
              bytes: sent,
              text: unpacked(sent, response.headers['content-encoding']).toString(),
            });
          });
        },
      );
      clientRequest.on('error', reject);
      clientRequest.end(bytes);
    });
  }
  const unpacked = (bytes: Buffer, encoding: string | undefined): Buffer => {
    if (encoding === 'br') return brotliDecompressSync(bytes);
    return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  };
  /** The cookie of a nonexistent session, whose responses are not cached. */
  const unknownSessionHeaders = (): Record<string, string> => ({
    cookie: `wordpress_logged_in_${createHash('md5').update(test.url).digest('hex')}=none`,
  });
  const renderNumberOf = ({ text }: CachedResponse): number => (JSON.parse(text) as { made: number }).made;
  /** Repeats a request until the response is cached; the index of the filter may still be changing. */
  async function requestUntilCached(
    route: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<CachedResponse> {
    let response = await sendRequest(route, body, headers);
    for (let attempt = 0; attempt < 30 && response.cacheStatus !== 'hit'; attempt++) {
      if (attempt > 3) await new Promise((resolve) => setTimeout(resolve, 100));
      response = await sendRequest(route, body, headers);
    }
    return response;
  }
  /** Headers without those that differ in each response; the order of `Vary` is ignored. */
  const shared = ({
    headers: {
      'x-request-id': _id,
      'x-plinth-cache': _cacheStatus,
      date: _date,
      'content-length': _length,
      'transfer-encoding': _transfer,
      vary,
      ...rest
    },
  }: CachedResponse): object => ({ ...rest, vary: vary?.split(', ').sort() });
  const catalog = (): Catalog => test.site.plugins.services.get('store.catalog') as Catalog;

  const FILTER = '/facet/v1/filter';
  it.each<[string, object, Record<string, string>]>([
    ['no choice', { query: {} }, {}],
    ['a choice', { query: { sf_stock: 'instock', sf_orderby: 'price' }, context: { leads: 'list', columns: 2 } }, {}],
    ['a search with multi-byte characters', { query: { sf_q: 'łóżko' } }, {}],
    ['Polish', { query: { sf_on_sale: 'yes' } }, { cookie: 'wp_lang=pl_PL' }],
    ['a request from another origin', { query: { sf_stock: 'instock' } }, { origin: 'https://elsewhere.test' }],
    ['a client that accepts gzip', { query: { sf_stock: 'instock' } }, { 'accept-encoding': 'gzip' }],
    ['a client that accepts Brotli', { query: { sf_stock: 'instock' } }, { 'accept-encoding': 'gzip, br' }],
    [
      'a request with tags of a previous response',
      { query: { sf_stock: 'instock' }, have: { query: {}, tags: { results_html: 'x' } } },
      {},
    ],
  ])('serves the same body and headers as an uncached response: %s', async (_name, body, headers) => {
    const cached = await requestUntilCached(FILTER, body, headers);
    const uncached = await sendRequest(FILTER, body, {
      ...headers,
      cookie: [headers.cookie, unknownSessionHeaders().cookie].filter(Boolean).join('; '),
    });
    expect([cached.cacheStatus, uncached.cacheStatus]).toEqual(['hit', '']);
    expect(cached.text).toBe(uncached.text);
    expect(shared(cached)).toEqual(shared(uncached));
    expect([cached.headers['content-encoding'], cached.status]).toEqual([uncached.headers['content-encoding'], 200]);
  });

  it('serves a cached response with no database query but the table versions', async () => {
    await requestUntilCached(FILTER, { query: {} });
    const queries: string[] = [];
    const note = ({ sql }: { sql: string }): void => void queries.push(sql);
    test.site.db().on('query', note);
    expect((await sendRequest(FILTER, { query: {} })).cacheStatus).toBe('hit');
    test.site.db().removeListener('query', note);
    expect(queries.filter((sql) => !sql.includes('table_versions'))).toEqual([]);
  });

  it('stores one response per request body', async () => {
    const [first, two] = [
      await requestUntilCached('/probe/v1/plain', { word: 'one' }),
      await requestUntilCached('/probe/v1/plain', { word: 'two' }),
    ];
    expect([first.cacheStatus, two.cacheStatus, JSON.parse(first.text), JSON.parse(two.text)]).toMatchObject([
      'hit',
      'hit',
      { result: 'one' },
      { result: 'two' },
    ]);
    expect(renderNumberOf(await sendRequest('/probe/v1/plain', { word: 'one' }))).toBe(renderNumberOf(first));
  });

  it.each<[string, Record<string, string>]>([
    ['a session', {}],
    ['a password', { authorization: 'Basic YTpi' }],
    ['a nonce', { 'x-wp-nonce': 'abc' }],
    ['another method', { 'x-http-method-override': 'POST' }],
    ['a Content-Encoding header', { 'content-encoding': 'identity' }],
    ['no JSON', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('bypasses the cache for requests with %s', async (name, headers) => {
    await requestUntilCached('/probe/v1/plain', { word: 'x' });
    const own = name === 'a session' ? unknownSessionHeaders() : headers;
    expect([
      (await sendRequest('/probe/v1/plain', { word: 'x' }, own)).cacheStatus,
      (await sendRequest('/probe/v1/plain', { word: 'x' }, own)).cacheStatus,
    ]).toEqual(['', '']);
  });

  it('bypasses the cache for logged-in users', async () => {
    await requestUntilCached('/probe/v1/plain', { word: 'admin' });
    const admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    const response = await admin.rest('POST', '/probe/v1/plain', { word: 'admin' });
    expect([response.status, response.headers.get('x-plinth-cache')]).toEqual([200, null]);
  });

  it('never mixes prices of logged-in users with those of visitors', async () => {
    const body = { query: { sf_orderby: 'rating' } };
    const admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    const own = async (): Promise<boolean> =>
      JSON.stringify((await admin.rest('POST', FILTER, body)).body).includes('own price');
    const others = async (): Promise<boolean> => (await sendRequest(FILTER, body)).text.includes('own price');
    for (let time = 0; time < 3; time++) expect([await own(), await others()]).toEqual([true, false]);
  });

  it.each(['header', 'headers', 'address', 'own', 'none', 'any-part'])(
    'does not cache /probe/v1/%s, which is per-visitor or not declared cacheable',
    async (name) => {
      const responses = [];
      for (let time = 0; time < 4; time++)
        responses.push(await sendRequest(`/probe/v1/${name}`, { word: 'x' }, { 'x-probe': `${time}` }));
      expect(responses.map(({ cacheStatus }) => cacheStatus)).toEqual(['', '', '', '']);
      expect(new Set(responses.map(renderNumberOf)).size).toBe(4);
    },
  );

  it('caches routes that count user agents, but no long bodies or query strings', async () => {
    expect((await requestUntilCached('/probe/v1/counted', { word: 'x' })).cacheStatus).toBe('hit');
    const long = { word: 'x'.repeat(9000) };
    for (let time = 0; time < 3; time++) expect((await sendRequest('/probe/v1/plain', long)).cacheStatus).toBe('');
    for (let time = 0; time < 3; time++)
      expect((await sendRequest('/probe/v1/plain?_fields=result', { word: 'x' })).cacheStatus).toBe('');
    expect(JSON.parse((await sendRequest('/probe/v1/plain?_fields=result', { word: 'x' })).text)).toEqual({
      result: 'x',
    });
  });

  it('calls the route’s counter per cached response and rerenders when it refuses', async () => {
    const globals = globalThis as { toldAgain?: unknown[]; refuseAgain?: boolean };
    const body = { word: 'ż' };
    const first = await requestUntilCached('/probe/v1/told', body);
    globals.toldAgain = [];
    await sendRequest('/probe/v1/told', body, { 'user-agent': 'a browser' });
    expect(globals.toldAgain).toEqual([[JSON.stringify(body), expect.stringMatching(/127\.0\.0\.1/), 'a browser']]);
    globals.refuseAgain = true;
    const rerendered = await sendRequest('/probe/v1/told', body);
    globals.refuseAgain = false;
    expect([rerendered.cacheStatus, renderNumberOf(rerendered) > renderNumberOf(first)]).toEqual(['miss', true]);
    for (let time = 0; time < 4; time++)
      expect((await sendRequest('/probe/v1/broken', body)).cacheStatus).not.toBe('hit');
  });

  it('counts cached responses in the filter’s analytics', async () => {
    const body = { query: { sf_q: 'counted again' } };
    await requestUntilCached(FILTER, body, { 'user-agent': 'node' });
    for (let time = 0; time < 3; time++)
      expect((await sendRequest(FILTER, body, { 'user-agent': 'Mozilla/5.0' })).cacheStatus).toBe('hit');
    await sendRequest(FILTER, body, { 'user-agent': 'Some bot' });
    await test.inContext(async () => analytics?.flush());
    const [{ times }] = (await test.site
      .db()('facet_analytics')
      .where({ kind: 'search', name: 'counted again' })
      .sum({ times: 'times' })) as [{ times: unknown }];
    expect(Number(times)).toBe(3);
  });

  it.each([
    'rest_pre_dispatch',
    'rest_request_before_callbacks',
    'rest_dispatch_request',
    'rest_request_after_callbacks',
    'rest_post_dispatch',
    'rest_pre_serve_request',
    'rest_pre_echo_response',
    'rest_allowed_cors_headers',
    'rest_authentication_errors',
    'parse_request',
    'shutdown',
    'facet/rest/filter_response',
    'facet/query',
    'facet/settings',
    'facet/facets',
    'facet/counts',
    'facet/facet_html',
  ])('stops while a plugin listens to %s', async (hook) => {
    expect((await requestUntilCached(FILTER, { query: {} })).cacheStatus).toBe('hit');
    await activatePlugin(test, 'listener', { 'index.js': LISTENER(hook) });
    for (let time = 0; time < 3; time++) expect((await sendRequest(FILTER, { query: {} })).cacheStatus).toBe('');
    await test.inContext(() => test.site.plugins.deactivatePlugins('listener'));
  });

  it('shows a sale price from the first moment of the sale', async () => {
    const [product] = await catalog().records(0, 1);
    const soon = new Date(Math.ceil(Date.now() / 1000) * 1000 + 2000);
    const utc = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');
    const utcSoon = utc(soon);
    await test.site.db()('store_products').where({ id: product?.id }).update({
      regular_price: 98_700,
      sale_price: 12_300,
      sale_from: utcSoon,
      sale_to: null,
      price: 98_700,
      on_sale: 0,
      price_due: utcSoon,
      type: 'simple',
    });
    const body = { query: { sf_q: product?.name } };
    expect((await requestUntilCached(FILTER, body)).text).toContain('987.00');
    while (Date.now() <= soon.getTime()) await new Promise((resolve) => setTimeout(resolve, 50));
    const { cacheStatus, text } = await sendRequest(FILTER, body);
    expect([cacheStatus === 'hit', text.includes('123.00')]).toEqual([false, true]);
  });

  it('serves the same responses as uncached rendering while two nodes write', async () => {
    const { next: random, pick } = seeded(17);
    const products = (await catalog().records(0, 200)).map(({ id }) => id);
    const writes: ((site: Site) => Promise<unknown>)[] = [
      (site) => site.options.updateOption('blogname', `Shop ${Math.floor(random() * 1000)}`),
      (site) =>
        site
          .db()('store_products')
          .where({ id: pick(products) })
          .update({ name: `Lamp ${Math.floor(random() * 1000)}` }),
      (site) =>
        site
          .db()('store_products')
          .where({ id: pick(products) })
          .update({ stock: pick(['instock', 'outofstock']) }),
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
              .where({ id: pick(products) })
              .update({ name: 'never' });
            throw new Error('undone');
          })
          .catch(() => undefined),
    ];
    const bodies = [
      { query: {} },
      { query: { sf_stock: 'instock' } },
      { query: { sf_orderby: 'price' }, context: { leads: 'list' } },
      { query: { sf_q: 'lamp' } },
    ];
    let hits = 0;
    for (let step = 0; step < 50; step++) {
      const site = pick([test.site, other]);
      await runInContext(createContext('test'), async () => {
        await site.refresh();
        if (random() < 0.35) await pick(writes)(site);
      });
      const body = pick(bodies);
      // Nodes reuse table versions for some milliseconds before reading them again.
      if (engine === 'mysql') await new Promise((resolve) => setTimeout(resolve, 15));
      for (const base of [test.url, otherUrl]) {
        const served = await sendRequest(FILTER, body, {}, base);
        if (served.cacheStatus === 'hit') {
          hits++;
          expect(served.text).toBe((await sendRequest(FILTER, body, unknownSessionHeaders(), base)).text);
        }
        await sendRequest(FILTER, body, {}, base);
      }
    }
    expect(hits).toBeGreaterThan(5);
  });

  it('drops the responses of a deactivated plugin', async () => {
    await requestUntilCached('/probe/v1/plain', { word: 'stop' });
    await test.inContext(() => test.site.plugins.deactivatePlugins('probe'));
    expect((await sendRequest('/probe/v1/plain', { word: 'stop' })).status).toBe(404);
    await test.inContext(() => test.site.plugins.activatePlugin('probe'));
  });
});
