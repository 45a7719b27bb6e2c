import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser';
import { ADMIN } from '../kit/site';
import { bootFacet, type FacetSite } from './facet-site';
import { untilTrue } from '../kit/until-true';

const LIST = '/wp-admin/admin.php?page=facet';
const EDIT = '/wp-admin/admin.php?page=facet-edit&facet=color';
const FACETS = [
  { slug: 'brand', label: 'Brand', type: 'checkbox', source: 'tax:product_brand' },
  { slug: 'color', label: 'Color', type: 'swatch', source: 'tax:pa_color' },
  { slug: 'price', label: 'Price', type: 'range_slider', source: 'price' },
  { slug: 'size', label: 'Size', type: 'checkbox', source: 'tax:pa_size' },
];

withBrowser('filter builder in a browser', () => {
  let site: FacetSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    site = await bootFacet('sqlite');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => void (await site.rest('POST', '/facet/v1/settings', { facets: FACETS })));
  afterEach(() => context?.close());

  async function open(
    path: string,
    options: { width?: number; javaScriptEnabled?: boolean; colorScheme?: 'dark' | 'light' } = {},
  ): Promise<void> {
    context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 900 },
      javaScriptEnabled: options.javaScriptEnabled ?? true,
      colorScheme: options.colorScheme ?? 'light',
    });
    page = await context.newPage();
    await page.goto(`${site.url}/wp-login.php?redirect_to=${encodeURIComponent(path)}`);
    await page.fill('#user_login', ADMIN.login);
    await page.fill('#user_pass', ADMIN.password);
    await page.press('#user_pass', 'Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/wp-admin/'));
  }
  const slugs = async (): Promise<string[]> =>
    (await site.rest('GET', '/facet/v1/settings')).body.facets.map(({ slug }) => slug);
  /** Polls until the order is saved; the time needed depends on the machine. */
  async function saved(order: readonly string[]): Promise<void> {
    for (let i = 0; i < 200 && String(await slugs()) !== String(order); i++) await page.waitForTimeout(50);
    expect(await slugs()).toEqual(order);
  }
  const focused = (): Promise<string> => page.evaluate('document.activeElement.id');

  it('moves a facet by arrow keys, announces its position and undoes it', async () => {
    await open(LIST);
    await page.focus('#handle-brand');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.textContent('[data-builder-status]')).toBe('Brand moved to position 3 of 4.');
    await saved(['color', 'price', 'brand', 'size']);
    expect(await focused()).toBe('handle-brand');
    await page.waitForSelector('#facet-undo:not([disabled])');
    await page.click('#facet-undo');
    await saved(['brand', 'color', 'price', 'size']);
  });

  it('moves a facet by dragging its handle', async () => {
    await open(LIST);
    await page.hover('#handle-size');
    await page.mouse.down();
    await page.hover('tr[data-slug=color]');
    await page.hover('tr[data-slug=brand]', { position: { x: 60, y: 4 } });
    await page.mouse.up();
    await saved(['size', 'brand', 'color', 'price']);
  });

  it('shows a live preview of the shop’s products beside the list', async () => {
    await open(LIST);
    const preview = page.frameLocator('.facet-frame');
    expect(await preview.locator('.facet__name').allTextContents()).toEqual(['Brand', 'Color', 'Price', 'Size']);
    // The preview is scrolled to its widget, the screen to its top.
    await untilTrue(async () =>
      Boolean(
        await page
          .frames()[1]
          ?.evaluate('Math.abs(document.getElementById("facet-1").getBoundingClientRect().top) < 2'),
      ),
    );
    expect(await page.evaluate('window.scrollY')).toBe(0);
    await page.click('#down-brand');
    await saved(['color', 'brand', 'price', 'size']);
    await preview.locator('.facet__name').first().filter({ hasText: 'Color' }).waitFor();
  });

  it('moves and undoes without a script', async () => {
    await open(LIST, { javaScriptEnabled: false });
    expect(await page.isVisible('#handle-brand')).toBe(false);
    await page.click('#down-brand');
    await saved(['color', 'brand', 'price', 'size']);
    await page.click('#facet-undo');
    await saved(['brand', 'color', 'price', 'size']);
  });

  it('previews typed values before they are saved', async () => {
    await open(EDIT);
    await page.fill('[aria-label="Display name for Red"]', 'Crimson');
    await page.click('button[value=preview]');
    await page.frameLocator('.facet-frame').getByText('Crimson').first().waitFor();
    expect((await site.filter({})).facets_html).not.toContain('Crimson');
  });

  it.each(
    views([
      [360, 'dark'],
      [360, 'light'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const),
  )('fits %i pixels in %s and passes accessibility checks', async (width, colorScheme) => {
    await open(LIST, { width, colorScheme });
    await takeScreenshot(page, `facet-builder-${width}-${colorScheme}`);
    expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
    await page.goto(site.url + EDIT);
    await takeScreenshot(page, `facet-values-${width}-${colorScheme}`);
    expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
  });
});
