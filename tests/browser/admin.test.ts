import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

const CHROMIUM = '/usr/bin/chromium';
const SHOTS = join(__dirname, '../../dist/screenshots');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const withBrowser = existsSync(CHROMIUM) ? describe : describe.skip;

withBrowser('the admin in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true });
    site = await bootSite();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** What axe finds serious; the policy of the page allows no script of ours, so it runs in an isolated world. */
  async function seriousFindings(): Promise<string[]> {
    const found = (await page.evaluate(`(async () => { ${axe}; return (await axe.run()).violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes.map((n) => n.target).join(', ')); })()`)) as string[];
    return found;
  }

  it('lets the owner in by the login form, and switches a plugin on and off', async () => {
    await page.goto(`${site.url}/wp-admin/`);
    expect(page.url()).toContain('/wp-login.php');
    expect(await seriousFindings()).toEqual([]);
    await page.screenshot({ path: join(SHOTS, 'login.png') });
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL(`${site.url}/wp-admin/`);
    expect(await page.textContent('h1')).toBe('Dashboard');
    expect(await seriousFindings()).toEqual([]);
    await page.screenshot({ path: join(SHOTS, 'dashboard.png') });

    await page.click('nav >> text=Plugins');
    await page.click('button[aria-label="Activate Basic Auth"]');
    await page.waitForSelector('text=Plugin activated.');
    expect(await page.textContent('#plugin-basic-auth .status')).toBe('Active');
    expect(await seriousFindings()).toEqual([]);
    await page.screenshot({ path: join(SHOTS, 'plugins.png') });
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.screenshot({ path: join(SHOTS, 'plugins-360.png') });
    await page.click('button[aria-label="Deactivate Basic Auth"]');
    await page.waitForSelector('text=Plugin deactivated.');
    expect(await page.textContent('#plugin-basic-auth .status')).toBe('Inactive');
  }, 60_000);

  it('shows visitors a home page and a page for what is not there, at phone width too', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/', '/nothing-here/']) {
      await page.goto(site.url + path);
      expect(await seriousFindings()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
    await page.screenshot({ path: join(SHOTS, 'not-found-360.png') });
  }, 60_000);
});
