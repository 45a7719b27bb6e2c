import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyBackup } from '../../core/backup/index.js';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { assertDefined } from '../kit/assert-defined.js';

withBrowser('Tools → Backups screen in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    page.on('dialog', (dialog) => void dialog.accept());
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

  const open = (): Promise<unknown> => page.goto(`${site.url}/wp-admin/backups.php`);

  it('creates, downloads, verifies and deletes a backup', async () => {
    await page.click('nav >> text=Tools');
    await page.click('nav >> text=Backups');
    expect(await page.innerText('main')).toContain('No backups yet.');
    await page.click('button:has-text("Back up now")');
    await site.site.backups.runDue();
    await open();
    expect(await page.innerText('main')).toContain('Last backup created in');
    expect(await page.textContent('tbody .tag')).toBe('Verified');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('a.button:has-text("Download")')]);
    const downloadedFile = join(site.site.config.dataDir, 'downloaded.zip');
    await download.saveAs(downloadedFile);
    expect((await verifyBackup(downloadedFile)).problems).toEqual([]);
    expect(download.suggestedFilename()).toMatch(/^127\.0\.0\.1-\d{8}T\d{6}Z\.zip$/);

    const [backup] = await site.site.backups.store.list();
    const { name } = assertDefined(backup);
    writeFileSync(join(site.site.config.backupDir, name), 'nothing but damage');
    await open();
    await page.click('button:has-text("Verify")');
    await site.site.backups.runDue();
    await open();
    expect(await page.textContent('tbody .tag')).toBe('Damaged');
    await page.click('button:has-text("Delete")');
    expect(await page.innerText('main')).toContain('Backup deleted.');
    expect(await site.site.backups.store.list()).toEqual([]);
  });

  it('refuses a download without its nonce, and any path outside the folder', async () => {
    await page.click('button:has-text("Back up now")');
    await site.site.backups.runDue();
    const [backup] = await site.site.backups.store.list();
    const { name } = assertDefined(backup);
    const status = async (query: string): Promise<number> =>
      (await page.request.get(`${site.url}/wp-admin/backups.php?${query}`)).status();
    expect(await status(`download=${name}`)).toBe(403);
    await open();
    const url = new URL((await page.getAttribute('a.button:has-text("Download")', 'href')) ?? '', page.url());
    expect((await page.request.get(url.href)).status()).toBe(200);
    for (const other of ['../site.sqlite', '..%2Fsite.sqlite', '/etc/passwd', 'nothing.zip'])
      expect(await status(`download=${other}&_wpnonce=${url.searchParams.get('_wpnonce') ?? ''}`)).toBe(404);
  });

  it('saves nightly settings, shows field errors, and reports failures on every screen', async () => {
    await open();
    await page.check('#nightly');
    await page.fill('#days', '0');
    await page.evaluate("document.querySelector('form.panel').noValidate = true");
    await page.click('button:has-text("Save settings")');
    expect(await page.innerText('[role=alert]')).toContain('Enter a whole number from 1 to 60.');
    expect(await page.isChecked('#nightly')).toBe(true);
    await page.fill('#days', '5');
    await page.selectOption('#hour', '4');
    await page.click('button:has-text("Save settings")');
    expect(await page.innerText('main')).toContain('Settings saved.');
    expect(await site.site.backups.settings()).toMatchObject({ nightly: true, hour: 4, days: 5 });
    expect(await page.innerText('main')).toContain('Next backup:');

    await site.inContext(() =>
      site.site.options.updateOption('backup_last', {
        kind: 'nightly',
        good: false,
        at: '2031-07-02T01:00:00.000Z',
        name: '',
        bytes: 0,
        seconds: 3,
        problem: 'The disk of /data is full.',
      }),
    );
    await page.goto(`${site.url}/wp-admin/users.php`);
    expect(await page.innerText('.notice--warning')).toContain('The last backup failed: The disk of /data is full.');
    await page.goto(`${site.url}/wp-admin/site-health.php`);
    expect(await page.innerText('main')).toContain('The disk of /data is full.');

    await site.site.db()('jobs').insert({
      queue: 'store/send_email',
      payload: '1',
      state: 'held',
      attempts: 0,
      run_at: '2031-07-02 01:00:00',
      error: '',
      created_at: '2031-07-02 01:00:00',
      updated_at: '2031-07-02 01:00:00',
    });
    await open();
    for (const [scheme, width] of views([
      ['light', 1280],
      ['dark', 1280],
      ['light', 360],
      ['dark', 360],
    ] as const)) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
      await takeScreenshot(page, `backups-${scheme}-${width}`);
    }
    await page.click('button:has-text("Discard jobs")');
    expect(await page.innerText('main')).toContain('Jobs on hold discarded.');
    expect(await site.site.heldJobs.count()).toBe(0);
  });
});
