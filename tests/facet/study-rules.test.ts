import { currentContext, PAGE_REQUEST } from '../../core/context/index.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ProductEditor } from '../../plugins/store/contract/index.js';
import { defaultEngines } from '../kit/databases';
import { type Dom, readDom } from '../kit/dom.js';
import { assertDefined } from '../kit/assert-defined.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site';
import { untilTrue } from '../kit/until-true';
import { fakeCatalog, product, smallShop } from './fake-catalog';
import { bootFacet, type Body, countsIn, type FacetSite, idsIn } from './facet-site';

const LISTS = ['checkbox', 'radio', 'dropdown', 'swatch', 'hierarchy', 'autocomplete', 'az_index'];
const ATTACK = '"><img src=x onerror=alert(1)><script>alert(1)</script>';

/** The options of a facet on the page, from selects and inputs. */
interface Offered {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly chosen: boolean;
}

function offered(html: string, slug: string): Offered[] {
  const facet = readDom(html).one('details', { 'data-facet': slug }).within;
  const options = facet.all('option').map(({ text, attribute }) => ({
    value: attribute('value') ?? '',
    label: text,
    disabled: attribute('disabled') !== undefined,
    chosen: attribute('selected') !== undefined,
  }));
  const inputs = facet.all('label').flatMap(({ text, within }) =>
    within.all('input').map(({ attribute }) => ({
      value: attribute('value') ?? '',
      label: text,
      disabled: attribute('disabled') !== undefined,
      chosen: attribute('checked') !== undefined,
    })),
  );
  return [...options, ...inputs].filter(({ value }) => value !== '');
}

