import { defaultEngines } from '../kit/databases';
import type { ProductEditor } from '../../plugins/store/contract/index.js';
import { untilTrue } from '../kit/until-true';
import { bootSite, type TestSite } from '../kit/site';
import { type Body, countsIn } from './facet-site';

/** A new shop: the store's own catalog with the filter. */
describe.each(defaultEngines)('filter of the demo shop on %s', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
  });
  afterAll(() => site?.close());

  const page = async (path: string): Promise<string> => (await fetch(site.url + path)).text();
  async function filter(query: object, context?: object): Promise<Body> {
    const response = await fetch(`${site.url}/wp-json/facet/v1/filter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, context }),
    });
    return (await response.json()) as Body;
  }
  const prices = (html: string): number[] =>
    [...html.matchAll(/data-price="([\d.]+)"/g)].map(([, price]) => Number(price));

  it('C1 finds as many products as every count promises', async () => {
    for (const base of [{}, { sf_kolor: 'niebieski' }, { sf_category: 'meble', sf_price: '50-600' }]) {
      const { facets_html } = await filter(base);
      for (const facet of ['category', 'brand', 'kolor', 'stock', 'on_sale', 'rating']) {
        for (const [value, count] of Object.entries(countsIn(facets_html, facet))) {
          expect([base, facet, value, (await filter({ ...base, [`sf_${facet}`]: value })).found]).toEqual([
            base,
            facet,
            value,
            count,
          ]);
        }
      }
    }
  });

  it('offers a price range facet and links its products', async () => {
    const html = await page('/shop/');
    expect(html).toMatch(/name="sf_price\[min\]"/);
    expect(html).toMatch(/<a href="[^"]*\/product\/[\w-]+\/"/);
    const { found, count_text } = await filter({});
    expect(found).toBeGreaterThan(30);
    expect(html).toContain(count_text);
  });

  it('sorts and counts by displayed ratings, not by hidden ones', async () => {
    const [last] = (await site.site
      .db()('store_products')
      .where({ status: 'publish', visibility: 'visible', review_count: 0 })
      .whereNotNull('price')
      .orderBy('position', 'desc')
      .limit(1)
      .select('id', 'slug')) as [{ id: number; slug: string }];
    const rated = async (): Promise<number> => (await filter({ sf_rating: '1' })).found;
    const before = await rated();
    await site.site
      .db()('store_products')
      .where({ id: last.id })
      .update({ rating: 500, rating_count: 9000, regular_price: 9_999_900, price: 9_999_900 });
    // A write that triggers an index update; the price shows when it is done.
    await site.inContext(() =>
      (site.site.plugins.services.get('store.products') as ProductEditor).setFields([last.id], { handling_days: 2 }),
    );
    await untilTrue(async () => prices(await page('/shop/?sf_orderby=price-desc'))[0] === 99_999);
    const stars = [
      ...(await page('/shop/?sf_orderby=rating')).matchAll(
        /Oceniono? ([\d,.]+)|Rated ([\d,.]+) of 5|Ocena ([\d,.]+) na 5/g,
      ),
    ].map((found) => Number((found[1] ?? found[2] ?? found[3] ?? '').replace(',', '.')));
    expect(stars.length).toBeGreaterThan(5);
    expect(stars).toEqual([...stars].sort((a, b) => b - a));
    expect(await page('/shop/?sf_orderby=rating')).not.toContain(`/product/${last.slug}/"`);
    expect(await rated()).toBe(before);
  });

  it('sorts by the price shown on each card', async () => {
    const up = prices(await page('/shop/?sf_orderby=price'));
    expect(up.length).toBeGreaterThan(5);
    expect(up).toEqual([...up].sort((a, b) => a - b));
    const down = prices(await page('/shop/?sf_orderby=price-desc&sf_stock=instock'));
    expect(down).toEqual([...down].sort((a, b) => b - a));
    const within = prices(await page('/shop/?sf_price=50-100'));
    expect(within.length).toBeGreaterThan(1);
    expect(within.every((price) => price >= 50 && price <= 100)).toBe(true);
  });

  it('W13 shows exactly the price used for sorting and filtering', async () => {
    const { facets_html } = await filter({});
    const choices = ['brand', 'kolor', 'rozmiar', 'material', 'on_sale', 'stock'].flatMap((facet) =>
      Object.keys(countsIn(facets_html, facet)).map((value) => ({ [`sf_${facet}`]: value })),
    );
    expect(choices.length).toBeGreaterThan(15);
    let checkedCount = 0;
    for (const choice of choices) {
      for (const more of [{ sf_orderby: 'price' }, { sf_orderby: 'price-desc', sf_price: '50-200' }]) {
        const { results_html } = await filter({ ...choice, ...more }, { per_page: 96 });
        const cards = [...results_html.matchAll(/<li class="card[^]*?<\/li>/g)].map(([html]) =>
          html.replace(/\u00a0/g, ' '),
        );
        const shownPrices = cards.map((html) =>
          Number((/price__now">[^]*?PLN ([\d,.]+)/.exec(html) ?? /PLN ([\d,.]+)/.exec(html))?.[1]?.replace(/,/g, '')),
        );
        expect([choice, shownPrices]).toEqual([choice, prices(results_html)]);
        expect([choice, shownPrices]).toEqual([
          choice,
          [...shownPrices].sort((a, b) => (more.sf_orderby === 'price' ? a - b : b - a)),
        ]);
        if ('sf_price' in more)
          expect([choice, shownPrices.filter((price) => price < 50 || price > 200)]).toEqual([choice, []]);
        checkedCount += shownPrices.length;
      }
    }
    expect(checkedCount).toBeGreaterThan(200);
  });

  const card = (html: string, name: string): string =>
    [...html.matchAll(/<li class="card[^]*?<\/li>/g)]
      .map(([text]) => text.replace(/\u00a0/g, ' '))
      .find((candidate) => candidate.includes(name)) ?? '';

  it('W13 shows the found variation with its image, price and product page', async () => {
    const white = card(await page('/shop/?sf_kolor=bialy&sf_price=50-200'), 'Kubek Świt');
    expect(white).toContain('kubek-swit-bialy');
    expect(white).toContain('data-price="59.00"');
    expect(white).toContain('PLN 59.00');
    expect(white).not.toMatch(/from|49\.00|omnibus|price--sale|class="badge/);
    const opened = await page(
      /href="[^"]*(\/product\/kubek-swit\/[^"]*)"/.exec(white)?.[1]?.replace(/&#x3D;/g, '=') ?? '',
    );
    expect(
      /<input type="radio"[^>]* checked[^>]*>\s*<label[^>]*>.*?variation-option__name">([^<]*)</.exec(opened)?.[1],
    ).toBe('Biały');
  });

  it('W13 shows a sale with its lowest prior price for the reduced variation only', async () => {
    const green = card(await page('/shop/?sf_kolor=zielony'), 'Kubek Świt');
    expect(green).toContain('kubek-swit-zielony');
    expect(green).toContain('data-price="49.00"');
    expect(green).toMatch(/<del class="price__before">.*PLN 59\.00/);
    expect(green).toMatch(/class="badge">/);
    expect(green).toMatch(/class="omnibus">Lowest price of the 30 days before the reduction: PLN 59\.00/);
  });

  it('W13 shows “from” the lowest price of several found variations and links that one', async () => {
    const some = card(await page('/shop/?sf_kolor=zielony,bialy'), 'Kubek Świt');
    expect(some).toMatch(/price__now">[^<]*<?[^>]*from PLN 49\.00|from PLN 49\.00/);
    expect(some).toContain('kubek-swit-zielony');
    expect(some).toMatch(/href="[^"]*\/product\/kubek-swit\/\?variation(?:=|&#x3D;)\d+"/);
  });

  it('W13 shows the whole product when no variation was singled out', async () => {
    const productCard = card(await page('/shop/?sf_category=kubki-i-filizanki'), 'Kubek Świt');
    expect(productCard).toContain('from PLN 49.00');
    expect(productCard).toMatch(/href="[^"?]*\/product\/kubek-swit\/"/);
    // The card shows the variation selected on the product page: the cheapest available one.
    expect(productCard).toContain('kubek-swit-zielony');
  });

  it('W4 stays within the category on its page', async () => {
    const html = await page('/product-category/meble/');
    const countText = (await filter({ sf_category: 'meble' })).count_text;
    expect(html).toContain(`facet-toolbar__count">${countText}<`);
    expect(Object.keys(countsIn(html, 'category'))).not.toContain('meble');
  });

  it('S1 outputs one noindex for a choice and the clean canonical URL', async () => {
    const html = await page('/shop/?sf_kolor=niebieski');
    expect(html.match(/name="robots" content="[^"]*noindex/g)).toHaveLength(1);
    expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/shop\/">/);
    expect(await page('/shop/')).not.toContain('noindex');
  });

  it('uses each visitor’s language, regardless of who came first', async () => {
    const titles = (html: string): string[] =>
      [...html.matchAll(/<span class="facet__name">([^<]+)</g)].map(([, title = '']) => title);
    const inPolish = async (path: string): Promise<string> =>
      (await fetch(site.url + path, { headers: { cookie: 'wp_lang=pl_PL' } })).text();
    const [english, polish, englishAgain] = [
      titles(await page('/shop/')),
      titles(await inPolish('/shop/')),
      titles(await page('/shop/')),
    ];
    expect(english).toEqual(expect.arrayContaining(['Categories', 'Price', 'Brands', 'Availability']));
    expect(polish).toEqual(expect.arrayContaining(['Kategorie', 'Cena', 'Marki', 'Dostępność']));
    expect(englishAgain).toEqual(english);
    expect(await inPolish('/shop/?sf_category=meble')).toContain('Kategorie: Meble');
  });

  it('S3 gives further pages a canonical URL of their own', async () => {
    expect(await page('/shop/?sf_paged=2')).toMatch(
      /<link rel="canonical" href="[^"?]*\/shop\/\?sf_paged(?:=|&#x3D;)2">/,
    );
    const id = await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Sale',
        post_name: 'sale',
        post_content: '[facet_filter per_page="4"]',
      }),
    );
    expect(id).toBeGreaterThan(0);
    expect(await page('/sale/?sf_paged=2')).toMatch(
      /<link rel="canonical" href="[^"?]*\/sale\/\?sf_paged(?:=|&#x3D;)2">/,
    );
    expect(await page('/sale/?sf_paged=2')).not.toContain('noindex');
    expect(await page('/sale/?sf_paged=2&sf_stock=instock')).toMatch(/<link rel="canonical" href="[^"?]*\/sale\/">/);
    const plain = await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Plain',
        post_name: 'plain',
        post_content: 'Nothing.',
      }),
    );
    expect(plain).toBeGreaterThan(0);
    expect(await page('/plain/?sf_paged=2')).toMatch(/<link rel="canonical" href="[^"?]*\/plain\/">/);
  });

  it('S3 returns 404 beyond the last page of any list', async () => {
    for (const [name, content] of [
      ['whole', '[facet_filter]'],
      ['two-lists', '[facet_filter category="meble" per_page="96"] [facet_filter per_page="12"]'],
    ]) {
      expect(
        await site.inContext(() =>
          site.site.content.wpInsertPost({
            post_type: 'page',
            post_status: 'publish',
            post_title: name,
            post_name: name,
            post_content: content,
          }),
        ),
      ).toBeGreaterThan(0);
    }
    const visit = async (path: string) => {
      const response = await fetch(site.url + path, { redirect: 'manual' });
      return { path, status: response.status, html: await response.text() };
    };
    for (const path of [
      '/shop/',
      '/product-category/meble/',
      '/brand/gliniany-kot/',
      '/product-tag/na-prezent/',
      '/whole/',
      '/two-lists/',
    ]) {
      for (const query of [
        'sf_paged=99',
        'sf_paged=99999',
        'sf_paged=99&utm_source=x',
        'sf_kolor=bialy&sf_paged=99',
        'sf_q=nothing-like-it&sf_paged=2',
      ]) {
        const beyond = await visit(`${path}?${query}`);
        expect([beyond.path, beyond.status]).toEqual([`${path}?${query}`, 404]);
        expect(beyond.html).toContain('<main id="content"');
        expect(beyond.html).toContain('Page not found');
        expect(beyond.html).not.toMatch(/rel="canonical"|class="card |data-facet/);
      }
      for (const first of [
        '',
        'sf_paged=',
        'sf_paged=0',
        'sf_paged=1',
        'sf_paged=-3',
        'sf_paged=x',
        'sf_paged=2.5',
        'sf_paged=1e9',
      ]) {
        const { status } = await visit(`${path}?${first}`);
        expect([path, first, status]).toEqual([path, first, first === '' ? 200 : 301]);
        expect(await page(`${path}?${first}`)).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*${path}">`));
      }
    }
    // Each list has its own parameters: the first has one page, the second several.
    expect([
      (await visit('/two-lists/?sf_paged=2')).status,
      (await visit('/two-lists/?sf2_paged=2')).status,
      (await visit('/two-lists/?sf2_paged=99')).status,
    ]).toEqual([404, 200, 404]);
    expect((await filter({ sf_paged: '99' })).found).toBeGreaterThan(30);
  });

  it('C8 finds new products right after they were added', async () => {
    const before = (await filter({})).found;
    const generate = site.site.plugins.registries.commands
      .all()
      .find(({ value }) => value.name.startsWith('store generate'));
    const quiet = {
      line: () => undefined,
      warn: () => undefined,
      rows: () => undefined,
      progress: () => ({ update: () => undefined, stop: () => undefined }),
    };
    await site.inContext(async () => generate?.value.run(['25'], { seed: '4' }, quiet));
    // A request waits at most 500 ms for index updates, which on a busy machine may not be enough.
    let found = 0;
    for (let attempt = 0; attempt < 10 && found !== before + 25; attempt++) found = (await filter({})).found;
    expect(found).toBe(before + 25);
  });
});
