import { bootSite, type TestSite } from '../kit/site.js';

describe('URLs with non-dated permalink structures', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ uncached: true });
    await test.inContext(async () => {
      const { content } = test.site;
      const news = await content.wpInsertTerm('News', 'category', { slug: 'news' });
      const post_category = 'term_id' in news ? [news.term_id] : [];
      await content.wpInsertPost({ post_title: 'Aa', post_name: 'aa', post_status: 'publish', post_category }, true);
      const page = { post_type: 'page', post_status: 'publish' } as const;
      const parent = await content.wpInsertPost({ ...page, post_title: 'Par', post_name: 'par' }, true);
      await content.wpInsertPost({ ...page, post_title: 'Chi', post_name: 'chi', post_parent: Number(parent) }, true);
    });
  });
  afterAll(() => test.close());

  async function fetchAll(structure: string, paths: readonly string[]): Promise<unknown[]> {
    await test.inContext(() => test.site.options.updateOption('permalink_structure', structure));
    return Promise.all(
      paths.map(async (path) => {
        const response = await fetch(test.url + path, { redirect: 'manual' });
        return [path, response.status, response.headers.get('location')?.replace(test.url, '') ?? ''];
      }),
    );
  }

  it('redirects a post URL with a wrong category to its permalink', async () => {
    expect(await fetchAll('/%category%/%postname%/', ['/news/aa/', '/nocat/aa/', '/2021/02/03/aa/'])).toEqual([
      ['/news/aa/', 200, ''],
      ['/nocat/aa/', 301, '/news/aa/'],
      ['/2021/02/03/aa/', 301, '/news/aa/'],
    ]);
  });

  it('redirects a two-part URL to the content that its last part names', async () => {
    expect(await fetchAll('/%postname%/', ['/aa/', '/blog/aa/', '/2021/aa/', '/par/ch/', '/blog/nothing/'])).toEqual([
      ['/aa/', 200, ''],
      ['/blog/aa/', 301, '/aa/'],
      ['/2021/aa/', 301, '/aa/'],
      ['/par/ch/', 301, '/par/chi/'],
      ['/blog/nothing/', 404, ''],
    ]);
  });
});
