import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ADMIN } from '../kit/site.js';
import { bootShop, type ShopSite, VARIATION } from './shop-site.js';

const CHROMIUM = '/usr/bin/chromium';
const SHOTS = join(__dirname, '../../dist/screenshots');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const withBrowser = existsSync(CHROMIUM) ? describe : describe.skip;

withBrowser('the products in the admin in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let page: Page;
  let id: number;

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true });
    shop = await bootShop('sqlite');
    await shop.inContext(async () => {
      const { taxonomies } = shop.parts;
      await taxonomies.ensureTaxonomy({ name: 'pa_color', label: 'Colour', kind: 'attribute', hierarchical: false });
      const red = await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red', swatch: '#b03030' });
      const blue = await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue', swatch: '#3050b0' });
      const cat = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Furniture' });
      const chairs = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Chairs', parentId: cat });
      id = await shop.save({ name: 'Dining chair Ask', sku: 'ASK', termIds: [chairs], images: [{ source: '/wp-includes/assets/favicon.svg', alt: 'Front', width: 800, height: 800 }], variations: [{ ...VARIATION, sku: 'ASK-R', termIds: [red], stockQuantity: 4 }, { ...VARIATION, sku: 'ASK-B', termIds: [blue] }] });
      for (let index = 0; index < 6; index++) await shop.save({ name: `Stool ${index}`, sku: `ST-${index}`, stockQuantity: index, status: index % 2 ? 'draft' : 'publish' });
    });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL(`${shop.url}/wp-admin/`);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function seriousFindings(): Promise<string[]> {
    return (await page.evaluate(`(async () => { ${axe}; return (await axe.run()).violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes.map((n) => n.target + ' ' + n.failureSummary).join(', ')); })()`)) as string[];
  }

  it.each([['products', 'store-products'], ['product', 'store-product'], ['terms', 'store-terms'], ['attributes', 'store-attributes'], ['files', 'store-product-files']])('shows %s at every width, light and dark, so that everybody can use it', async (name, slug) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        const answer = await page.goto(`${shop.url}/wp-admin/admin.php?page=${slug}${slug === 'store-product' ? `&id=${id}` : ''}`);
        expect(answer?.status()).toBe(200);
        if (name === 'product') await page.click('summary:has-text("Red")');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await seriousFindings()).toEqual([]);
        await page.screenshot({ path: join(SHOTS, `store-admin-${name}-${scheme}-${width}.png`), fullPage: true });
      }
    }
  }, 60_000);
});
