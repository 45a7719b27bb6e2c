import { allEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { readDom } from '../kit/dom.js';

describe.each(allEngines)('archive by date on %s', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ engine });
    await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_title: 'A note',
        post_status: 'publish',
        post_date: '2025-05-03 10:00:00',
      }),
    );
  });
  afterAll(() => site.close());

  it.each([
    [{ week: 18 }, true],
    [{ week: 19 }, false],
    [{ dayofweek: 7 }, true],
    [{ dayofweek_iso: 6 }, true],
    [{ dayofweek_iso: [1, 5], compare: 'BETWEEN' }, false],
    [{ dayofyear: 123 }, true],
  ])('matches posts by derived date parts (%o)', async (clause, isFound) => {
    const { found } = await site.inContext(() =>
      site.site.content.queryPosts({ title: 'A note', date_query: [clause] }),
    );
    expect(found).toBe(isFound ? 1 : 0);
  });

  it.each([
    ['en_US', { path: '/2025/', title: '2025' }],
    ['en_US', { path: '/2025/05/', title: 'May 2025' }],
    ['en_US', { path: '/2025/05/03/', title: 'May 3, 2025' }],
    ['pl_PL', { path: '/2025/05/', title: 'maj 2025' }],
    ['pl_PL', { path: '/2025/05/03/', title: '3 maja 2025' }],
  ])('shows its title in the language of the page (%s, %o)', async (language, { path, title }) => {
    const reader = visitor(site.url);
    await reader.get(`/?wp_lang=${language}`);
    const { html } = await reader.get(path);
    expect(html).toMatch(new RegExp(`<title>${title} `));
    expect(readDom(html).headings(1)).toContain(title);
  });
});
