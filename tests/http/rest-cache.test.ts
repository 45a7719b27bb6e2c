import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Catalogue } from '../../plugins/store/contract/index.js';
import { createSite, type Site } from '../../core/app/site.js';
import { createSiteApp } from '../../core/app/web.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { listen, type RunningServer } from '../../core/http/index.js';
import { defaultEngines } from '../kit/databases.js';
import { seeded } from '../kit/seeded.js';
import { ADMIN, bootSite, type PastSite, switchOn, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

// This is about what is kept, also in a run that keeps nothing else.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

/** Endpoints that promise to be the same for everybody, and count how often they were asked. */
const PROBE = `
let made = 0;
module.exports = { boot(scope) {
  scope.addAction('facet/booted', ({ container }) => { globalThis.analyticsSeen = container.get('figures'); });
  scope.addFilter('store/price_html', (html) => (scope.getCurrentUserId() > 0 ? html + '<i>own price</i>' : html));
  const route = (name, answer, keep = { unless: [] }) => scope.registerRestRoute('probe/v1', '/' + name, { methods: 'POST', permissionCallback: () => true, keep, callback: async (request) => ({ said: await answer(request), made: ++made }) });
  route('plain', (request) => request.getParam('word'));
  route('header', (request) => request.getHeader('x-probe'));
  route('headers', (request) => Object.keys(request.getHeaders()).length);
  route('counted', (request) => { request.getHeader('user-agent', 'counting'); return 'counted'; });
  route('address', () => scope.clientIp());
  route('own', () => { scope.doNotCache(); return 'own'; });
  route('filtered', async () => scope.applyFilters('probe/say', 'own'), { unless: ['probe/say'] });
  route('told', () => 'told', { unless: [], again: ({ body, clientIp, header }) => { (globalThis.toldAgain ??= []).push([body, clientIp, header('User-Agent')]); return !globalThis.refuseAgain; } });
  route('broken', () => 'broken', { unless: [], again: () => { throw new Error('cannot count'); } });
  scope.registerRestRoute('probe/v1', '/none', { methods: 'POST', permissionCallback: () => true, callback: () => ({ made: ++made }) });
  scope.registerRestRoute('probe/v1', '/(?P<part>any-.+)', { methods: 'POST', permissionCallback: () => true, keep: { unless: [] }, callback: () => ({ made: ++made }) });
} };`;

const LISTENER = (hook: string): string =>
  `module.exports = { boot(scope) { scope.addFilter('${hook}', (value) => value); } };`;

interface Answer {
  readonly status: number;
  readonly said: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
}

describe.each(defaultEngines)('REST response cache on %s', (engine) => {
  let test: TestSite;
  let other: Site;
  let second: RunningServer;
  let elsewhere: string;
  let figures: { flush(): Promise<void> } | undefined;

  beforeAll(async () => {
    test = await bootSite({
      engine,
      demo: true,
      past: { name: 'kept responses', happen: (young: PastSite) => switchOn(young, 'probe', { 'index.js': PROBE }) },
    });
    figures = (globalThis as { analyticsSeen?: typeof figures }).analyticsSeen;
    other = await createSite(test.site.config);
    await runInContext(createContext('test'), () => other.plugins.reconcile());
    second = await listen(createSiteApp(other), 0, '127.0.0.1');
    elsewhere = `http://127.0.0.1:${second.port}`;
  });
  afterAll(async () => {
    await second.close();
    await other.close();
    await test.close();
  });

  function ask(
    route: string,
    body: object | string,
    headers: Record<string, string> = {},
    base = test.url,
  ): Promise<Answer> {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const { hostname, port } = new URL(base);
    return new Promise((resolve, reject) => {
      const asked = request(
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
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const sent = Buffer.concat(chunks);
            resolve({
              status: answer.statusCode ?? 0,
              said: String(answer.headers['x-plinth-cache'] ?? ''),
              headers: answer.headers as Record<string, string>,
              bytes: sent,
              text: unpacked(sent, answer.headers['content-encoding']).toString(),
            });
          });
        },
      );
      asked.on('error', reject);
      asked.end(bytes);
    });
  }
  const unpacked = (bytes: Buffer, encoding: string | undefined): Buffer => {
    if (encoding === 'br') return brotliDecompressSync(bytes);
    return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  };
  /** The cookie of a session that is not there: its owner's answers are made for each. */
  const alone = (): Record<string, string> => ({
    cookie: `wordpress_logged_in_${createHash('md5').update(test.url).digest('hex')}=none`,
  });
  const made = ({ text }: Answer): number => (JSON.parse(text) as { made: number }).made;
  /** Asks until the answer is one that was made before; the filter's index may still be made, and written. */
  async function kept(route: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    let answer = await ask(route, body, headers);
    for (let tries = 0; tries < 30 && answer.said !== 'hit'; tries++) {
      if (tries > 3) await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await ask(route, body, headers);
    }
    return answer;
  }
  /** Headers but those that no two answers share; what an answer varies by is a set. */
  const shared = ({
    headers: {
      'x-request-id': _id,
      'x-plinth-cache': _said,
      date: _date,
      'content-length': _length,
      'transfer-encoding': _transfer,
      vary,
      ...rest
    },
  }: Answer): object => ({ ...rest, vary: vary?.split(', ').sort() });
  const catalogue = (): Catalogue => test.site.plugins.services.get('store.catalogue') as Catalogue;

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
    const again = await kept(FILTER, body, headers);
    const anew = await ask(FILTER, body, {
      ...headers,
      cookie: [headers.cookie, alone().cookie].filter(Boolean).join('; '),
    });
    expect([again.said, anew.said]).toEqual(['hit', '']);
    expect(again.text).toBe(anew.text);
    expect(shared(again)).toEqual(shared(anew));
    expect([again.headers['content-encoding'], again.status]).toEqual([anew.headers['content-encoding'], 200]);
  });

  it('serves a cached response with no database query but the table versions', async () => {
    await kept(FILTER, { query: {} });
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }): void => void asked.push(sql);
    test.site.db().on('query', note);
    expect((await ask(FILTER, { query: {} })).said).toBe('hit');
    test.site.db().removeListener('query', note);
    expect(asked.filter((sql) => !sql.includes('options_generation'))).toEqual([]);
  });

  it('stores one response per request body', async () => {
    const [one, two] = [await kept('/probe/v1/plain', { word: 'one' }), await kept('/probe/v1/plain', { word: 'two' })];
    expect([one.said, two.said, JSON.parse(one.text), JSON.parse(two.text)]).toMatchObject([
      'hit',
      'hit',
      { said: 'one' },
      { said: 'two' },
    ]);
    expect(made(await ask('/probe/v1/plain', { word: 'one' }))).toBe(made(one));
  });

  it.each<[string, Record<string, string>]>([
    ['a session', {}],
    ['a password', { authorization: 'Basic YTpi' }],
    ['a nonce', { 'x-wp-nonce': 'abc' }],
    ['another method', { 'x-http-method-override': 'POST' }],
    ['a Content-Encoding header', { 'content-encoding': 'identity' }],
    ['no JSON', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('bypasses the cache for requests with %s', async (name, headers) => {
    await kept('/probe/v1/plain', { word: 'x' });
    const own = name === 'a session' ? alone() : headers;
    expect([
      (await ask('/probe/v1/plain', { word: 'x' }, own)).said,
      (await ask('/probe/v1/plain', { word: 'x' }, own)).said,
    ]).toEqual(['', '']);
  });

  it('bypasses the cache for logged-in users', async () => {
    await kept('/probe/v1/plain', { word: 'admin' });
    const admin = visitor(test.url);
    await admin.signIn(ADMIN.login, ADMIN.password);
    const answer = await admin.rest('POST', '/probe/v1/plain', { word: 'admin' });
    expect([answer.status, answer.headers.get('x-plinth-cache')]).toEqual([200, null]);
  });

  it('never mixes prices of logged-in users with those of visitors', async () => {
    const question = { query: { sf_orderby: 'rating' } };
    const admin = visitor(test.url);
    await admin.signIn(ADMIN.login, ADMIN.password);
    const own = async (): Promise<boolean> =>
      JSON.stringify((await admin.rest('POST', FILTER, question)).body).includes('own price');
    const others = async (): Promise<boolean> => (await ask(FILTER, question)).text.includes('own price');
    for (let time = 0; time < 3; time++) expect([await own(), await others()]).toEqual([true, false]);
  });

  it.each(['header', 'headers', 'address', 'own', 'none', 'any-part'])(
    'does not cache /probe/v1/%s, which is per-visitor or not declared cacheable',
    async (name) => {
      const answers = [];
      for (let time = 0; time < 4; time++)
        answers.push(await ask(`/probe/v1/${name}`, { word: 'x' }, { 'x-probe': `${time}` }));
      expect(answers.map(({ said }) => said)).toEqual(['', '', '', '']);
      expect(new Set(answers.map(made)).size).toBe(4);
    },
  );

  it('caches routes that count user agents, but no long bodies or query strings', async () => {
    expect((await kept('/probe/v1/counted', { word: 'x' })).said).toBe('hit');
    const long = { word: 'x'.repeat(9000) };
    for (let time = 0; time < 3; time++) expect((await ask('/probe/v1/plain', long)).said).toBe('');
    for (let time = 0; time < 3; time++)
      expect((await ask('/probe/v1/plain?_fields=said', { word: 'x' })).said).toBe('');
    expect(JSON.parse((await ask('/probe/v1/plain?_fields=said', { word: 'x' })).text)).toEqual({ said: 'x' });
  });

  it('calls the route’s counter per cached response and rerenders when it refuses', async () => {
    const told = globalThis as { toldAgain?: unknown[]; refuseAgain?: boolean };
    const question = { word: 'ż' };
    const first = await kept('/probe/v1/told', question);
    told.toldAgain = [];
    await ask('/probe/v1/told', question, { 'user-agent': 'a browser' });
    expect(told.toldAgain).toEqual([[JSON.stringify(question), expect.stringMatching(/127\.0\.0\.1/), 'a browser']]);
    told.refuseAgain = true;
    const anew = await ask('/probe/v1/told', question);
    told.refuseAgain = false;
    expect([anew.said, made(anew) > made(first)]).toEqual(['miss', true]);
    for (let time = 0; time < 4; time++) expect((await ask('/probe/v1/broken', question)).said).not.toBe('hit');
  });

  it('counts cached responses in the filter’s analytics', async () => {
    const question = { query: { sf_q: 'counted again' } };
    await kept(FILTER, question, { 'user-agent': 'node' });
    for (let time = 0; time < 3; time++)
      expect((await ask(FILTER, question, { 'user-agent': 'Mozilla/5.0' })).said).toBe('hit');
    await ask(FILTER, question, { 'user-agent': 'Some bot' });
    await test.inContext(async () => figures?.flush());
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
    expect((await kept(FILTER, { query: {} })).said).toBe('hit');
    await switchOn(test, 'listener', { 'index.js': LISTENER(hook) });
    for (let time = 0; time < 3; time++) expect((await ask(FILTER, { query: {} })).said).toBe('');
    await test.inContext(() => test.site.plugins.deactivatePlugins('listener'));
  });

  it('shows a sale price from the first moment of the sale', async () => {
    const [product] = await catalogue().records(0, 1);
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
    const question = { query: { sf_q: product?.name } };
    expect((await kept(FILTER, question)).text).toContain('987.00');
    while (Date.now() <= soon.getTime()) await new Promise((resolve) => setTimeout(resolve, 50));
    const { said, text } = await ask(FILTER, question);
    expect([said === 'hit', text.includes('123.00')]).toEqual([false, true]);
  });

  it('serves the same responses as uncached rendering while two nodes write', async () => {
    const { next: random, pick } = seeded(17);
    const products = (await catalogue().records(0, 200)).map(({ id }) => id);
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
    const questions = [
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
      const question = pick(questions);
      // A node takes what it read a moment ago for what another has just changed.
      if (engine === 'mysql') await new Promise((resolve) => setTimeout(resolve, 15));
      for (const base of [test.url, elsewhere]) {
        const given = await ask(FILTER, question, {}, base);
        if (given.said === 'hit') {
          hits++;
          expect(given.text).toBe((await ask(FILTER, question, alone(), base)).text);
        }
        await ask(FILTER, question, {}, base);
      }
    }
    expect(hits).toBeGreaterThan(5);
  });

  it('drops the responses of a deactivated plugin', async () => {
    await kept('/probe/v1/plain', { word: 'stop' });
    await test.inContext(() => test.site.plugins.deactivatePlugins('probe'));
    expect((await ask('/probe/v1/plain', { word: 'stop' })).status).toBe(404);
    await test.inContext(() => test.site.plugins.activatePlugin('probe'));
  });
});
