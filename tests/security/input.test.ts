import { connect } from 'node:net';
import { createLog } from '../../core/app/log.js';
import { defaultEngines } from '../kit/databases.js';
import { type AttackedSite, bootAttacked } from './attacked-site.js';
import { formsOf } from './forms.js';

const LONG = 'a'.repeat(100_000);
/** Public URLs that read input. */
const PAGES = [
  '/',
  '/shop/',
  '/product-category/oswietlenie/',
  '/product-tag/x/',
  '/brand/x/',
  '/product/x/',
  '/cart/',
  '/wishlist/',
  '/checkout/',
  '/contact/',
  '/register/',
  '/withdrawal/',
  '/report/',
  '/account/',
  '/account/addresses/',
  '/order/x/',
  '/feed/',
  '/wp-login.php',
  '/wp-sitemap.xml',
  '/facet/appearance.css',
  '/?s=x',
  '/xmlrpc.php',
  '/wp-admin/admin-ajax.php',
  '/wp-admin/admin-post.php',
];
const NAMES = [
  's',
  'page',
  'paged',
  'orderby',
  'order',
  'p',
  'page_id',
  'author',
  'author_name',
  'cat',
  'tag',
  'name',
  'pagename',
  'post_type',
  'year',
  'monthnum',
  'day',
  'm',
  'feed',
  'preview',
  'preview_id',
  'rest_route',
  'action',
  'log',
  'redirect_to',
  'wp_lang',
  'q',
  'min_price',
  'kolor',
  'add_to_cart',
  'quantity',
  'variation_id',
  'user_login',
  'key',
  'login',
  'error',
  '_wpnonce',
  'attachment',
  'p[]',
  'category_name',
  'w',
  'hour',
  'offset',
  'posts_per_page',
  'sitemap',
  'contact_name',
  'billing_email',
];
const VALUES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '-1',
  '0',
  '1e999',
  'NaN',
  '99999999999999999999',
  '2147483648',
  "' OR 1=1 --",
  '"; DROP TABLE posts; --',
  '%00',
  '%c3%28',
  '%ed%a0%80',
  '%u0041',
  '%',
  '../../etc/passwd',
  '{{7*7}}',
  '${7*7}',
  '[]',
  '{}',
  '\u202e',
  '%0d%0aSet-Cookie:x=1',
];

/** Runs work for each item, eight at a time. */
async function all<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let offset = 0; offset < list.length; offset += 8) await Promise.all(list.slice(offset, offset + 8).map(work));
}

describe.each(defaultEngines)('server with odd input values (%s)', (engine) => {
  let site: AttackedSite;
  beforeAll(async () => {
    site = await bootAttacked(engine, { demo: true });
  });
  afterAll(() => site.close());

  test('responds with a status below 500 and stores them unchanged or not at all', async () => {
    const failures: string[] = [];
    const checkPath = async (path: string): Promise<void> => {
      const response = await fetch(site.url + path, { redirect: 'manual' });
      await response.arrayBuffer();
      if (response.status >= 500) failures.push(`${path.slice(0, 80)} ${response.status}`);
    };
    const query = (safe: string): string =>
      NAMES.filter((name) => !['rest_route', 'wp_lang'].includes(name))
        .map((name) => `${name}=${safe}`)
        .join('&');
    await all(
      VALUES.map((value) => (value.startsWith('%') ? value : encodeURIComponent(value))),
      async (safe) => {
        for (const path of [
          '/',
          '/shop/',
          '/wp-login.php',
          '/wp-json/wp/v2/posts',
          '/wp-json/wp/v2/users',
          '/wp-json/facet/v1/suggest',
          '/wp-json/shop/v1/search',
        ])
          await checkPath(`${path}?${query(safe)}`);
        for (const path of [
          `/product/${safe}/`,
          `/product-category/${safe}/`,
          `/order/${safe}/`,
          `/author/${safe}/`,
          `/${safe}/`,
          `/wp-json/${safe}`,
          `/wp-json/wp/v2/posts/${safe}`,
          `/wp-json/wp/v2/types/${safe}`,
          `/wp-admin/admin-ajax.php?action=${safe}`,
        ])
          await checkPath(path);
      },
    );
    expect(failures).toEqual([]);
    expect(site.failures).toEqual([]);
  });
});

