import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';

describe.each(defaultEngines)('search without results on %s', (engine) => {
  let shop: ShopSite;

  beforeAll(async () => {
    shop = await bootShop(engine);
    const lighting = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Oświetlenie' }),
    );
    await shop.save({ name: 'Świeczka sojowa', termIds: [lighting] });
    await shop.save({ name: 'Lampa stołowa', termIds: [lighting] });
  });
  afterAll(() => shop.close());

  const search = async (text: string): Promise<string> =>
    (await shop.shopper().get(`/?s=${encodeURIComponent(text)}`)).text;
  const spelling = (page: string): string =>
    /nothing-found__spelling">[^<]*<a href="[^"]*">([^<]*)</.exec(page)?.[1] ?? 'none';
  const fewer = (page: string): string[] =>
    [...(/nothing-found__suggestions">[^]*?<\/ul>/.exec(page)?.[0] ?? '').matchAll(/<a [^>]*>([^<]*)</g)].map(
      ([, word]) => word ?? '',
    );

  it('links to the shop, its categories and popular products', async () => {
    const page = await search('qwrtzx');
    expect(page).toContain('No results for “qwrtzx”.');
    expect(page).toMatch(/href="[^"]*\/shop\/">See all products/);
    expect(page).toMatch(/class="chips"[^]*Oświetlenie/);
    expect(page).toContain('Popular with other shoppers');
    expect([spelling(page), fewer(page)]).toEqual(['none', []]);
  });

  it('suggests a corrected spelling as written in products', async () => {
    const page = await search('swieczak');
    expect(spelling(page)).toBe('świeczka');
    expect(page).toContain(`/shop/?sf_q&#x3D;${encodeURIComponent('świeczka')}`);
    expect(spelling(await search('Lampa stolowo'))).toBe('lampa stołowa');
    // Suggestions correct one or two typing errors, not arbitrary words.
    expect(spelling(await search('traktor'))).toBe('none');
  });

  it('suggests the single words of a longer query that have results', async () => {
    expect(fewer(await search('lampa z marsjańskiego pyłu'))).toEqual(['lampa']);
  });

  it('spells a suggested word as products do when a fuzzy filter found it', async () => {
    const lamps = await shop.site.db()('store_products').where('name', 'Lampa stołowa').pluck<number[]>('id');
    const stop = await shop.inContext(() =>
      shop.scope.addFilter(
        'store/search_results',
        (found, { text }) => (text === 'lampaa' ? { ids: lamps, total: 1 } : found),
        10,
        2,
      ),
    );
    expect(fewer(await search('lampaa z marsjańskiego pyłu'))).toEqual(['lampa']);
    stop();
  });

  it('suggests nothing when a page matches and escapes the query', async () => {
    await shop.inContext(() =>
      shop.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Zeppelin',
        post_content: 'About us',
      }),
    );
    const page = await search('zeppelin');
    expect(page).toContain('Zeppelin');
    expect(page).not.toContain('No results');
    expect(await search('<script>qwrtzx')).not.toContain('<script>qwrtzx');
  });
});
