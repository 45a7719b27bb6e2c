import { defaultEngines } from '../kit/databases';
import { ADMIN, bootSite, type TestSite } from '../kit/site';
import { untilTrue } from '../kit/until-true';
import { visitor, type Visitor } from '../kit/visitor';
import type { Body } from './facet-site';
import { assertDefined } from '../kit/assert-defined.js';

const LANDING = '/wp-admin/admin.php?page=facet-landing';
const LANDINGS = '/wp-admin/admin.php?page=facet-landings';

/** SEO requirements of the shop's lists. */
describe.each(defaultEngines)('SEO of shop lists on %s', (engine) => {
  let site: TestSite;
  let owner: Visitor;

  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
    owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  async function visit(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; location: string; html: string }> {
    const response = await fetch(site.url + path, { redirect: 'manual', headers });
    return {
      status: response.status,
      location: (response.headers.get('location') ?? '').replace(site.url, ''),
      html: (await response.text()).replaceAll('&#x3D;', '=').replaceAll('&amp;', '&'),
    };
  }
  const robots = (html: string): string => /name="robots" content="([^"]*noindex[^"]*)"/.exec(html)?.[1] ?? '';
  const canonical = (html: string): string =>
    (/rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '').replace(site.url, '');
  const title = (html: string): string => /<title>([^<]*)</.exec(html)?.[1] ?? '';
  const heading = (html: string): string => /<h1[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
  const jsonLd = (html: string, type: string): Record<string, unknown> | undefined =>
    [...html.matchAll(/application\/ld\+json">([^<]*)</g)]
      .map(([, text]) => JSON.parse(assertDefined(text?.replaceAll('\\u003c', '<'))) as Record<string, unknown>)
      .find((candidate) => candidate['@type'] === type);

  /** Changes the slug of a color as the owner does. */
  async function renameTerm({ id, name }: { id: number; name: string }, slug: string): Promise<void> {
    const path = '/wp-admin/admin.php?page=store-terms&taxonomy=pa_kolor';
    await owner.get(`${path}&term=${id}`);
    const form = { taxonomy: 'pa_kolor', term: String(id), name, slug, position: '0', swatch: '', description: '' };
    expect((await owner.post(path, form)).status).toBe(303);
  }

  it('S4 redirects every other spelling of a choice to its canonical URL', async () => {
    for (const [requestedPath, canonicalPath] of [
      ['/shop/?sf_kolor=zielony,bialy', '/shop/?sf_kolor=bialy,zielony'],
      ['/shop/?sf_kolor[]=bialy', '/shop/?sf_kolor=bialy'],
      ['/shop/?sf_price=200-50', '/shop/?sf_price=50-200'],
      ['/shop/?sf_paged=1', '/shop/'],
      ['/shop/?sf_nonsense=foo', '/shop/'],
      ['/shop/?sf_orderby=nonsense&utm_source=x', '/shop/?utm_source=x'],
      [
        '/shop/?sf_q=&sf_price[min]=&sf_price[max]=&sf_brand[]=gliniany-kot&sf_find[material]=&sf_orderby=',
        '/shop/?sf_brand=gliniany-kot',
      ],
      ['/brand/gliniany-kot/?sf_orderby=price&sf_kolor=bialy', '/brand/gliniany-kot/?sf_kolor=bialy&sf_orderby=price'],
    ]) {
      const { status, location } = await visit(assertDefined(requestedPath));
      expect([requestedPath, status, location]).toEqual([requestedPath, 301, canonicalPath]);
      expect([canonicalPath, (await visit(assertDefined(canonicalPath))).status]).toEqual([canonicalPath, 200]);
    }
    expect((await visit('/shop/?utm_source=x&sf_kolor=bialy')).status).toBe(200);
    expect((await visit('/shop/?sf_kolor=bialy&utm_source=x')).status).toBe(200);
  });

  it('S5 returns 404 with links for no results or a missing value', async () => {
    const noResults = await visit('/shop/?sf_q=nothing-like-it');
    expect(noResults.status).toBe(404);
    expect(noResults.html).toContain('data-facet-link="clear"');
    const missing = await visit('/shop/?sf_kolor=gone');
    expect(missing.status).toBe(404);
    expect(missing.html).toContain('Ignored because no longer available: gone.');
    expect(robots(missing.html)).toBe('noindex, follow');
  });

  it('names the choice in title, heading and description, and the page in the title', async () => {
    const { html } = await visit('/shop/?sf_price=50-200&sf_kolor=bialy');
    expect(heading(html).replace(/\u00a0/g, ' ')).toBe('Shop: PLN 50.00 – PLN 200.00, Biały');
    expect(title(html)).toContain('Biały');
    expect(html).toMatch(/name="description" content="Shop: [^"]*Biały\. \d+ products?"/);
    expect([robots(html), canonical(html)]).toEqual(['noindex, follow', '/shop/']);
    const second = (await visit('/shop/?sf_paged=2')).html;
    expect(title(second)).toMatch(/^Shop – Page 2 – /);
    expect([robots(second), canonical(second)]).toEqual(['', '/shop/?sf_paged=2']);
  });

  it('S7 lists the products of the page as structured data', async () => {
    const { html } = await visit('/shop/?sf_paged=2');
    const list = jsonLd(html, 'ItemList') as {
      numberOfItems: number;
      itemListElement: { position: number; url: string }[];
    };
    const found = Number(/facet-toolbar__count">(\d+)/.exec(html)?.[1]);
    expect(list.numberOfItems).toBe(found);
    expect(list.itemListElement.map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, i) => 13 + i));
    for (const { url } of list.itemListElement)
      expect(html).toContain(`href="${url.replace(site.url, '')}"`.replace('href="', ''));
    expect(jsonLd(html, 'BreadcrumbList')).toBeDefined();
  });

  it('F5 filters pages of brands, tags and attributes, without their own facet', async () => {
    for (const path of [
      '/brand/gliniany-kot/',
      '/product-tag/na-prezent/',
      '/attribute/kolor/bialy/',
      '/product-category/meble/',
    ]) {
      const { status, html } = await visit(path);
      expect([path, status]).toEqual([path, 200]);
      expect(html).toContain('data-facet-widget');
      const narrowed = await visit(`${path}?sf_stock=instock`);
      expect(Number(/facet-toolbar__count">(\d+)/.exec(narrowed.html)?.[1])).toBeLessThanOrEqual(
        Number(/facet-toolbar__count">(\d+)/.exec(html)?.[1]),
      );
    }
    expect((await visit('/brand/gliniany-kot/')).html).not.toContain('data-facet="brand"');
    expect(robots((await visit('/brand/gliniany-kot/')).html)).toBe('');
    expect(robots((await visit('/attribute/kolor/bialy/')).html)).toBe('noindex, follow');
    expect((await visit('/attribute/kolor/nothing/')).status).toBe(404);
    const count = (html: string): string => /facet-toolbar__count">([^<]*)</.exec(html)?.[1] ?? '';
    expect(count((await visit('/attribute/kolor/bialy/')).html)).toBe(
      count((await visit('/shop/?sf_kolor=bialy')).html),
    );
  });

  it('S6 lets search engines index landing pages only, with own texts, sitemap and links', async () => {
    await owner.get(LANDING);
    const form = {
      landing: '0',
      address: `${site.url}/shop/?sf_stock=instock`,
      title: 'Ready to send',
      heading: 'In stock now',
      description: 'All that we can send today.',
      text: 'Order by noon.',
      position: '1',
    };
    const saved = await owner.post(LANDING, form);
    expect([saved.status, saved.location]).toEqual([303, LANDINGS]);
    const { html, status } = await visit('/shop/?sf_stock=instock');
    expect([status, robots(html), canonical(html)]).toEqual([200, '', '/shop/?sf_stock=instock']);
    expect(title(html)).toMatch(/^Ready to send – /);
    expect(heading(html)).toBe('In stock now');
    expect(html).toContain('content="All that we can send today."');
    expect(html).toContain('>Order by noon.</p>');
    expect(canonical((await visit('/shop/?sf_stock=instock&sf_paged=2')).html)).toBe(
      '/shop/?sf_stock=instock&sf_paged=2',
    );
    const sorted = (await visit('/shop/?sf_stock=instock&sf_orderby=price')).html;
    expect([robots(sorted), canonical(sorted)]).toEqual(['noindex, follow', '/shop/?sf_stock=instock']);
    expect((await visit('/shop/')).html).toMatch(/<a href="[^"]*\/shop\/\?sf_stock=instock">In stock now<\/a>/);
    expect((await visit('/wp-sitemap.xml')).html).toContain('wp-sitemap-choices-1.xml');
    expect((await visit('/wp-sitemap-choices-1.xml')).html).toContain('/shop/?sf_stock=instock</loc>');

    await owner.get(LANDING);
    const duplicate = await owner.post(LANDING, form);
    expect([duplicate.status, duplicate.html.includes('Another landing page already uses this URL.')]).toEqual([
      422,
      true,
    ]);
    const otherPath = await owner.post(LANDING, { ...form, address: '/cart/' });
    expect([otherPath.status, otherPath.html.includes('This isn’t the URL of a product list.')]).toEqual([422, true]);
    const none = await owner.post(LANDING, { ...form, address: '/shop/?sf_q=nothing-like-it' });
    expect(none.html).toContain('No products match these filters.');

    const list = await owner.get(LANDINGS);
    expect(list.html).toContain('In stock now');
    await owner.post(LANDINGS, { landing: /name="landing" value="(\d+)"/.exec(list.html)?.[1] ?? '' });
    expect(robots((await visit('/shop/?sf_stock=instock')).html)).toBe('noindex, follow');
    expect((await visit('/wp-sitemap-choices-1.xml')).status).toBe(404);
  });

  it('redirects the earlier slug of a renamed value, and moves its landing page along', async () => {
    await owner.get(LANDING);
    const saved = await owner.post(LANDING, {
      landing: '0',
      address: `${site.url}/shop/?sf_kolor=zielony`,
      title: 'Everything in green',
      heading: 'Green things',
      description: '',
      text: '',
      position: '1',
    });
    expect(saved.status).toBe(303);
    const term = (await site.site.db()('store_terms').where({ taxonomy: 'pa_kolor', slug: 'zielony' }).first()) as {
      id: number;
      name: string;
    };
    await renameTerm(term, 'ziel');
    await untilTrue(async () => (await visit('/shop/?sf_kolor=zielony')).location === '/shop/?sf_kolor=ziel');
    expect((await visit('/shop/?sf_kolor=zielony')).status).toBe(301);
    const { status, html } = await visit('/shop/?sf_kolor=ziel');
    expect([status, heading(html), robots(html)]).toEqual([200, 'Green things', '']);
    expect((await visit('/shop/?sf_kolor=bialy,zielony')).location).toBe('/shop/?sf_kolor=bialy,ziel');
    await renameTerm(term, 'zielony');
    await untilTrue(async () => (await visit('/shop/?sf_kolor=ziel')).location === '/shop/?sf_kolor=zielony');
    expect(heading((await visit('/shop/?sf_kolor=zielony')).html)).toBe('Green things');
  });

  it('S8 sends page metadata to the script, and nothing more to plain requests', async () => {
    const fetchFilter = async (context?: object): Promise<Body & { page?: Record<string, string> }> => {
      const response = await fetch(`${site.url}/wp-json/facet/v1/filter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: { sf_kolor: 'bialy' }, context }),
      });
      return (await response.json()) as Body & { page?: Record<string, string> };
    };
    expect(Object.keys(await fetchFilter()).sort()).toEqual([
      'count_text',
      'facets_html',
      'found',
      'pagination_html',
      'results_html',
      'toolbar_html',
    ]);
    const { page } = await fetchFilter({ leads: 'list', path: '/shop/' });
    const { html } = await visit('/shop/?sf_kolor=bialy');
    expect([page?.title, page?.heading, page?.robots, page?.canonical]).toEqual([
      title(html),
      heading(html),
      robots(html),
      canonical(html),
    ]);
  });
});
