import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

describe.each(defaultEngines)('visitor’s language on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({
      engine,
      setup: { name: 'language store', run: (young) => activatePlugin(young, 'store') },
    });
  });
  afterAll(() => test.close());

  const get = async (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{
    html: string;
    lang: string;
    vary: string;
    cacheStatus: string;
    status: number;
    location: string | null;
  }> => {
    const response = await fetch(`${test.url}${path}`, { headers, redirect: 'manual' });
    const html = await response.text();
    return {
      html,
      lang: /<html lang="([^"]*)"/.exec(html)?.[1] ?? '',
      vary: response.headers.get('vary') ?? '',
      cacheStatus: response.headers.get('x-plinth-cache') ?? '',
      status: response.status,
      location: response.headers.get('location'),
    };
  };

  it('follows Accept-Language weights and falls back to the site’s language', async () => {
    const cases: readonly (readonly [string | undefined, string])[] = [
      ['pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7', 'pl'],
      ['pl', 'pl'],
      ['en-GB,en;q=0.9,pl;q=0.5', 'en'],
      ['de,pl;q=0.3', 'pl'],
      ['de-DE,de', 'en'],
      ['*', 'en'],
      ['de,*;q=0.1', 'en'],
      ['pl;q=0,en', 'en'],
      [`${'x,'.repeat(3000)}pl`, 'en'],
      [';;;,', 'en'],
    ];
    for (const [header, lang] of cases)
      expect([
        header,
        (await get('/shop/', header === undefined ? {} : { 'accept-language': header })).lang.slice(0, 2),
      ]).toEqual([header, lang]);
  });

  it('follows the visitor’s choice over Accept-Language', async () => {
    expect((await get('/shop/', { 'accept-language': 'pl', cookie: 'wp_lang=en_US' })).lang).toMatch(/^en/);
    expect((await get('/shop/', { 'accept-language': 'en', cookie: 'wp_lang=pl_PL' })).lang).toMatch(/^pl/);
    expect((await get('/shop/', { 'accept-language': 'pl', cookie: 'wp_lang=xx' })).lang).toMatch(/^pl/);
  });

  it('separates cached pages and sends Vary: Accept-Language', async () => {
    for (let round = 0; round < 2; round++)
      for (const lang of ['pl', 'en']) await get('/shop/', { 'accept-language': lang });
    const [polish, english] = [
      await get('/shop/', { 'accept-language': 'pl' }),
      await get('/shop/', { 'accept-language': 'en' }),
    ];
    expect([polish.lang.slice(0, 2), english.lang.slice(0, 2)]).toEqual(['pl', 'en']);
    for (const { cacheStatus, vary } of [polish, english])
      expect([cacheStatus, vary]).toEqual(['hit', expect.stringContaining('Accept-Language')]);
  });

  it('falls back to the site’s language when the browser accepts any', async () => {
    await test.inContext(() => test.site.options.updateOption('WPLANG', 'pl_PL'));
    expect((await get('/shop/', { 'accept-language': '*' })).lang).toMatch(/^pl/);
    expect((await get('/shop/', { 'accept-language': 'de,*;q=0.1' })).lang).toMatch(/^pl/);
    expect((await get('/shop/', { 'accept-language': 'en' })).lang).toMatch(/^en/);
    await test.inContext(() => test.site.options.updateOption('WPLANG', ''));
  });

  it('changes by a link that keeps the URL and its query', async () => {
    const page = await get('/shop/?orderby=price&wp_lang=xx&x=%22%3E', { 'accept-language': 'en' });
    const link = /<a href="([^"]*)" lang="pl" hreflang="pl"/.exec(page.html)?.[1] ?? '';
    expect(link).not.toBe('');
    const url = link.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=');
    const redirect = await get(`/shop/${url}`, { 'accept-language': 'en' });
    expect([redirect.status, redirect.location]).toEqual([302, '/shop/?orderby=price&x=%22%3E']);
  });

  it('offers visitors only the selected languages, and staff all of them', async () => {
    const select = (languages: readonly string[], siteLocale: string): Promise<void> =>
      test.inContext(async () => {
        await test.site.options.updateOption('site_languages', languages);
        await test.site.options.updateOption('WPLANG', siteLocale);
      });
    await select([], 'pl_PL');
    for (const headers of [{ 'accept-language': 'en' }, { cookie: 'wp_lang=en_US' }] as Record<string, string>[]) {
      const page = await get('/shop/', headers);
      expect([page.lang, /wp_lang(?:=|&#x3D;)/.test(page.html)]).toEqual(['pl', false]);
    }
    expect((await get('/shop/?wp_lang=en_US')).status).toBe(200);
    expect((await get('/wp-login.php', { 'accept-language': 'en' })).lang).toMatch(/^en/);
    await select(['en_US', 'xx_XX'], 'pl_PL');
    const page = await get('/shop/', { 'accept-language': 'en' });
    expect([page.lang.slice(0, 2), /wp_lang(?:=|&#x3D;)pl_PL/.test(page.html)]).toEqual(['en', true]);
    await select(['en_US', 'pl_PL'], '');
  });
});
