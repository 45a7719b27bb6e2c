import type { Browser, Page } from 'playwright-core';
import { FONT_FILES } from '../../core/branding/font-files.js';
import { dependencies } from '../../package.json';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { untilTrue } from '../kit/until-true.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const SCREEN = '/wp-admin/customize.php';
const PAGE = '/zolc/';
const TEXT = `<!-- wp:paragraph --><p>${'Zażółć gęślą jaźń: herbatę zbieramy ręcznie wiosną i suszymy w cieniu. '.repeat(12)}</p><!-- /wp:paragraph --><!-- wp:heading --><h2>Skąd pochodzi nasza herbata</h2><!-- /wp:heading --><!-- wp:paragraph --><p>${'We send it within two days to any town, packed by hand. '.repeat(12)}</p><!-- /wp:paragraph -->`;

it('puts the package version into the URLs of font files', () => {
  const pinned: Readonly<Record<string, string | undefined>> = dependencies;
  for (const { name, version } of Object.values(FONT_FILES))
    expect([name, pinned[`@fontsource-variable/${name}`]]).toEqual([name, version]);
});

withBrowser('bundled fonts', () => {
  let site: TestSite;
  let admin: Visitor;
  let browser: Browser;
  const choose = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    await admin.get(SCREEN);
    expect((await admin.submitForm(fields, 'style-editor')).status).toBe(303);
  };

  beforeAll(async () => {
    site = await bootSite();
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Żółć i herbata',
        post_name: 'zolc',
        post_content: TEXT,
      }),
    );
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Loads the page for the first time. @returns loaded fonts, requests to other hosts, CSP violations, and layout shift */
  async function firstLook(
    page: Page,
    delay = 0,
  ): Promise<{ fonts: string[]; externalUrls: string[]; forbidden: string[]; shift: number }> {
    const requestedUrls: string[] = [];
    const forbidden: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on(
      'console',
      (message) => void (/Content Security Policy|preload/i.test(message.text()) && forbidden.push(message.text())),
    );
    if (delay > 0)
      await page.route('**/*.woff2', async (route) => {
        await new Promise((done) => {
          setTimeout(done, delay);
        });
        await route.continue();
      });
    await page.addInitScript(
      'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: "layout-shift", buffered: true });',
    );
    await page.goto(site.url + PAGE, { waitUntil: 'networkidle' });
    await page.evaluate('document.fonts.ready');
    return {
      fonts: requestedUrls
        .filter((url) => url.includes('.woff2'))
        .map((url) => url.split('/').at(-1) ?? '')
        .sort(),
      externalUrls: requestedUrls.filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith('data:')),
      forbidden,
      shift: await page.evaluate<number>('window.shift'),
    };
  }

  it('are not requested while none is chosen', async () => {
    const page = await browser.newPage();
    expect(await firstLook(page)).toEqual({ fonts: [], externalUrls: [], forbidden: [], shift: 0 });
    expect(await page.content()).not.toContain('@font-face');
    await page.close();
  });

  it.each(views(Object.entries(FONT_FILES)))(
    'load only %s for Polish and English text, without layout shift',
    async (font, { name, version, family }) => {
      const plain = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await choose({ 'fields[font]': 'system', 'fields[headingFont]': 'system', 'fields[accent]': '#7a1fa2' });
      await firstLook(plain);
      const width =
        'document.querySelector("main h2").firstChild && (() => { const range = document.createRange(); range.selectNodeContents(document.querySelector("main h2")); return range.getBoundingClientRect().width; })()';
      const before = await plain.evaluate<number>(width);
      await plain.close();
      await choose({ 'fields[font]': font, 'fields[headingFont]': font });
      for (const size of [1440, 360]) {
        const page = await browser.newPage({ viewport: { width: size, height: 900 } });
        const loaded = await firstLook(page, 400);
        expect(loaded).toMatchObject({
          fonts: [`${name}-latin-ext-wght-normal.${version}.woff2`, `${name}-latin-wght-normal.${version}.woff2`],
          externalUrls: [],
          forbidden: [],
        });
        expect([font, size, loaded.shift < 0.01, loaded.shift]).toEqual([font, size, true, loaded.shift]);
        expect(
          await page.evaluate(
            `[document.fonts.check('400 16px "${family}"', 'tea'), document.fonts.check('700 16px "${family}"', 'żółć')]`,
          ),
        ).toEqual([true, true]);
        if (size === 1440) expect(Math.abs((await page.evaluate<number>(width)) - before)).toBeGreaterThan(2);
        for (const colorScheme of views(['dark', 'light'] as const)) {
          await page.emulateMedia({ colorScheme });
          expect(await overflows(page)).toBe(false);
          await takeScreenshot(page, `fonts-${font}-${size}-${colorScheme}`);
        }
        await page.close();
      }
    },
  );

  it('come with a one-year cache header, license file and preload', async () => {
    await choose({ 'fields[font]': 'figtree', 'fields[headingFont]': 'playfair' });
    const { html } = await visitor(site.url).get(PAGE);
    const [, href] =
      /<link rel="preload" href="([^"]+)" as="font" type="font\/woff2" crossorigin fetchpriority="low">/.exec(html) ??
      [];
    expect(html.indexOf('rel="preload"')).toBeLessThan(html.indexOf('rel="stylesheet"'));
    const response = await fetch(site.url + href);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'font/woff2',
      'public, max-age=31536000',
    ]);
    expect(await (await fetch(`${site.url}/wp-includes/assets/fonts/figtree-LICENSE.txt`)).text()).toContain(
      'SIL Open Font License, Version 1.1',
    );
    const page = await browser.newPage();
    // The page includes the glyphs of its heading; here they are Polish.
    expect((await firstLook(page)).fonts.map((file) => file.split('-wght')[0]).sort()).toEqual([
      'figtree-latin',
      'figtree-latin-ext',
      'playfair-display-latin',
      'playfair-display-latin-ext',
    ]);
    await page.close();
  });

  it('appear in the preview before saving, and in the samples list', async () => {
    await choose({ 'fields[font]': 'system', 'fields[headingFont]': 'system' });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await page.goto(`${site.url}/wp-login.php?redirect_to=${encodeURIComponent(site.url + SCREEN)}`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await Promise.all([page.waitForURL(`**${SCREEN}`), page.press('input[name=pwd]', 'Enter')]);
    expect(requestedUrls.filter((url) => url.includes('.woff2'))).toEqual([]);
    await page.selectOption('[name="fields[font]"]', 'source-serif');
    await untilTrue(() =>
      page.evaluate<boolean>(
        `[...document.querySelector('#style-editor-page').contentDocument?.fonts ?? []].some(({ family, status }) => family.includes('Source Serif 4') && status === 'loaded')`,
      ),
    );
    expect(requestedUrls.filter((url) => url.includes('.woff2') && !url.includes('source-serif-4'))).toEqual([]);
    await page.click('.font-samples summary');
    await untilTrue(() =>
      page.evaluate<boolean>(
        `[...document.fonts].filter(({ status, style }) => status === 'loaded' && style === 'normal').length >= 8`,
      ),
    );
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('.font-samples').scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'fonts-choice-1440');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, 'fonts-choice-360');
    await page.close();
  });
});
