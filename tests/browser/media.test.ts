import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { img } from '../media/sample-images.js';

withBrowser('media library in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;
  let folder: string;
  const file = (name: string): string => join(folder, name);

  beforeAll(async () => {
    site = await bootSite();
    folder = mkdtempSync(join(tmpdir(), 'plinth-browser-media-'));
    writeFileSync(file('harbor.jpg'), await img(1600, 900, 'jpeg'));
    writeFileSync(file('tall.png'), await img(300, 900));
    writeFileSync(file('terms.pdf'), '%PDF-1.4\n');
    writeFileSync(file('trick.html'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/wp-admin/`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL(`${site.url}/wp-admin/`);
  });
  afterAll(async () => {
    await page?.close();
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function looksRight(name: string): Promise<void> {
    for (const [colorScheme, width] of views([
      ['light', 1280],
      ['dark', 360],
    ] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect([name, width, await seriousFindings(page)]).toEqual([name, width, []]);
      expect([name, width, await overflows(page)]).toEqual([name, width, false]);
      await takeScreenshot(page, `${name}-${width}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  it('uploads several files and names the refused one', async () => {
    await page.goto(`${site.url}/wp-admin/media-new.php`);
    await page.setInputFiles('#async-upload', ['harbor.jpg', 'tall.png', 'terms.pdf', 'trick.html'].map(file));
    await page.click('[name=html-upload]');
    await page.waitForSelector('.upload-list .field-error');
    expect(await page.locator('.upload-list a').count()).toBe(3);
    expect(await page.textContent('.upload-list .field-error')).toBe(
      'Sorry, you are not allowed to upload this file type.',
    );
    await looksRight('media-new');
  });

  it('shows images and saves alternative text, accessible on phone and desktop', async () => {
    await page.goto(`${site.url}/wp-admin/upload.php`);
    expect(await page.locator('.media-card').count()).toBe(3);
    await looksRight('media-library');
    await page.click('.row-title >> text=harbor');
    await page.waitForSelector('#attachment_alt');
    await page.fill('#attachment_alt', 'A harbor');
    await looksRight('media-edit');
    await page.click('button[value=save]');
    await page.waitForSelector('text=Saved.');
    expect(await page.inputValue('#attachment_alt')).toBe('A harbor');
  });

  it('chooses a featured image by keyboard, and shows it with fixed dimensions', async () => {
    await page.goto(`${site.url}/wp-admin/post-new.php`);
    await page.fill('#post_title', 'At the harbor');
    await page.focus('#image-none');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('input[name=_thumbnail_id]:checked').getAttribute('value')).not.toBe('-1');
    await looksRight('featured-image');
    await page.click('button[value=publish]');
    await page.waitForSelector('text=Published.');
    await page.goto((await page.locator('.permalink a').getAttribute('href')) ?? '');
    const isSettled =
      "(() => { const image = document.querySelector('.entry-image img'); return image.complete && image.naturalWidth > 0 && image.hasAttribute('width') && image.hasAttribute('height'); })()";
    expect(await page.evaluate(isSettled)).toBe(true);
    await looksRight('post-with-image');
  });
});
