import { allEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe.each(allEngines)('archives, feeds and sitemaps on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, uncached: true });
    await test.inContext(async () => {
      const { content } = test.site;
      await content.wpInsertTerm('R&D', 'category', { slug: 'rnd', description: '<b>bold</b> & more' });
      const term = await content.getTermBy('slug', 'rnd', 'category');
      await content.wpInsertPost(
        {
          post_title: 'Research',
          post_content: 'Words\u0007 of it',
          post_status: 'publish',
          post_category: term ? [term.term_id] : [],
          tags_input: ['rock’n’roll', `O'Reilly "Q" & Co`],
        },
        true,
      );
    });
  });
  afterAll(() => test?.close());

  const read = async (path: string): Promise<string> => (await fetch(test.url + path)).text();

  it('displays names and descriptions of terms as entered', async () => {
    const page = await read('/category/rnd/');
    expect(page).toContain('<h1>R&amp;D</h1>');
    expect(page).toContain('<b>bold</b> &amp; more');
  });

  it('keeps quotes in term names and finds terms by them', async () => {
    const named = await test.inContext(() => test.site.content.getTermBy('name', `O'Reilly "Q" &amp; Co`, 'post_tag'));
    expect(named).toMatchObject({ name: `O'Reilly "Q" &amp; Co` });
    const found = await test.inContext(() =>
      test.site.content.getTerms({ taxonomy: 'post_tag', search: "O'Reilly", hide_empty: false }),
    );
    expect(found).toHaveLength(1);
  });

  it('writes unescaped names, plain excerpts and only valid XML characters into feeds', async () => {
    const rss = await read('/feed/');
    expect(rss).toContain(`<category><![CDATA[O'Reilly "Q" & Co]]></category>`);
    expect(rss).toContain('<category><![CDATA[R&D]]></category>');
    expect(rss).toContain('<description><![CDATA[Words of it]]></description>');
    expect(await read('/feed/rdf/')).toMatch(/xmlns:content=[^]*<content:encoded><!\[CDATA\[<p>Words of it/);
  });

  it('lists only existing sitemaps in the sitemap index', async () => {
    const index = await read('/wp-sitemap.xml');
    const maps = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => String(loc));
    expect(maps.length).toBeGreaterThan(2);
    const statuses = await Promise.all(maps.map(async (loc) => (await fetch(loc)).status));
    expect(statuses).toEqual(maps.map(() => 200));
  });

  it.each([
    ['/category/rnd/', 'R&amp;D'],
    ['/tag/rocknroll/', 'rock’n’roll'],
    ['/author/admin/', 'admin'],
    ['/search/Research/', 'Search: Research'],
  ])('links the feed of %s in the head', async (feedUrl, label) => {
    const html = await read(feedUrl);
    const links = [
      ...html.matchAll(/<link rel="alternate" type="application\/rss\+xml" title="([^"]*)" href="([^"]*)">/g),
    ];
    expect(links).toHaveLength(3);
    const [, title = '', url = ''] = links[2] ?? [];
    expect(title).toContain(label);
    expect(url).toMatch(/\/feed\/(?:rss2\/)?$/);
    expect(await (await fetch(url)).text()).toMatch(/<rss/);
  });

  it('serves search feeds with the posts found', async () => {
    for (const kind of ['feed/atom', 'feed/rss2', 'feed', 'atom'])
      expect(await read(`/search/Research/${kind}/`)).toMatch(/<(?:entry|item)>/);
  });
});
