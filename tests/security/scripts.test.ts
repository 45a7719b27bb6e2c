import PostalMime from 'postal-mime';
import { isWpError } from '../../core/api/index.js';
import { checkedBoxes } from '../compliance/real-shop.js';
import { Browser } from '../store/shopper.js';
import { type AttackedSite, bootAttacked, type Person } from './attacked-site.js';
import { adminPages } from './crawl.js';
import { formsOf, runnableOf } from './forms.js';
import { buy } from './shopping.js';

const MARK = 'alert(1)';
const BREAKOUT = `"'><img src=x onerror=${MARK}></script></textarea></title><script>${MARK}</script>`;
const ADDRESS = `javascript:${MARK}//https://x.example`;
/** Screens whose forms would deactivate or delete something instead of storing text. */
const LEFT_OUT =
  /plugins\.php|users\.php|options-permalink|events\.php|post\.php|store-orders-import|store-product-files|authorize-application|page=facet$/;
/** Public pages. */
const PUBLIC = [
  '/',
  '/shop/',
  '/shop/?s=',
  '/contact/',
  '/register/',
  '/withdrawal/',
  '/report/',
  '/cart/',
  '/wishlist/',
  '/checkout/',
  '/account/',
  '/account/addresses/',
  '/account/password/',
  '/wp-login.php',
  '/wp-login.php?action=lostpassword',
  '/nothing-of-that-name/',
  '/?s=x',
  '/robots.txt',
  '/wp-sitemap.xml',
  '/author/author/',
  '/regulamin-sklepu/',
];

