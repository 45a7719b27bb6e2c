import type { Browser, Page } from 'playwright-core';
import { isWpError } from '../../core/api/index.js';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { img } from '../media/sample-images.js';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const column = (text: string): string =>
  `<!-- wp:column -->\n<div class="wp-block-column">${paragraph(text)}</div>\n<!-- /wp:column -->`;
const image = (src: string, caption = ''): string =>
  `<!-- wp:image -->\n<figure class="wp-block-image size-large"><img src="${src}" alt="A harbor"/>${caption === '' ? '' : `<figcaption class="wp-element-caption">${caption}</figcaption>`}</figure>\n<!-- /wp:image -->`;
const LONG =
  'We roast in small batches, twice a week, and send within two days, so that what you drink is never older than the date on the bag says.';

/** A page with all blocks that the theme styles. */
const everyBlock = (src: string): string =>
  [
    paragraph(LONG),
    '<!-- wp:heading -->\n<h2 class="wp-block-heading">Where we come from</h2>\n<!-- /wp:heading -->',
    `<!-- wp:columns -->\n<div class="wp-block-columns">${column(LONG)}\n\n${column(LONG)}\n\n${column(LONG)}</div>\n<!-- /wp:columns -->`,
    '<!-- wp:buttons -->\n<div class="wp-block-buttons"><!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/shop/">Go to shop</a></div>\n<!-- /wp:button -->\n\n<!-- wp:button {"className":"is-style-outline"} -->\n<div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="/">Home</a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->',
    image(src, 'The harbor in the morning'),
    `<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${[src, src, src].map((imageUrl) => image(imageUrl)).join('\n\n')}</figure>\n<!-- /wp:gallery -->`,
    `<!-- wp:quote -->\n<blockquote class="wp-block-quote">${paragraph('The best tea I have had in years.')}<cite>A customer</cite></blockquote>\n<!-- /wp:quote -->`,
    '<!-- wp:table -->\n<figure class="wp-block-table"><table><thead><tr><th>Tea</th><th>Region</th><th>Price</th></tr></thead><tbody><tr><td>Sencha</td><td>Uji</td><td>39 zł</td></tr><tr><td>Assam</td><td>Dibrugarh</td><td>29 zł</td></tr></tbody></table><figcaption class="wp-element-caption">Prices of today</figcaption></figure>\n<!-- /wp:table -->',
    `<!-- wp:cover {"url":"${src}","dimRatio":50} -->\n<div class="wp-block-cover"><img class="wp-block-cover__image-background" alt="" src="${src}" data-object-fit="cover"/><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container"><!-- wp:heading {"textAlign":"center"} -->\n<h2 class="wp-block-heading has-text-align-center">Come and taste</h2>\n<!-- /wp:heading --></div></div>\n<!-- /wp:cover -->`,
    '<!-- wp:embed {"url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ","type":"video","providerNameSlug":"youtube"} -->\n<figure class="wp-block-embed is-type-video is-provider-youtube"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n</div></figure>\n<!-- /wp:embed -->',
    `<!-- wp:details -->\n<details class="wp-block-details"><summary>How long does it keep?</summary>${paragraph('A year, closed and dry.')}</details>\n<!-- /wp:details -->`,
    '<!-- wp:code -->\n<pre class="wp-block-code"><code>80 °C, 2 minutes</code></pre>\n<!-- /wp:code -->',
    '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->',
    `<!-- wp:pullquote -->\n<figure class="wp-block-pullquote"><blockquote><p>Tea is patience.</p><cite>House rule</cite></blockquote></figure>\n<!-- /wp:pullquote -->`,
    `<!-- wp:media-text -->\n<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img src="${src}" alt=""/></figure><div class="wp-block-media-text__content">${paragraph(LONG)}</div></div>\n<!-- /wp:media-text -->`,
  ].join('\n\n');

