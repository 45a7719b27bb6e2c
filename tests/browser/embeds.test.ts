import type { Browser, Page } from 'playwright-core';
import { FRAME_ORIGINS, frameUrl } from '../../core/content/blocks/index.js';
import { openBrowser, withBrowser } from '../kit/browser.js';
import { bootSite, type TestSite } from '../kit/site.js';

const embed = (url: string): string =>
  `<!-- wp:embed {"url":"${url}"} -->\n<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\n${url}\n</div></figure>\n<!-- /wp:embed -->`;

describe('frameOf', () => {
  it.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    ],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    [
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    ],
    ['https://evil.example/watch?v=dQw4w9WgXcQ', undefined],
    ['http://www.youtube.com/watch?v=dQw4w9WgXcQ', undefined],
    ['https://youtube.com.evil.example/watch?v=a', undefined],
    ['https://www.youtube.com/watch?v=a"onload=x', undefined],
    ['https://vimeo.com/about', undefined],
    ['javascript:alert(1)', undefined],
  ])('maps %s to %s', (url, frame) => {
    expect(frameUrl(url)).toBe(frame);
  });
});

withBrowser('embeds in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 800, height: 900 } });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  const written = async (title: string, content: string): Promise<string> => {
    const id = await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_title: title,
        post_status: 'publish',
        post_author: 1,
        post_content: content,
      }),
    );
    return `${site.url}/?page_id=${Number(id)}`;
  };
  const policyOf = async (url: string): Promise<string> =>
    (await fetch(url)).headers.get('content-security-policy') ?? '';

  it('load nothing from other hosts until the link card is activated', async () => {
    const externalUrls: string[] = [];
    await page.route('**/*', (route) => {
      const url = new URL(route.request().url());
      if (url.origin === site.url) return route.continue();
      externalUrls.push(url.href);
      return route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' });
    });
    await page.goto(await written('Film', embed('https://www.youtube.com/watch?v=dQw4w9WgXcQ')));
    expect([externalUrls, await page.locator('iframe').count()]).toEqual([[], 0]);
    await page.locator('.wp-block-embed a').press('Enter');
    await page.frameLocator('.wp-block-embed iframe').locator('text=The film').waitFor();
    expect(externalUrls).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1']);
    expect(await page.locator('.wp-block-embed a').count()).toBe(0);
  });

  it('allow only known frame origins in the page’s CSP, also when cached', async () => {
    const [film, both, unknown, typedFrame] = await Promise.all([
      written('One', embed('https://vimeo.com/76979871')),
      written(
        'Two',
        `${embed('https://vimeo.com/76979871')}\n\n${embed('https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC')}`,
      ),
      written('Other', embed('https://evil.example/film')),
      written('Typed', '<!-- wp:html -->\n<a data-frame="https://evil.example/x" href="/">x</a>\n<!-- /wp:html -->'),
    ]);
    for (let round = 0; round < 2; round += 1) {
      expect(await policyOf(film)).toContain("frame-src 'self' https://player.vimeo.com");
      expect(await policyOf(both)).toContain('https://player.vimeo.com https://open.spotify.com');
      for (const other of [unknown, typedFrame, `${site.url}/`])
        for (const origin of [...FRAME_ORIGINS, 'evil.example']) expect(await policyOf(other)).not.toContain(origin);
    }
    expect(await (await fetch(unknown)).text()).not.toContain('data-frame');
  });
});
