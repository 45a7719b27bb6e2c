import { readDom } from '../kit/dom.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

/** Adds the values of conditional tags to the body class. */
const TELLS = `export default { boot(scope) {
  scope.addFilter('body_class', (classes) => [...classes, 'home-' + scope.isHome(), 'front-' + scope.isFrontPage(), 'page-' + scope.isPage()]);
} };`;

async function insertPage(test: TestSite, slug: string, title: string): Promise<number> {
  return Number(
    await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'page',
        post_title: title,
        post_name: slug,
        post_content: 'Text of the page itself.',
        post_status: 'publish',
      }),
    ),
  );
}

describe.each([
  { front: 'the shop’s front page', page: false },
  { front: 'a page as front page', page: true },
])('posts page beside $front', ({ page }) => {
  let test: TestSite;
  let blog: number;
  let before: string;
  beforeAll(async () => {
    test = await bootSite({ demo: true, uncached: true });
    await activatePlugin(test, 'tells', { 'index.js': TELLS });
    blog = await insertPage(test, 'news', 'News & notes');
    const home = page ? await insertPage(test, 'start', 'Start') : 0;
    await test.inContext(async () => {
      const { content, options } = test.site;
      for (const number of [1, 2, 3])
        await content.wpInsertPost({
          post_title: `Note ${number}`,
          post_content: `Body ${number}`,
          post_status: 'publish',
          post_date: `2026-11-0${number} 10:00:00`,
        });
      await options.updateOption('posts_per_page', 2);
      before = await (await fetch(`${test.url}/`)).text();
      if (page) {
        await options.updateOption('show_on_front', 'page');
        await options.updateOption('page_on_front', home);
      }
      await options.updateOption('page_for_posts', blog);
    });
  });
  afterAll(() => test.close());

  const get = async (path: string): Promise<{ status: number; html: string; location: string }> => {
    const response = await fetch(test.url + path, { redirect: 'manual' });
    return { status: response.status, html: await response.text(), location: response.headers.get('location') ?? '' };
  };

  it('lists the posts under its title without its own text', async () => {
    const { status, html } = await get('/news/');
    expect(status).toBe(200);
    const dom = readDom(html);
    expect(dom.headings(1)).toEqual(['News & notes']);
    expect(dom.text).toContain('Note 3');
    expect(dom.text).not.toContain('Text of the page itself.');
    expect(html).toMatch(/<title>News &amp; notes /);
  });

  it('counts as the posts home and not the front page in conditional tags', async () => {
    const [body] = readDom((await get('/news/')).html).all('body');
    const classes = body?.attribute('class')?.split(' ');
    expect(classes).toEqual(expect.arrayContaining(['blog', 'home-true', 'front-false', 'page-false']));
  });

  it('links to further pages of the list', async () => {
    expect(
      readDom((await get('/news/')).html)
        .links()
        .map(({ href }) => href),
    ).toContain('/news/page/2/');
    const second = await get('/news/page/2/');
    expect(second.status).toBe(200);
    expect(readDom(second.html).text).toContain('Note 1');
  });

  it('serves a feed of the posts', async () => {
    const { status, html } = await get('/news/feed/');
    expect(status).toBe(200);
    expect(html).toContain('<title>Note 3</title>');
  });

  it('redirects its page_id URL to its permalink', async () => {
    expect(await get(`/?page_id=${blog}`)).toMatchObject({ status: 301, location: `${test.url}/news/` });
  });

  it('serves as the post archive link only with a static front page', async () => {
    const link = await test.inContext(() => test.site.content.getPostTypeArchiveLink('post'));
    expect(link).toBe(page ? `${test.url}/news/` : `${test.url}`);
  });

  it('leaves the front page unchanged', async () => {
    const { html } = await get('/');
    if (page) expect(readDom(html).text).toContain('Text of the page itself.');
    else expect(readDom(html).headings()).toEqual(readDom(before).headings());
  });
});

it('renders as an ordinary page while the front page lists posts', async () => {
  const test = await bootSite({ uncached: true });
  const blog = await insertPage(test, 'news', 'News');
  await test.inContext(() => test.site.options.updateOption('page_for_posts', blog));
  expect(await (await fetch(`${test.url}/news/`)).text()).toContain('Text of the page itself.');
  await test.close();
});
