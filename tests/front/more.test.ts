import { splitAtMore } from '../../core/content/posts/more.js';
import { bootSite, type TestSite } from '../kit/site.js';

const MORE_BLOCK = '<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->';

describe('post with a More tag', () => {
  let test: TestSite;
  beforeAll(async () => void (test = await bootSite({ uncached: true })));
  afterAll(() => test.close());

  let count = 0;
  async function renderPost(content: string): Promise<{ page: string; list: string; feed: string; atom: string }> {
    const post_title = `More ${(count += 1)}`;
    const id = await test.inContext(() =>
      test.site.content.wpInsertPost({ post_title, post_content: content, post_status: 'publish' }, true),
    );
    const link = await test.inContext(() => test.site.content.getPermalink(Number(id)));
    const read = async (path: string): Promise<string> => (await fetch(path)).text();
    return {
      page: await read(String(link)),
      list: await read(`${test.url}/`),
      feed: await read(`${test.url}/feed/`),
      atom: await read(`${test.url}/feed/atom/`),
    };
  }

  it('shows the whole text on its page and in feeds, the teaser in lists', async () => {
    const { page, list, feed, atom } = await renderPost('AAA<!--more-->LATER<!-- c -->KEPT');
    for (const html of [page, feed, atom]) expect(html).toMatch(/AAA[^]*LATER[^]*KEPT/);
    expect(list).toMatch(/AAA <a href="[^"]*#more-\d+" class="more-link">Continue reading<\/a>/);
    expect(list).not.toContain('LATER');
  });

  it('uses the custom link text of its own More tag only', async () => {
    const { list } = await renderPost(
      `<!-- wp:paragraph -->\n<p>BBB</p>\n<!-- /wp:paragraph -->\n\n${MORE_BLOCK}\n\nREST`,
    );
    expect(list).toMatch(/BBB[^]*class="more-link">Continue reading<\/a>/);
    expect(list).not.toContain('wp:more');
    expect((await renderPost('CCC<!--more Read on-->REST')).list).toContain('class="more-link">Read on</a>');
  });

  it('hides the teaser on the post’s page with noteaser', async () => {
    const noTeaser = '<!-- wp:more {"noTeaser":true} -->\n<!--more-->\n<!--noteaser-->\n<!-- /wp:more -->';
    const { page, list } = await renderPost(`<p>TEASER-D</p>\n${noTeaser}\n<p>REST-D</p>`);
    expect(page.slice(page.indexOf('<article'))).not.toContain('TEASER-D');
    expect(page).toContain('REST-D');
    expect(list).toContain('TEASER-D');
  });

  it('closes elements that the teaser left open in lists', async () => {
    const { list } = await renderPost('<div class="opened">EEE<!--more-->REST</div>');
    expect(list).toMatch(/<div class="opened">EEE <a [^>]*class="more-link">[^<]*<\/a><\/div>/);
  });

  it('splits the text at the More tag and keeps later comments', () => {
    expect(splitAtMore('none')).toBeUndefined();
    expect(splitAtMore('a<!--more-->b<!-- x -->c')).toEqual({
      teaser: 'a',
      rest: 'b<!-- x -->c',
      label: '',
      omitsTeaser: false,
    });
  });

  it('creates an excerpt for a post that begins with a page break', async () => {
    const post_content = '<!--nextpage-->Opening text<!--nextpage-->Second';
    const excerpt = await test.inContext(() =>
      test.site.theExcerpt({ id: 1, post_type: 'post', post_excerpt: '', post_content }),
    );
    expect(excerpt).toBe('Opening text');
  });
});
