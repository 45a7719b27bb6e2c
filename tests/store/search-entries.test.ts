import { defaultEngines } from '../kit/databases.js';
import { readDom } from '../kit/dom.js';
import { bootShop, type ShopSite } from './shop-site.js';

/** A passage of terms in which the names of products occur within other words. */
const TERMS = 'Zakres udzielonych zgód i ustalanie danych. Klasa usługi i sądy. Kosztorys podajemy osobno.';

describe.each(defaultEngines)('pages and articles in the search of a shop on %s', (engine) => {
  let shop: ShopSite;

  beforeAll(async () => {
    shop = await bootShop(engine);
    for (const name of [
      'Kubek zielony',
      'Nóż ze stali, stal nierdzewna',
      'Kosz na pranie',
      'Ręcznik lniany',
      'Las w słoiku',
    ])
      await shop.save({ name });
    for (const [title, content] of [
      ['Regulamin', TERMS],
      ['Reklamacje', 'Reklamację rozpatrujemy w 14 dni.'],
      ['Jak dbać o ręczniki', `${'Wstęp. '.repeat(60)}Każdy ręcznik pierzemy w 60 stopniach.`],
    ] as const)
      await shop.inContext(() =>
        shop.scope.wpInsertPost({
          post_type: 'page',
          post_title: title,
          post_content: content,
          post_status: 'publish',
        }),
      );
  });
  afterAll(() => shop.close());

  const search = (text: string) => shop.shopper().get(`/?s=${encodeURIComponent(text)}`);
  const section = (html: string) => readDom(html).all('section', { class: 'found-entries' })[0]?.within;
  const entries = (html: string): string[] => section(html)?.texts('a') ?? [];

  it.each(['zielony', 'stal', 'kosz', 'las'])('lead from “%s” to the product list, without the terms', async (word) => {
    const page = await search(word);
    expect(page.path).toBe(`/shop/?${new URLSearchParams({ sf_q: word }).toString()}`);
    expect([page.text.includes('product-card') || page.text.includes('card__name'), entries(page.text)]).toEqual([
      true,
      [],
    ]);
  });

  it('follow the products as a short list with excerpts, as plugins filter them', async () => {
    const { text } = await search('ręcznik');
    expect(entries(text)).toEqual(['Jak dbać o ręczniki']);
    const [excerpt = ''] = section(text)?.texts('p') ?? [];
    expect([excerpt.startsWith('Wstęp. '), excerpt.length < 500]).toEqual([true, true]);
    const hide = (): string => 'For members only.';
    shop.site.hooks.addFilter('get_the_excerpt', hide, 99);
    expect(section((await search('ręcznik')).text)?.texts('p')).toEqual(['For members only.']);
    shop.site.hooks.removeFilter('get_the_excerpt', hide, 99);
  });

  it('are found in other forms of a word', async () => {
    const page = await search('reklamacja');
    expect([page.path, entries(page.text)]).toEqual(['/?s=reklamacja', ['Reklamacje']]);
    expect(page.text).not.toContain('No results');
  });

  it('keep a search for the title of a page on its results', async () => {
    const page = await search('reklamacje');
    expect(page.path).toBe('/?s=reklamacje');
    expect(page.text).toMatch(/<h2 class="entry-title"><a[^>]*>Reklamacje</);
  });

  it('are shown as excerpts in the results when they are long', async () => {
    await shop.inContext(() =>
      shop.scope.wpInsertPost({
        post_type: 'page',
        post_title: 'Gwarancja',
        post_content: `${'Zdanie o naprawach. '.repeat(100)}Ostatnie zdanie.`,
        post_status: 'publish',
      }),
    );
    const { text } = await search('gwarancja');
    expect([text.includes('Zdanie o naprawach.'), text.includes('Ostatnie zdanie.')]).toEqual([true, false]);
  });
});
