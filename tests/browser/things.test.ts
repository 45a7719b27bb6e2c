import type { Browser, Page } from 'playwright-core';
import {
  openBrowser,
  overflows,
  seriousFindings,
  takeScreenshot,
  waitUntil,
  views,
  withBrowser,
} from '../kit/browser.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { img } from '../media/sample-images.js';

const PLUGIN = `module.exports = {
  boot(scope) {
    scope.registerPostType('event', { public: true, showInRest: true, supports: ['title', 'editor', 'custom-fields'], labels: { name: 'Events' } });
    scope.addFields({ objectType: 'post', types: ['event'], title: 'Program', fields: [
      { key: 'event_poster', type: 'media', source: 'image', label: 'Poster', help: 'Upright, if there is one.' },
      { key: 'event_after', type: 'post', label: 'Read before', multiple: true, max: 4 },
      { key: 'event_kind', type: 'term', source: 'category', label: 'Kind', required: true },
      { key: 'event_why', type: 'text', label: 'Why these', showIf: { all: [{ field: 'event_after', filled: true }, { field: 'event_poster', filled: true }] } },
    ] });
  },
};`;

withBrowser('entity fields in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];
  let published = '';
  const NEW = '/wp-admin/post-new.php?post_type=event';

  beforeAll(async () => {
    site = await bootSite();
    await activatePlugin(site, 'program', { 'index.js': PLUGIN });
    await site.inContext(async () => {
      for (const title of [
        'Overture',
        'Symphony in D',
        'A very long title of a talk about the hall, its organ and everybody who played it',
        'Encore',
        'Songs',
      ])
        await site.site.content.wpInsertPost({ post_title: title, post_status: 'publish' });
      await site.site.content.wpInsertTerm('Concerts', 'category');
    });
    const owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    for (const [name, width] of [
      ['spring.png', 300],
      ['winter.png', 200],
    ] as const) {
      await owner.get('/wp-admin/media-new.php');
      await owner.upload('/wp-admin/media-new.php', {}, { field: 'async-upload', name, bytes: await img(width, 300) });
    }
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function checkAppearance(name: string): Promise<void> {
    for (const width of views([360, 1280]))
      for (const colorScheme of views(['dark', 'light'] as const)) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await overflows(page)).toBe(false);
        expect(await seriousFindings(page)).toEqual([]);
        await takeScreenshot(page, `${name}-${width}-${colorScheme}`);
      }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  const picked = (key: string): Promise<string[]> =>
    page.locator(`[data-key="${key}"] [data-picked] [data-label]`).allTextContents();
  const statusText = (key: string): Promise<string> => page.locator(`[data-key="${key}"] [role=status]`).innerText();
  const options = (key: string): Promise<string[]> =>
    page.locator(`[data-key="${key}"] [role=option] [data-label]`).allTextContents();
  const waitForOptions = (key: string): Promise<unknown> =>
    page.waitForSelector(`[data-key="${key}"] [role=listbox]:not([hidden])`);

  it('searches and chooses an image by keyboard, showing its thumbnail', async () => {
    await page.goto(site.url + NEW);
    const poster = page.getByRole('combobox', { name: 'Poster' });
    await poster.focus();
    await page.keyboard.type('win');
    await waitForOptions('event_poster');
    expect(await options('event_poster')).toEqual(['winter']);
    expect(await statusText('event_poster')).toContain('Results: 1.');
    await checkAppearance('things-open');
    await poster.focus();
    await page.keyboard.press('ArrowDown');
    await waitForOptions('event_poster');
    await page.keyboard.press('ArrowDown');
    expect(await poster.getAttribute('aria-activedescendant')).not.toBeNull();
    await page.keyboard.press('Enter');
    expect(await picked('event_poster')).toEqual(['winter']);
    await waitUntil(page, 'document.querySelector(\'[data-key="event_poster"] [data-picked] img\').naturalWidth > 0');
    expect(page.url()).toContain('post-new.php');
    await page.keyboard.press('ArrowDown');
    await waitForOptions('event_poster');
    await page.keyboard.press('Escape');
    expect(await poster.getAttribute('aria-expanded')).toBe('false');
  });

  it('chooses, reorders and removes several items by keyboard, with announcements', async () => {
    const after = page.getByRole('combobox', { name: 'Read before' });
    for (const title of ['Overture', 'Symphony', 'very long', 'Encore']) {
      await after.fill(title);
      await waitForOptions('event_after');
      await page.locator('[data-key="event_after"] [role=option]:first-child', { hasText: title }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    expect(await picked('event_after')).toEqual([
      'Overture',
      'Symphony in D',
      'A very long title of a talk about the hall, its organ and everybody who played it',
      'Encore',
    ]);
    await page.getByRole('button', { name: 'Move Encore up' }).focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
    expect((await picked('event_after'))[0]).toBe('Encore');
    expect(await statusText('event_after')).toBe('Encore moved to position 1 of 4.');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move Encore down');
    await page.getByRole('button', { name: 'Remove Symphony in D' }).focus();
    await page.keyboard.press('Enter');
    expect(await picked('event_after')).toHaveLength(3);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toContain('Remove');
  });

  it('keeps choices through a refused save, and shows and hides dependent fields', async () => {
    expect(await page.isVisible('#field-event_why')).toBe(true);
    await page.fill('[name=post_title]', 'Gala');
    await page.click('button[value=publish]');
    await page.waitForSelector('.notice--error');
    expect(await picked('event_after')).toEqual([
      'Encore',
      'Overture',
      'A very long title of a talk about the hall, its organ and everybody who played it',
    ]);
    expect(await page.getByRole('combobox', { name: 'Kind (required)' }).getAttribute('aria-invalid')).toBe('true');
    await checkAppearance('things-refused');
    await page.getByRole('combobox', { name: 'Kind (required)' }).fill('conc');
    await waitForOptions('event_kind');
    await page.locator('[data-key="event_kind"] [role=option]').first().click();
    await page.click('button[value=publish]');
    await page.waitForSelector('.notice--success');
    expect([await picked('event_poster'), await picked('event_kind')]).toEqual([['winter'], ['Concerts']]);
    expect(await picked('event_after')).toHaveLength(3);
    published = page.url();
    await page.evaluate('plinth.editor.patch({ meta: { event_after: "" } })');
    expect(await picked('event_after')).toEqual([]);
    expect(await page.isVisible('#field-event_why')).toBe(false);
    expect(errors).toEqual([]);
    page.once('dialog', (dialog) => void dialog.accept());
  });

  it('saves on Enter in the title as draft or update; preview follows the fields', async () => {
    await page.keyboard.press('Escape');
    await page.goto(site.url + NEW);
    expect(
      await page.evaluate(
        'document.querySelector(".fields").compareDocumentPosition(document.querySelector(".preview-panel")) & 4',
      ),
    ).toBe(4);
    await page.fill('#post_title', 'Typed and entered');
    await page.press('#post_title', 'Enter');
    await page.waitForSelector('.notice--success');
    expect(await page.innerText('.notice--success')).toContain('Draft saved.');
    expect(await page.inputValue('#post_title')).toBe('Typed and entered');
    await page.goto(published);
    await page.press('#post_title', 'Enter');
    await page.waitForSelector('.notice--success');
    expect(await page.innerText('.notice--success')).toContain('Updated.');
  });

  it('works without scripts by a select and an ID field', async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      viewport: { width: 360, height: 900 },
    });
    const without = await plain.newPage();
    await without.goto(published);
    expect(await without.locator('#field-event_poster').inputValue()).not.toBe('');
    await without.selectOption('#field-event_poster', { label: 'spring (image/png)' });
    const numbers = await without.locator('#field-event_after').inputValue();
    expect(numbers).toMatch(/^\d+, \d+, \d+$/);
    await without.fill('#field-event_after', numbers.split(', ').reverse().join(','));
    await without.selectOption('#field-event_after-other', { index: 1 });
    await takeScreenshot(without, 'things-plain-360');
    await without.click('.editor__side button[value=save]');
    await page.goto(published);
    expect(await picked('event_poster')).toEqual(['spring']);
    expect((await picked('event_after')).length).toBeGreaterThanOrEqual(3);
    expect((await picked('event_after'))[2]).toBe('Encore');
    await plain.close();
  });
});