describe('server under hostile anonymous requests', () => {
  let site: AttackedSite;
  let routes: { route: string; methods: string[] }[];
  beforeAll(async () => {
    site = await bootAttacked('sqlite', { demo: true });
    const { routes: all } = (await site.users.visitor.rest('GET', '/')).body as {
      routes: Record<string, { methods: string[] }>;
    };
    routes = Object.entries(all).map(([route, { methods }]) => ({
      route: route.replace(/\(\?P<\w+>(?:[^()]|\([^()]*\))*\)/g, '1'),
      methods,
    }));
  });
  afterAll(() => site.close());
  afterEach(() => expect(site.failures).toEqual([]));

  const get = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
    const response = await fetch(site.url + path, { redirect: 'manual', headers });
    await response.arrayBuffer();
    return response.status;
  };
  const post = async (path: string, body: string, type = 'application/x-www-form-urlencoded'): Promise<number> => {
    const response = await fetch(site.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': type },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };

  test('responds with a status below 500 to arrays and objects sent instead of strings', async () => {
    const shapes = ['', '[]', '[a][b]', '[constructor][prototype][x]'].map((shape) =>
      NAMES.map((name) => `${name}${encodeURI(shape)}=1`).join('&'),
    );
    const failures: string[] = [];
    const paths = [...PAGES, ...routes.map(({ route }) => `/wp-json${route}`)];
    await all(
      paths.flatMap((path) => shapes.map((shape) => ({ address: path, shape }))),
      async ({ address: path, shape }) => {
        const status = await get(`${path}${path.includes('?') ? '&' : '?'}${shape}`);
        if (status >= 500) failures.push(`GET ${path}?${shape.slice(0, 80)} ${status}`);
      },
    );
    await all(
      PAGES.flatMap((path) => shapes.map((shape) => ({ address: path, shape }))),
      async ({ address: path, shape }) => {
        const status = await post(path, shape);
        if (status >= 500) failures.push(`POST ${path} ${shape.slice(0, 80)} ${status}`);
      },
    );
    expect(failures).toEqual([]);
  });

  test('prevents prototype pollution through JSON and form bodies', async () => {
    const bodies = [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"query":{"__proto__":{"polluted":1},"facets":{"__proto__":["x"]}}}',
      '{"q":"x","filters":{"constructor":["x"]}}',
      '[]',
      'null',
      '1',
      '"x"',
      '{"a":',
    ];
    for (const { route, methods } of routes)
      for (const method of methods.filter((candidate) => candidate !== 'GET'))
        for (const body of bodies) {
          const response = await fetch(`${site.url}/wp-json${route}`, {
            method,
            headers: { 'content-type': 'application/json' },
            body,
          });
          expect([route, body, (await response.text(), response.status < 500)]).toEqual([route, body, true]);
        }
    for (const path of ['/contact/', '/cart/', '/checkout/', '/wp-login.php'])
      for (const body of [
        '__proto__[polluted]=1',
        'constructor[prototype][polluted]=1',
        'quantity[__proto__][polluted]=1',
        'a[constructor][prototype][polluted]=1',
      ])
        expect(await post(path, body)).toBeLessThan(500);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('responds with a status below 500 to huge, long or deeply nested parameters and long cookies', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `p${index}=1`).join('&');
    const list = Array.from({ length: 10_000 }, () => 'kolor[]=x').join('&');
    const deep = `a${'[a]'.repeat(5000)}=1`;
    for (const path of [
      '/shop/',
      '/contact/',
      '/cart/',
      '/wp-json/facet/v1/filter',
      '/wp-json/wp/v2/posts',
      '/wp-login.php',
    ]) {
      for (const body of [
        many,
        list,
        deep,
        `s=${LONG}&q=${LONG}&log=${LONG}&contact_message=${LONG}`,
        `s=${'%25'.repeat(50_000)}`,
      ])
        expect([path, (await post(path, body)) < 500]).toEqual([path, true]);
    }
    for (const query of [`s=${LONG.slice(0, 12_000)}`, list.slice(0, 12_000), deep.slice(0, 12_000)])
      for (const path of ['/', '/shop/', '/wp-json/wp/v2/posts', '/wp-json/facet/v1/suggest'])
        expect([path, (await get(`${path}?q=x&${query}`)) < 500]).toEqual([path, true]);
    expect(
      await get('/shop/', {
        cookie: `x=${LONG.slice(0, 8000)}; ${Array.from({ length: 300 }, (_, index) => `c${index}=1`).join('; ')}`,
      }),
    ).toBe(200);
    expect(await get('/shop/', { cookie: `x=${LONG}` })).toBe(431);
    expect(await get(`/shop/?s=${'a'.repeat(1_000_000)}`)).toBe(431);
    expect(await post('/contact/', `contact_message=${'a'.repeat(1_100_000)}`)).toBe(413);
    expect(await post('/wp-json/facet/v1/filter', `{"q":"${'a'.repeat(1_100_000)}"}`, 'application/json')).toBe(413);
    const { customer, shop_manager: manager } = site.users;
    const large = { contact_message: 'a'.repeat(1_100_000) };
    expect((await customer.post('/contact/', large)).status).toBe(413);
    expect((await manager.post('/contact/', large)).status).not.toBe(413);
  });

  test('prevents CRLF injection into log lines and response headers', async () => {
    const lines: string[] = [];
    const { log, hooks } = site.site;
    const { error } = log;
    const written = createLog('info', (line) => lines.push(line));
    Object.assign(log, { error: written.error.bind(written) });
    const undo = hooks.addAction('template_redirect', () => {
      throw new Error('x\r\n{"level":30}');
    });
    const response = await fetch(
      `${site.url}/x%0d%0aSet-Cookie:%20evil=1/?wp_lang=pl_PL%0d%0aX:1&redirect_to=/%0d%0aX-Evil:1`,
      { redirect: 'manual', headers: { 'user-agent': 'x\\r\\n{"level":30}' } },
    );
    undo();
    Object.assign(log, { error });
    expect([response.headers.get('x-evil'), response.headers.get('set-cookie')?.includes('evil=1') ?? false]).toEqual([
      null,
      false,
    ]);
    expect(lines.join('')).toContain(String.raw`x\r\n{\"level\":30}`);
    expect(lines.filter((line) => !/^\{.*\}\n$/.test(line))).toEqual([]);
  });

  const raw = (text: string, wait: number): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
      let received = '';
      socket.on('data', (part) => (received += part.toString('latin1')));
      socket.on('close', () => resolve(received));
      socket.on('error', () => resolve(received));
      socket.write(text);
      setTimeout(() => socket.destroy(), wait).unref();
    });

  test.each([
    [
      'an absolute URL of another host',
      'GET http://evil.example/shop/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 200 /,
    ],
    ['an asterisk as target', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'a target without a leading slash',
      'GET @evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'both Content-Length and Transfer-Encoding',
      'POST /contact/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'two lengths',
      'POST /contact/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\nConnection: close\r\n\r\nabcdef',
      /^HTTP\/1\.1 400 /,
    ],
    ['null bytes instead of HTTP', '\0\0\0\0\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'a truncated body',
      'POST /contact/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=1',
      /^$/,
    ],
  ])('survives a raw request with %s', async (_what, text, expected) => {
    expect(await raw(text, 400)).toMatch(expected);
    expect(await get('/healthz')).toBe(200);
  });

  test('responds with a status below 500 to malformed multipart forms', async () => {
    const part = (name: string, value: string): string =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    for (const body of [
      part('__proto__[a]', '1'),
      part('a'.repeat(5000), '1'),
      Array.from({ length: 3000 }, (_, index) => part(`n${index}`, '1')).join(''),
      `--x\r\nContent-Disposition: form-data; name="f"; filename="../../x"\r\n\r\nx\r\n`,
      '--x\r\n',
      '--x--',
      'no parts',
      `--x\r\n${'Header: x\r\n'.repeat(2000)}\r\n`,
    ]) {
      for (const path of ['/contact/', '/cart/', '/wp-json/wp/v2/posts'])
        expect(await post(path, `${body}--x--\r\n`, 'multipart/form-data; boundary=x')).toBeLessThan(500);
    }
    expect(await post('/contact/', 'x', 'multipart/form-data')).toBeLessThan(500);
  });

  test('validates 100,000-character inputs without slow regular expressions', async () => {
    const bombs = [
      'a'.repeat(100_000),
      `${'a'.repeat(50_000)}@${'a.'.repeat(25_000)}`,
      '<'.repeat(100_000),
      '<a '.repeat(33_000),
      '['.repeat(100_000),
      '&'.repeat(100_000),
      ' '.repeat(100_000),
      '\t\n'.repeat(50_000),
      '-'.repeat(100_000),
      '<!--'.repeat(25_000),
      '"\''.repeat(50_000),
      '[a='.repeat(33_000),
      '1'.repeat(100_000),
      `${'a@'.repeat(50_000)}`,
      'https://'.repeat(12_000),
    ];
    const slow: string[] = [];
    for (const path of [
      '/contact/',
      '/withdrawal/',
      '/report/',
      '/register/',
      '/wp-login.php',
      '/wp-login.php?action=lostpassword',
    ]) {
      const { html } = await site.users.visitor.get(path);
      const form = formsOf(html, path).find(({ texts }) => Object.keys(texts).length > 0);
      for (const bomb of bombs) {
        await site.site.db()('rate_limits').delete();
        const fields = {
          ...form?.typed,
          ...Object.fromEntries(Object.keys(form?.texts ?? {}).map((name) => [name, bomb])),
          pwd: 'x',
        };
        const began = process.cpuUsage();
        const status = await post(form?.action ?? path, new URLSearchParams(fields).toString());
        const { user } = process.cpuUsage(began);
        // Processor time of this process in microseconds, unaffected by other processes.
        if (user > 1.5e6 || status >= 500)
          slow.push(`${path} ${bomb.slice(0, 5)} ${status} ${Math.round(user / 1000)} ms`);
      }
    }
    expect(slow).toEqual([]);
  });

  test('saves a contributor’s pathological block markup in under 5 seconds of CPU time', async () => {
    const open = '<!-- wp:group --><p>x</p>';
    for (const content of [
      open.repeat(4000),
      `${open.repeat(2500)}${'<!-- /wp:group -->'.repeat(2500)}`,
      `<p style="color:${'\\'.repeat(100_000)}">x</p>`,
      `<a href="${'\\'.repeat(100_000)}">x</a>`,
      '<p>'.repeat(33_000),
      '[facet_filter '.repeat(7000),
      '<!--'.repeat(25_000),
    ]) {
      const began = process.cpuUsage();
      const response = await site.users.contributor.rest('POST', '/wp/v2/posts', { title: 'x', content });
      const { user } = process.cpuUsage(began);
      // Processor time of this process in microseconds, unaffected by other processes.
      expect([content.slice(0, 20), response.status, user < 5e6]).toEqual([content.slice(0, 20), 201, true]);
    }
  });
});