withBrowser('appearance of a site in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await bootSite({ shop: true, fresh: true });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on('dialog', (dialog) => void dialog.accept());
    const data = await img(1600, 900, 'jpeg');
    await site.inContext(async () => {
      const id = await site.site.attachments.mediaHandleUpload({ name: 'harbor.jpg', data });
      if (isWpError(id)) throw new Error(id.getErrorMessage());
      const src = (await site.site.attachments.wpGetAttachmentImageUrl(id, 'large')) || '';
      await site.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'About our tea',
        post_name: 'blocks',
        post_content: everyBlock(src),
      });
    });
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('[name=log]', ADMIN.login);
    await page.fill('[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL('**/wp-admin/');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function looksRight(path: string, name: string): Promise<void> {
    for (const scheme of views(['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of views([360, 1440])) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(site.url + path);
        await takeScreenshot(page, `${name}-${scheme}-${width}`);
        expect([name, scheme, width, await overflows(page)]).toEqual([name, scheme, width, false]);
      }
      expect([name, scheme, await seriousFindings(page)]).toEqual([name, scheme, []]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  /** Polls until the value is as expected; a page gives no other sign that a delayed change is done. */
  async function eventually(read: () => Promise<string>, expected: string): Promise<void> {
    for (let attempt = 0; attempt < 50 && (await read()) !== expected; attempt += 1) await page.waitForTimeout(100);
    expect(await read()).toBe(expected);
  }

  it('lays out every block on phone and desktop, in light and dark', async () => {
    await looksRight('/blocks/', 'blocks');
    await page.goto(`${site.url}/blocks/`);
    const boxes = (selector: string): Promise<{ x: number; y: number; width: number; height: number }[]> =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => one.getBoundingClientRect().toJSON())`);
    const columns = await boxes('.wp-block-column');
    expect(new Set(columns.map(({ y }) => y)).size).toBe(1);
    expect(
      new Set((await boxes('.wp-block-gallery .wp-block-image')).map(({ y, width }) => `${y} ${Math.round(width)}`))
        .size,
    ).toBe(1);
    expect((await boxes('.wp-block-cover'))[0]?.height).toBeGreaterThan(220);
    const colors = await page.evaluate(
      `(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('.wp-block-button__link')))`,
    );
    expect(colors).toEqual(['rgb(28, 93, 74)', 'rgb(255, 255, 255)']);
    expect(await page.locator('.wp-block-embed__wrapper a').getAttribute('href')).toBe(
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    );
    await page.setViewportSize({ width: 360, height: 900 });
    expect(new Set((await boxes('.wp-block-column')).map(({ x }) => x)).size).toBe(1);
  });

  it('previews a color live in light and dark, warns of contrast and saves', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.url}/wp-admin/customize.php`);
    const accent = (): Promise<string> =>
      page.evaluate(
        `document.querySelector('#style-editor-page').contentDocument.documentElement.style.getPropertyValue('--color-accent')`,
      );
    await page.frameLocator('#style-editor-page').locator('.site-name').waitFor();
    await page.fill('#field-accent', '#8a1c5d');
    await eventually(accent, '#8a1c5d');
    await page.fill('#field-footer', 'Tea since 1998');
    await page.frameLocator('#style-editor-page').locator('text=Tea since 1998').waitFor();
    await page.click('[data-dark="1"]');
    expect(await accent()).not.toBe('#8a1c5d');
    await page.fill('#field-text', '#eeeeee');
    await page.waitForSelector('#style-editor-problem:has-text("is hard to read on this background")');
    await page.fill('#field-text', '#1f2328');
    await page.click('.style-editor__save [value=save]');
    await page.waitForSelector('.notice--success');
    await page.goto(`${site.url}/blocks/`);
    expect(
      await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim()`),
    ).toBe('#8a1c5d');
    await looksRight('/wp-admin/customize.php', 'style-editor');
  });

  it('reorders and nests menu entries by dragging', async () => {
    const { content } = site.site;
    await site.inContext(async () => {
      const menu = Number(await content.wpUpdateNavMenuObject(0, { name: 'Main' }));
      for (const title of ['One', 'Two', 'Three'])
        await content.wpUpdateNavMenuItem(menu, 0, {
          type: 'custom',
          title,
          url: `https://${title.toLowerCase()}.example/`,
          status: 'publish',
        });
    });
    await page.goto(`${site.url}/wp-admin/nav-menus.php`);
    const bar = (title: string) =>
      page.locator('.menu-entry__bar', { has: page.locator(`strong:text-is("${title}")`) });
    await bar('Three').dragTo(bar('One'), { sourcePosition: { x: 5, y: 10 }, targetPosition: { x: 5, y: 2 } });
    const under = page.locator('.menu-entry', { has: page.locator('strong:text-is("One")') });
    const { height } = (await under.boundingBox()) ?? { height: 0 };
    await bar('Two').dragTo(under, { sourcePosition: { x: 5, y: 10 }, targetPosition: { x: 45, y: height - 4 } });
    await page.click('.menu-form .actions [value=save]');
    await page.waitForSelector('.notice--success');
    const entries = await page.evaluate(
      `[...document.querySelectorAll('.menu-entry')].map((one) => [one.querySelector('strong').textContent, one.dataset.depth])`,
    );
    expect(entries).toEqual([
      ['Three', '0'],
      ['One', '0'],
      ['Two', '1'],
    ]);
    await looksRight('/wp-admin/nav-menus.php', 'menus');
  });

  it('shows the media list, selects all and shows where a file is used', async () => {
    await page.goto(`${site.url}/wp-admin/upload.php?mode=list`);
    await page.check('[data-select-all] input');
    expect(await page.locator('.media-card input:not(:checked)').count()).toBe(0);
    await page.click('.media-card .row-title');
    expect(await page.textContent('section:has(#used-title)')).toContain('About our tea');
    await looksRight(page.url().replace(site.url, ''), 'file');
    await looksRight('/wp-admin/upload.php?mode=list', 'library-list');
  });
});