describe('cross-site scripting protection', () => {
  let site: AttackedSite;
  let order: { id: number; number: string; key: string };

  beforeAll(async () => {
    site = await bootAttacked('sqlite', { demo: true });
    const shopper = new Browser(site.url);
    order = await buy(site, shopper, {
      billing_first_name: `Eve ${BREAKOUT}`.slice(0, 90),
      billing_last_name: BREAKOUT.slice(0, 90),
      billing_company: BREAKOUT.slice(0, 90),
      billing_address_1: BREAKOUT.slice(0, 90),
      billing_address_2: BREAKOUT.slice(0, 90),
      billing_city: BREAKOUT.slice(0, 90),
      order_note: BREAKOUT,
      billing_email: 'eve@example.test',
    });
    await shopper.get('/contact/');
    await shopper.submit(
      {},
      {
        contact_name: BREAKOUT,
        contact_email: 'eve@example.test',
        contact_message: BREAKOUT,
        ...checkedBoxes(shopper.last?.text ?? ''),
      },
      'contact_name',
    );
    await shopper.get('/withdrawal/');
    await shopper.submit(
      {},
      {
        declaration_name: BREAKOUT,
        declaration_order: BREAKOUT.slice(0, 60),
        declaration_email: 'eve@example.test',
        declaration_items: BREAKOUT,
      },
      'declaration_name',
    );
    await shopper.submit({ confirm: '1' }, {}, 'declaration_name');
    await shopper.get('/report/');
    await shopper.submit(
      {},
      {
        declaration_url: `https://example.test/${BREAKOUT.replaceAll(' ', '')}`,
        declaration_reason: BREAKOUT,
        declaration_name: BREAKOUT,
        declaration_email: 'eve@example.test',
        declaration_good_faith: '1',
      },
      'declaration_name',
    );
    await shopper.submit({ confirm: '1' }, {}, 'declaration_name');
    await site.inContext(() => site.site.cron.runJobs());
  });
  afterAll(() => site.close());

  const harmful = (where: string, html: string): string[] =>
    runnableOf(html, MARK).map((script) => `${where}: ${script}`);

  /** Fills in all fields of all forms that a user sees. @returns executable content in the responses */
  async function fillIn(author: Person, pages: ReadonlyMap<string, string>): Promise<string[]> {
    const found: string[] = [];
    const checkedKinds = new Set<string>();
    for (const [path, html] of pages) {
      // Administrators may write any HTML into posts.
      if (LEFT_OUT.test(path) || (author.role === 'administrator' && path.includes('post-new'))) continue;
      for (const form of formsOf(html, path)) {
        const kind = form.action.replace(/=\d+/g, '=') + Object.keys(form.typed).sort().join();
        if (checkedKinds.has(kind) || Object.keys(form.texts).length === 0) continue;
        checkedKinds.add(kind);
        const plain = Object.entries(form.texts).filter(
          ([name, type]) =>
            ['text', 'textarea'].includes(type) &&
            !/website|price|regular|sale|quantity|weight|position|content$|taxRate|Rate|swatch|slug|nip|regon|krs|number|pass|login|date|free|fee|sku|gtin|count|days|hours|modified|unit|color/i.test(
              name,
            ),
        );
        const everywhere = Object.fromEntries(
          Object.keys(form.texts)
            .filter((name) => !name.endsWith('website'))
            .map((name) => [name, /url|address$|images/i.test(name) && !/company/.test(name) ? ADDRESS : BREAKOUT]),
        );
        const button = form.buttons.filter(([, value]) => !/delete|trash|remove/.test(value)).slice(0, 1);
        // First with values that are rejected and displayed again, then so that as much as possible is stored.
        for (const payload of [everywhere, Object.fromEntries(plain.map(([name]) => [name, BREAKOUT]))]) {
          const response = await author.post(form.action, { ...form.typed, ...payload, ...Object.fromEntries(button) });
          expect([form.action, response.status]).not.toEqual([form.action, 500]);
          // Downloads are not displayed, provided that browsers do not treat them as HTML.
          if (/^attachment/.test(response.headers.get('content-disposition') ?? ''))
            expect([
              form.action,
              response.headers.get('x-content-type-options'),
              /html/.test(response.headers.get('content-type') ?? 'html'),
            ]).toEqual([form.action, 'nosniff', false]);
          else if (response.html !== '') found.push(...harmful(`${form.action} after sending`, response.html));
          await author.get(path);
        }
      }
    }
    return found;
  }

  test('escapes payloads in every form that they were submitted with', async () => {
    const found: string[] = [];
    const { shop_manager: manager, administrator, customer, visitor } = site.users;
    for (const [writer, pages] of [
      [manager, await adminPages(site.url, manager)],
      [administrator, await adminPages(site.url, administrator)],
    ] as const)
      found.push(...(await fillIn(writer, pages)));
    for (const reader of [customer, visitor]) {
      const pages = new Map<string, string>();
      for (const path of PUBLIC) pages.set(path, (await reader.get(path)).html);
      if (reader === customer) pages.set('/wp-admin/profile.php', (await reader.get('/wp-admin/profile.php')).html);
      found.push(...(await fillIn(reader, pages)));
    }
    expect(found).toEqual([]);
  });

  test('stores payloads in the expected tables', async () => {
    const stored = await site.stored();
    for (const table of ['store_orders', 'store_terms', 'options', 'users', 'usermeta', 'compliance_declarations'])
      expect([table, new RegExp(`^${table} .*alert\\(1\\)`, 'm').test(stored)]).toEqual([table, true]);
  });

  test('strips handlers, scripts and javascript: links from authors’ posts', async () => {
    const { author, contributor, visitor } = site.users;
    const content = `<p>Hello</p><img src=x onerror=${MARK}><script>${MARK}</script><a href="${ADDRESS}">a</a><a href="java&#10;script:${MARK}">b</a><svg onload=${MARK}></svg><iframe srcdoc="<script>${MARK}</script>"></iframe><form action="${ADDRESS}"><button formaction="${ADDRESS}">x</button></form><math><mtext></mtext><mglyph><style><img src=x onerror=${MARK}></style></math><a style="background:url(${ADDRESS})" href="data:text/html,x">c</a><!-- wp:html --><img src=x onerror=${MARK}><!-- /wp:html --><!-- wp:facet/filter {"title":"\\u003cscript\\u003e${MARK}"} /-->[facet_filter title="${BREAKOUT}"]`;
    for (const writer of [author, contributor]) {
      const response = await writer.rest('POST', '/wp/v2/posts', {
        title: `Title ${BREAKOUT}`,
        content,
        excerpt: content,
        status: writer === author ? 'publish' : 'draft',
        slug: `by-${writer.role}`,
      });
      expect(response.status).toBe(201);
      const post = response.body as {
        id: number;
        title: { rendered: string };
        content: { rendered: string; raw: string };
        excerpt: { rendered: string };
      };
      for (const html of [post.title.rendered, post.content.rendered, post.content.raw, post.excerpt.rendered])
        expect(harmful(writer.role, html)).toEqual([]);
      await writer.rest('POST', `/wp/v2/posts/${post.id}/autosaves`, { title: BREAKOUT, content });
      for (const path of [
        `/?p=${post.id}&preview=true`,
        `/wp-admin/post.php?post=${post.id}&action=edit`,
        '/wp-admin/edit.php',
      ])
        expect(harmful(path, (await site.users.administrator.get(path)).html)).toEqual([]);
      await writer.get(`/wp-admin/post.php?post=${post.id}&action=edit`);
      for (const part of ['1', ''])
        expect(
          harmful(
            'preview',
            (
              await writer.post(`/wp-admin/post.php?post=${post.id}`, {
                action: 'preview',
                part,
                post_title: BREAKOUT,
                content,
              })
            ).html,
          ),
        ).toEqual([]);
    }
    for (const path of ['/', '/?s=Hello', '/author/author/', '/?p=1'])
      expect(harmful(path, (await visitor.get(path)).html)).toEqual([]);
  });

  test('escapes payloads of a product CSV in lists, product page, filter and structured data', async () => {
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const csv = [
      'type,sku,name,slug,status,kind,short_description,description,regular_price,stock_quantity,stock,categories,tags,brand,images,image_alts,attribute:pa_evil (' +
        'Evil <b>label</b>)',
      [
        'product',
        'EVIL-1',
        cell(`Evil ${BREAKOUT}`),
        'evil',
        'publish',
        'physical',
        cell(BREAKOUT),
        cell(`<p onclick=${MARK}>x</p><a href="${ADDRESS}">y</a>${BREAKOUT}`),
        '10.00',
        '5',
        'instock',
        cell(BREAKOUT.replaceAll('>', '\\>')),
        cell(BREAKOUT.replaceAll('>', '\\>')),
        cell(BREAKOUT),
        cell(ADDRESS),
        cell(BREAKOUT),
        cell(BREAKOUT),
      ].join(','),
    ].join('\n');
    const { shop_manager: manager, visitor } = site.users;
    const screen = '/wp-admin/admin.php?page=store-product-files';
    // The first one is rejected because of its image URL, which the error message contains.
    for (const text of [csv, csv.replace(`,${cell(ADDRESS)},`, ',/x.png,')]) {
      await manager.get(screen);
      const preview = await manager.upload(
        screen,
        {},
        { field: 'file', name: `${BREAKOUT}.csv`, bytes: Buffer.from(text) },
      );
      const done = await manager.post(screen, { apply: '1', csv: text });
      for (const response of [preview, done]) expect(harmful('import', response.html)).toEqual([]);
    }
    const { html, status } = await visitor.get('/product/evil/');
    expect(status).toBe(200);
    expect(html).toContain('application/ld+json');
    for (const path of [
      '/product/evil/',
      '/shop/?s=evil',
      '/shop/',
      '/wp-admin/admin.php?page=store-products&s=evil',
    ]) {
      const person = path.startsWith('/wp-admin') ? manager : visitor;
      expect(harmful(path, (await person.get(path)).html)).toEqual([]);
    }
    for (const path of ['/facet/v1/suggest?q=evil', '/shop/v1/search?q=evil']) {
      const { headers } = await visitor.rest('GET', path);
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
        'application/json; charset=UTF-8',
        'nosniff',
      ]);
    }
    const filtered = await visitor.rest('POST', '/facet/v1/filter', { query: { q: BREAKOUT } });
    for (const value of Object.values((filtered.body ?? {}) as Record<string, unknown>))
      if (typeof value === 'string') expect(harmful('filter', value)).toEqual([]);
  });

  test('escapes payloads in a plugin’s manifest', async () => {
    site.addPlugin('evil', {
      'plugin.json': JSON.stringify({
        name: BREAKOUT,
        version: '1.0.0',
        description: BREAKOUT,
        author: BREAKOUT,
        requiresCore: '*',
        main: 'index.js',
      }),
      'index.js': `export default { boot() { throw new Error(${JSON.stringify(BREAKOUT)}); } };`,
    });
    await site.inContext(() => site.site.plugins.activatePlugin('evil'));
    for (const path of ['/wp-admin/plugins.php', '/wp-admin/', '/wp-admin/site-health.php'])
      expect(harmful(path, (await site.users.administrator.get(path)).html)).toEqual([]);
    expect((await site.users.administrator.rest('GET', '/wp/v2/plugins')).headers.get('content-type')).toContain(
      'application/json',
    );
  });

  test('escapes payloads on all admin, shop and order pages', async () => {
    const found: string[] = [];
    for (const writer of [site.users.administrator, site.users.shop_manager])
      for (const [path, html] of await adminPages(site.url, writer, [
        `/wp-admin/admin.php?page=store-order&id=${order.id}`,
      ]))
        found.push(...harmful(path, html));
    const products = await site.site.db()('store_products').orderBy('id', 'desc').limit(3).pluck<string[]>('slug');
    const terms = await site.site
      .db()('store_terms')
      .where({ taxonomy: 'product_cat' })
      .orderBy('id', 'desc')
      .limit(3)
      .pluck<string[]>('slug');
    const texts = [
      ...PUBLIC,
      `/order/${order.key}/`,
      ...products.map((slug) => `/product/${slug}/`),
      ...terms.map((slug) => `/product-category/${slug}/`),
      `/?s=${encodeURIComponent(BREAKOUT)}`,
      `/shop/?s=${encodeURIComponent(BREAKOUT)}`,
      `/${encodeURIComponent(BREAKOUT)}`,
      `/wp-login.php?redirect_to=${encodeURIComponent(ADDRESS)}&error=${encodeURIComponent(BREAKOUT)}&action=${encodeURIComponent(BREAKOUT)}`,
      `/wp-login.php?action=rp&key=${encodeURIComponent(BREAKOUT)}&login=${encodeURIComponent(BREAKOUT)}`,
      `/product-category/${encodeURIComponent(BREAKOUT)}/?orderby=${encodeURIComponent(BREAKOUT)}`,
    ];
    for (const writer of [site.users.visitor, site.users.customer])
      for (const path of texts) found.push(...harmful(path, (await writer.get(path)).html));
    expect(found).toEqual([]);
  });

  test('escapes payloads in emails and the email log', async () => {
    const files = await site.site.db()('mail_log').whereNot({ file: '' }).pluck('file');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const email = await PostalMime.parse((await site.site.mail.readMailFile(file)) ?? '');
      expect(harmful(file, email.html ?? '')).toEqual([]);
      expect(harmful(file, (await site.users.administrator.get(`/wp-admin/mail-log.php?file=${file}`)).html)).toEqual(
        [],
      );
    }
  });

  test('refuses scripted SVG and HTML uploads and serves accepted files as images', async () => {
    const { shop_manager: manager } = site.users;
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${MARK}"><script>${MARK}</script></svg>`);
    const html = Buffer.from(`<!DOCTYPE html><script>${MARK}</script>`);
    const both = Buffer.concat([Buffer.from('GIF89a'), html]);
    for (const [name, bytes] of [
      ['x.svg', svg],
      ['x.png', svg],
      ['x.html', html],
      ['x.php', html],
      ['x.gif', both],
      ['../../x.html', both],
      ['x.gif\0.html', both],
    ] as const) {
      const uploaded = await site.inContext(() => site.site.uploads.wpUploadBits(name, bytes));
      if (bytes !== both) expect(isWpError(uploaded)).toBe(true);
      else {
        const { url } = uploaded as { url: string };
        expect(url).toMatch(/\/wp-content\/uploads\/\d{4}\/\d\d\/[a-z0-9-]+\.gif$/);
        const { headers } = await manager.get(url.slice(site.url.length));
        expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/gif', 'nosniff']);
      }
    }
  });

  test('logs no error except that of the test plugin', () => {
    expect(site.failures.filter((line) => !line.includes('"plugin":"evil"'))).toEqual([]);
  });
});
