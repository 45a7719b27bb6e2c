import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { Browser } from './shopper.js';

const WORDS = [
  'lampa',
  'lampy',
  'kubki',
  'poduszki',
  'koce',
  'krzesła',
  'krzesla',
  'meble',
  'oświetlenie',
  'oswietlenie',
  'lapma',
  'filizanka',
  'kubka',
  'świeczka',
];

describe.each(defaultEngines)('product search across entry points on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, demo: true });
  });
  afterAll(() => test.close());

  /** Products on a page, in order. */
  const cards = (html: string): string[] =>
    [...html.matchAll(/card__name"><a[^>]*>([^<]*)/g)].map(([, name]) => name ?? '');
  const list = async (word: string): Promise<string[]> =>
    cards((await new Browser(test.url).get(`/shop/?sf_q=${encodeURIComponent(word)}`)).text);
  async function rest(word: string, more = ''): Promise<{ total: number; titles: string[] }> {
    const response = await fetch(`${test.url}/wp-json/shop/v1/search?q=${encodeURIComponent(word)}&limit=6${more}`);
    expect(response.status).toBe(200);
    const { results, total } = (await response.json()) as { results: { title: string }[]; total: number };
    return { total, titles: results.map(({ title }) => title) };
  }

  it.each(WORDS)('returns the same products for “%s” in search, suggestions and filter', async (word) => {
    const found = await list(word);
    expect(found.length).toBeGreaterThan(0);
    const entered = await new Browser(test.url).get(`/?s=${encodeURIComponent(word)}`);
    expect(entered.path).toMatch(/^\/shop\/\?sf_q=/);
    expect(entered.text).not.toContain('No results');
    expect(cards(entered.text)).toEqual(found);
    const suggested = await rest(word, '&as_shop=true');
    expect(suggested.titles).toEqual(found.slice(0, 6));
    expect(suggested.total).toBeGreaterThanOrEqual(found.length);
  });

  it('suggests fewer products with in_stock=true', async () => {
    expect((await rest('zegar', '&as_shop=true')).titles.length).toBeGreaterThan(
      (await rest('zegar', '&as_shop=true&in_stock=true')).titles.length,
    );
  });

  it('states that nothing was found for an unknown word', async () => {
    const entered = await new Browser(test.url).get('/?s=qwrtzx');
    expect(entered.path).toBe('/?s=qwrtzx');
    expect(entered.text).toContain('No results for “qwrtzx”.');
    expect(await rest('qwrtzx', '&as_shop=true')).toEqual({ total: 0, titles: [] });
  });

  it('keeps GET shop/v1/search exact, without typo tolerance', async () => {
    expect(await rest('lapma')).toEqual({ total: 0, titles: [] });
    expect((await rest('lampa')).titles.every((title) => /lamp/i.test(title))).toBe(true);
  });

  it('falls back to the store’s search consistently when the filter is inactive', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins('facet'));
    for (const word of ['lampa', 'filizanka', 'kubek']) {
      const found = await list(word);
      expect(found.length).toBeGreaterThan(0);
      expect(cards((await new Browser(test.url).get(`/?s=${word}`)).text)).toEqual(found);
      expect((await rest(word, '&as_shop=true')).titles).toEqual(found.slice(0, 6));
    }
    await test.inContext(() => test.site.plugins.activatePlugin('facet'));
  });
});