describe.each(defaultEngines)('the rules of the filter study on %s', (engine) => {
  let site: FacetSite;

  beforeAll(async () => {
    const many = Array.from({ length: 30 }, (_, i) => product(100 + i, { termIds: [3, 11], price: 30_000 + i }));
    const both = product(7, { name: 'Łóżko z krzesłem', termIds: [2, 3, 10], price: 50_000 });
    site = await bootFacet(engine, { catalog: fakeCatalog([...smallShop(), both, ...many]) });
  });
  afterAll(() => site?.close());
  afterEach(() => site.inContext(() => site.site.options.deleteOption('facet_settings')));

  async function save(...facets: object[]): Promise<void> {
    const { status, body } = await site.rest('POST', '/facet/v1/settings', { facets });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  const found = async (query: Record<string, string>): Promise<number> => (await site.filter(query)).found;
  const fragments = (query: string, auth?: string, tag?: string): Promise<Response> =>
    fetch(`${site.url}/wp-json/facet/v1/fragments?${query}`, {
      headers: { ...(auth ? { authorization: auth } : {}), ...(tag ? { 'if-none-match': tag } : {}) },
    });

  it('C3 counts a product of several child categories once in their parent', async () => {
    const counts = countsIn((await site.filter({})).facets_html, 'category');
    const { furniture = 0, beds = 0, chairs = 0 } = counts;
    const ids = async (value: string): Promise<number[]> =>
      idsIn((await site.filter({ sf_category: value }, { per_page: 96 })).results_html);
    const below = new Set([...(await ids('beds')), ...(await ids('chairs'))]);
    // Product 5 is in the parent itself, product 7 in both children.
    expect([furniture, beds, chairs]).toEqual([below.size + 1, 3, 33]);
    expect(furniture).toBeLessThan(1 + beds + chairs);
    expect(new Set(await ids('furniture'))).toEqual(new Set([...below, 5]));
  });

  it.each(LISTS)('U5 disables values without products and renders selected ones, as %s', async (type) => {
    const source = type === 'swatch' ? 'tax:pa_color' : 'tax:product_cat';
    const [other, empty, nonEmpty] =
      type === 'swatch'
        ? [{ sf_brand: 'nord' }, 'red', 'blue']
        : [{ sf_brand: 'nord' }, 'shirts', type === 'hierarchy' ? 'furniture' : 'beds'];
    const facet = { slug: 'thing', label: 'Thing', type, source, limit: 0 };
    const brand = { slug: 'brand', label: 'Brand', type: 'checkbox', source: 'tax:product_brand' };
    await save({ ...facet, hide_empty: false }, brand);
    const values = offered((await site.filter(other)).facets_html, 'thing');
    expect(values.find(({ value }) => value === empty)).toMatchObject({ disabled: true });
    expect(values.find(({ value }) => value === nonEmpty)).toMatchObject({ disabled: false });
    for (const { value, disabled } of values) {
      expect([value, (await found({ ...other, sf_thing: value })) === 0]).toEqual([value, disabled]);
    }
    for (const hide_empty of [false, true]) {
      await save({ ...facet, hide_empty }, brand);
      const offeredValues = offered((await site.filter({ ...other, sf_thing: empty })).facets_html, 'thing');
      expect(offeredValues.find(({ value }) => value === empty)).toMatchObject({ chosen: true, disabled: false });
      const open = offeredValues.filter(({ value, disabled }) => !disabled && value !== empty);
      for (const { value } of open) expect([value, await found({ ...other, sf_thing: value })]).not.toEqual([value, 0]);
    }
  });

  it('U15 keeps sorting apart from filters and offers relevance only while searching', async () => {
    const plain = await site.filter({});
    expect(readDom(plain.facets_html).all('select', { name: 'sf_orderby' })).toEqual([]);
    expect(readDom(plain.toolbar_html).field('Sort by').name).toBe('sf_orderby');
    const sorts = (html: string): string[] =>
      readDom(html)
        .all('option')
        .map(({ attribute }) => attribute('value') ?? '');
    expect(sorts(plain.toolbar_html)).toEqual(['', 'popularity', 'rating', 'date', 'price', 'price-desc']);
    const searched = await site.filter({ sf_q: 'lozko' });
    expect(sorts(searched.toolbar_html)).toEqual(['relevance', 'popularity', 'rating', 'date', 'price', 'price-desc']);
    const choice = { sf_category: 'beds', sf_price: '600-', sf_q: 'lozko' };
    const before = await site.filter(choice);
    const sorted = await site.filter({ ...choice, sf_orderby: 'price' });
    expect([idsIn(before.results_html).sort(), idsIn(sorted.results_html)]).toEqual([
      [1, 2],
      [2, 1],
    ]);
    const chips = (html: string): string[] => readDom(html).texts('li');
    expect(chips(sorted.toolbar_html)).toEqual(chips(before.toolbar_html));
    expect(chips(sorted.toolbar_html)).toHaveLength(3);
    // Without JavaScript, filters and sorting are one form.
    const form = readDom(await site.page('/test-shop/?sf_category=beds')).one('form', {
      'aria-label': /Filter/,
    }).within;
    expect(form.all('input', { name: 'sf_category[]', value: 'beds', checked: true })).toHaveLength(1);
    expect(form.all('select', { name: 'sf_orderby' })).toHaveLength(1);
  });

  it('A1 names each facet and shows the count in each label', async () => {
    const facets = LISTS.map((type) => ({
      slug: `f-${type}`.replace('_', '-'),
      label: `Facet ${type}`,
      type,
      source: type === 'swatch' ? 'tax:pa_color' : 'tax:product_brand',
      limit: 0,
    }));
    await save(
      ...facets,
      { slug: 'price', label: 'Price', type: 'range_slider', source: 'price' },
      { slug: 'search', label: 'Find', type: 'search', source: 'search' },
    );
    const dom = readDom((await site.filter({})).facets_html);
    const named = (facet: Dom): string => facet.one('fieldset').within.one('legend').text;
    for (const { slug, label, type } of facets) {
      const facet = dom.one('details', { 'data-facet': slug }).within;
      expect(named(facet)).toBe(label);
      const texts = type === 'dropdown' ? facet.texts('option') : facet.one('fieldset').within.texts('label');
      const counted = texts.filter((text) => text !== '' && text !== 'Any' && !text.startsWith('Search in'));
      expect(counted).not.toEqual([]);
      for (const text of counted)
        expect([slug, text]).toEqual([slug, expect.stringMatching(/ (\d+ products?|\(\d+\))$/)]);
      for (const field of facet.fields()) expect([slug, field.label]).not.toEqual([slug, '']);
    }
    expect(dom.one('details', { 'data-facet': 'f-swatch' }).text).toContain('Red 2 products');
    expect(named(dom.one('details', { 'data-facet': 'price' }).within)).toBe('Price');
    expect(dom.field('Find').name).toBe('sf_q');
  });

  it('S2 leaves filtered URLs open in robots.txt, so that their noindex is seen', async () => {
    const closed = (text: string, path: string): boolean =>
      [...text.matchAll(/^Disallow: *(\S+)$/gm)].some(([, rule = '']) =>
        new RegExp(
          `^${rule
            .split('*')
            .map((part) => part.replace(/[^\w/]/g, '\\$&'))
            .join('.*')}`,
        ).test(path),
      );
    const robots = (): Promise<string> => site.page('/robots.txt');
    const paths = ['/test-shop/?sf_color=red', '/test-shop/?utm=x&sf_q=x', '/test-shop/?sf2_color=red'];
    const text = await robots();
    expect(closed(text, '/wp-admin/x')).toBe(true);
    for (const path of paths) {
      expect([path, closed(text, path)]).toEqual([path, false]);
      if (!path.includes('sf2')) expect(await site.page(path)).toContain('content="noindex, follow"');
    }
    // A plugin selects the other mode.
    await site.activate(
      'robots-mode',
      `export default { boot(scope) {
        scope.addFilter('robots_txt', (text) => text.replace('User-agent: *', 'User-agent: *\\nDisallow: /*sf_'));
      } };`,
    );
    const other = await robots();
    expect(paths.slice(0, 2).map((path) => closed(other, path))).toEqual([true, true]);
    expect(closed(other, '/test-shop/')).toBe(false);
    await site.deactivate('robots-mode');
  });

  it('R7 keys responses by canonical selection, index state and visitor, and revalidates with 304', async () => {
    const tagOf = async (query: string, auth?: string): Promise<string> => {
      const response = await fragments(query, auth);
      expect(response.status).toBe(200);
      return response.headers.get('etag') ?? '';
    };
    await save(
      { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color' },
      { slug: 'brand', label: 'Brand', type: 'checkbox', source: 'tax:product_brand', roles: ['administrator'] },
    );
    const [first, same, another] = [
      await tagOf('query[sf_color]=red,white'),
      await tagOf('query[sf_paged]=1&query[sf_color][]=white&query[sf_color][]=red&query[sf_orderby]=none'),
      await tagOf('query[sf_color]=red'),
    ];
    expect(first).toMatch(/^W\/"/);
    expect([same === first, another === first]).toEqual([true, false]);
    // Users with more permissions get a different response, regardless of the order of requests.
    const admin = `Basic ${Buffer.from(`${ADMIN.login}:${await passwordOf(site)}`).toString('base64')}`;
    for (const query of ['query[sf_color]=white', 'query[sf_color]=blue']) {
      const order = query.includes('white') ? [admin, undefined] : [undefined, admin];
      for (const auth of [...order, ...order]) {
        const { facets_html } = (await (await fragments(query, auth)).json()) as Body;
        expect([query, auth !== undefined, facets_html.includes('data-facet="brand"')]).toEqual([
          query,
          auth !== undefined,
          auth !== undefined,
        ]);
      }
      expect((await fragments(query, undefined, await tagOf(query, admin))).status).toBe(200);
      expect((await fragments(query, undefined, await tagOf(query))).status).toBe(304);
    }
    site.catalog.put(product(900, { termIds: [20] }));
    await untilTrue(async () => (await found({ sf_color: 'red' })) === 3);
    expect((await fragments('query[sf_color]=red,white', undefined, first)).status).toBe(200);
    expect(await tagOf('query[sf_color]=red,white')).not.toBe(first);
    site.catalog.remove(900);
    await untilTrue(async () => (await found({ sf_color: 'red' })) === 2);
  });

  it('R8 escapes what it prints and allows no inline code', async () => {
    site.catalog.allTerms.push({
      id: 90,
      taxonomy: 'pa_color',
      slug: 'attack',
      name: ATTACK,
      parentId: 0,
      position: 90,
      swatch: '"><script>',
    });
    site.catalog.put(product(900, { name: 'Odd', termIds: [90] }));
    await site.deactivate('facet');
    await site.activate('facet');
    await save(
      { slug: 'color', label: ATTACK, type: 'swatch', source: 'tax:pa_color', help: ATTACK },
      { slug: 'price', label: ATTACK, type: 'range_slider', source: 'price', unit: '"><img>' },
      { slug: 'search', label: ATTACK, type: 'search', source: 'search' },
    );
    for (const query of [
      'sf_color=attack',
      `sf_color=attack&sf_q=${encodeURIComponent(ATTACK)}`,
      `${encodeURIComponent(ATTACK)}=${encodeURIComponent(ATTACK)}`,
      `sf_color=${encodeURIComponent(ATTACK)}`,
    ]) {
      const response = await fetch(`${site.url}/test-shop/?${query}`);
      const dom = readDom(await response.text());
      expect([query, dom.all('script').filter(({ text }) => text.includes('alert'))]).toEqual([query, []]);
      expect([query, dom.all('img', { onerror: true })]).toEqual([query, []]);
      const policy = response.headers.get('content-security-policy') ?? '';
      for (const directive of ['script-src', 'style-src', 'default-src']) {
        const sources = policy.split(';').find((candidate) => candidate.trim().startsWith(directive)) ?? '';
        expect([directive, sources]).toEqual([directive, expect.stringContaining("'self'")]);
        expect(sources).not.toMatch(/unsafe|\*/);
      }
      expect(dom.all('div', { style: true })).toEqual([]);
    }
    expect(await site.page('/test-shop/?sf_color=attack')).toContain('&lt;script&gt;alert(1)');
    expect(JSON.stringify(await site.filter({ sf_q: ATTACK, sf_color: 'attack' }))).not.toMatch(/<script|<img src=x/);
    site.catalog.allTerms.pop();
    site.catalog.remove(900);
    await site.deactivate('facet');
    await site.activate('facet');
  });

  it('P4 sends 12 KB of deferred script without dependencies, where a widget stands', async () => {
    const built = readFileSync(join(__dirname, '../../plugins/facet/assets/facet.js'), 'utf8');
    expect(gzipSync(built).length).toBeLessThanOrEqual(12 * 1024);
    expect(built).not.toMatch(/\bimport\b *(?:[("'{*]|\w+ from)|\brequire\(|importScripts|createElement\(["']script/);
    const scripts = (html: string) => readDom(html).all('script', { src: /facet\.js/ });
    for (const path of ['/test-shop/', '/test-page/']) {
      const [script, ...more] = scripts(await site.page(path));
      expect([path, more]).toEqual([path, []]);
      expect(script?.attribute('defer') ?? script?.attribute('type')).toMatch(/^$|^module$/);
      const servedScript = await (await fetch(script?.attribute('src') ?? '')).text();
      expect(servedScript).toBe(built);
    }
    for (const path of ['/', '/cart/', '/wp-login.php'])
      expect([path, scripts(await site.page(path))]).toEqual([path, []]);
  });
});

async function passwordOf(site: FacetSite): Promise<string> {
  const created = await site.inContext(() => site.site.passwords.createApplicationPassword(1, { name: 'study rules' }));
  if (!('password' in created)) throw new Error('No password was created.');
  return created.password;
}

describe.each(defaultEngines)('the rules of the filter study in the demo shop on %s', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
  });
  afterAll(() => site?.close());

  const page = async (path: string): Promise<string> => (await fetch(site.url + path)).text();
  async function filter(query: object, context: object = {}): Promise<Body> {
    const response = await fetch(`${site.url}/wp-json/facet/v1/filter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, context }),
    });
    return (await response.json()) as Body;
  }
  /** URLs of all products of a list, over all of its pages. */
  async function listed(query: Readonly<Record<string, string>>): Promise<string[]> {
    const urls: string[] = [];
    for (let number = 1; number < 20; number++) {
      const html = await page(
        `/shop/?${String(new URLSearchParams({ ...query, ...(number > 1 ? { sf_paged: String(number) } : {}) }))}`,
      );
      urls.push(...[...html.matchAll(/card__name"><a href="([^"?]*)/g)].map(([, url = '']) => url));
      if (!html.includes('rel="next"')) break;
    }
    return urls;
  }

  it('W5 counts exactly the products that the list shows, without hidden ones', async () => {
    const db = () => site.site.db()('store_products');
    const rows = await db()
      .where({ status: 'publish', visibility: 'visible' })
      .whereNotNull('price')
      .orderBy('id')
      .limit(2)
      .select<{ id: number; slug: string }[]>('id', 'slug');
    const soldOut = assertDefined(rows[0]);
    const hidden = assertDefined(rows[1]);
    const before = (await filter({})).found;
    await db().where({ id: hidden.id }).update({ visibility: 'hidden' });
    await db().where({ id: soldOut.id }).update({ stock: 'outofstock', stock_quantity: 0 });
    // A write that triggers an index update.
    await site.inContext(() =>
      (site.site.plugins.services.get('store.products') as ProductEditor).setFields([hidden.id, soldOut.id], {
        handling_days: 2,
      }),
    );
    await untilTrue(async () => (await filter({})).found === before - 1);
    const allUrls = await listed({});
    expect(allUrls).toHaveLength(before - 1);
    expect(new Set(allUrls).size).toBe(before - 1);
    expect(allUrls.filter((url) => url.endsWith(`/${hidden.slug}/`))).toEqual([]);
    expect(allUrls.filter((url) => url.endsWith(`/${soldOut.slug}/`))).toHaveLength(1);
    const { facets_html } = await filter({});
    let compared = 0;
    for (const facet of ['category', 'brand', 'kolor', 'stock', 'on_sale']) {
      for (const [value, count] of Object.entries(countsIn(facets_html, facet))) {
        expect([facet, value, (await listed({ [`sf_${facet}`]: value })).length]).toEqual([facet, value, count]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('U6 has a facet for every attribute that product cards print', async () => {
    const { results_html, facets_html } = await filter({}, { per_page: 96 });
    const facets = new Set([...facets_html.matchAll(/data-facet="([^"]+)"/g)].map(([, slug = '']) => slug));
    const facetOf: Readonly<Record<string, readonly string[]>> = {
      card__brand: ['brand', 'category'],
      stars: ['rating'],
      card__price: ['price'],
      'badge badge--off': ['stock'],
      badge: ['on_sale'],
    };
    // The name is covered by search; the number of variations and the wishlist button are not attributes.
    const others = ['card__image', 'card__blank', 'card__text', 'card__name', 'card__variations', 'card__wishlist'];
    const cards = readDom(results_html).all('li', { class: /^card\b/ });
    expect(cards.length).toBeGreaterThan(30);
    const printed = new Set<string>();
    for (const { within } of cards) {
      const [image, text] = within.all('div');
      const parts = [image, text].flatMap((entry) =>
        ['span', 'p', 'h3', 'button'].flatMap((tag) => entry?.within.all(tag) ?? []),
      );
      for (const part of parts) printed.add(part.attribute('class') ?? '');
    }
    // Elements inside the price and the rating.
    const inside = /^(price\b.*|price__\w+|omnibus|visually-hidden|stars__count|)$/;
    for (const name of printed) {
      if (others.includes(name) || inside.test(name)) continue;
      expect([name, facetOf[name]]).toEqual([name, expect.anything()]);
      for (const slug of facetOf[name] ?? []) expect([name, slug, facets.has(slug)]).toEqual([name, slug, true]);
    }
    for (const name of Object.keys(facetOf)) expect([name, printed.has(name)]).toEqual([name, true]);
    // The badge of used products has a source from which a facet can be created.
    const created = await site.inContext(() =>
      site.site.passwords.createApplicationPassword(1, { name: 'study rules' }),
    );
    const password = 'password' in created ? created.password : '';
    const response = await fetch(`${site.url}/wp-json/facet/v1/catalog`, {
      headers: { authorization: `Basic ${Buffer.from(`${ADMIN.login}:${password}`).toString('base64')}` },
    });
    const { sources } = (await response.json()) as Body;
    expect(sources.map(({ source }) => source)).toContain('field:condition');
  });

  it('P5 asks the database as little for a list of many products as of few', async () => {
    const small = await statementsOf('/shop/?sf_orderby=price-desc');
    const generate = site.site.plugins.registries.commands
      .all()
      .find(({ value }) => value.name.startsWith('store generate'));
    const quiet = {
      line: () => undefined,
      warn: () => undefined,
      rows: () => undefined,
      progress: () => ({ update: () => undefined, stop: () => undefined }),
    };
    const before = (await filter({})).found;
    await site.inContext(async () => generate?.value.run(['500'], { seed: '4' }, quiet));
    await untilTrue(async () => (await filter({})).found === before + 500);
    const large = await statementsOf('/shop/?sf_orderby=price-desc');
    expect(small).toBeGreaterThan(0);
    // A few more queries for new terms, but none per product.
    expect(large).toBeLessThanOrEqual(small + 5);
  });

  /** Counts the queries of an uncached page on a site in use, without background work. */
  async function statementsOf(path: string): Promise<number> {
    await site.inContext(() => site.site.hooks.doAction('store/products_changed', [1]));
    await page('/shop/');
    let queryCount = 0;
    const note = (): void => void (currentContext()?.memo.has(PAGE_REQUEST) && queryCount++);
    site.site.db().on('query', note);
    expect(await page(path)).toContain('card__name');
    site.site.db().removeListener('query', note);
    return queryCount;
  }
});
