import type { Browser, Page } from 'playwright-core';
import {
  openBrowser,
  overflows,
  seriousFindings,
  takeScreenshot,
  waitUntil,
  withBrowser,
  views,
} from '../kit/browser.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const PLUGIN = `module.exports = {
  boot(scope) {
    scope.addSettingsPage({
      slug: 'courier', title: 'Courier', description: 'Parcels are handed over on working days.',
      sections: [
        { title: 'Account', description: 'From the page of your contract.', fields: [
          { key: 'courier_name', type: 'text', label: 'Name on the label', required: true, help: 'As it is printed on parcels.' },
          { key: 'courier_key', type: 'secret', label: 'Key' },
          { key: 'courier_mode', type: 'radio', label: 'Parcels are', choices: [{ value: 'test', label: 'Tried out only' }, { value: 'live', label: 'Really sent' }], default: 'test' },
          { key: 'courier_url', type: 'url', label: 'Address of the service', required: true, showIf: { field: 'courier_mode', is: 'live' } },
        ] },
        { title: 'Prices', fields: [
          { key: 'courier_price', type: 'money', label: 'Price of a parcel', min: 0, default: 1499 },
          { key: 'courier_days', type: 'number', label: 'Days until it arrives', min: 1, max: 30, default: 2 },
          { key: 'courier_free', type: 'checkbox', label: 'Free from 300 zł' },
          { key: 'courier_size', type: 'select', label: 'Largest size', choices: [{ value: 'a', label: 'A: 8 × 38 × 64 cm' }, { value: 'b', label: 'B: 19 × 38 × 64 cm' }] },
          { key: 'courier_color', type: 'color', label: 'Color of the label', default: '#aa3300' },
          { key: 'courier_note', type: 'textarea', label: 'Words on the label' },
        ] },
      ],
    });
    scope.registerPostType('event', { public: true, showInRest: true, menuIcon: 'calendar', supports: ['title', 'editor'], labels: { name: 'Events', add_new_item: 'Add event' } });
    scope.addFields({ objectType: 'post', types: ['event'], title: 'When and where', fields: [
      { key: 'event_date', type: 'datetime', label: 'Begins', required: true },
      { key: 'event_venue', type: 'text', label: 'Venue', help: 'Street and town.' },
      { key: 'event_free', type: 'checkbox', label: 'Free of charge' },
      { key: 'event_price', type: 'money', label: 'Price', showIf: { field: 'event_free', is: false } },
    ] });
    scope.addEditorPanel({ id: 'words', title: 'Words', types: ['event'], script: 'panel.js', render: () => '<p>Counted with scripts.</p>' });
    scope.addEditorPanel({ id: 'broken', title: 'Broken panel', types: ['event'], script: 'broken.js' });
    scope.registerBlockType('courier/calendar', { title: 'Calendar', attributes: {
      month: { type: 'string', default: '', label: 'Month', help: 'As 2026-11; this one when empty.' },
      count: { type: 'integer', minimum: 1, maximum: 12, default: 3 },
      showPast: { type: 'boolean', default: false, label: 'Show what is past' },
      layout: { type: 'string', enum: ['list', 'grid'], default: 'list' },
      inner: { type: 'object' },
    }, renderCallback: (a) => '<p class="calendar">' + scope.escHtml([a.month, a.count, a.showPast, a.layout].join('|')) + '</p>' });
  },
};`;

const PANEL = `export default function mount(element, { post, onChange, patch }) {
  const count = document.createElement('p');
  count.id = 'count';
  const show = (draft) => { count.textContent = draft.title + ': ' + draft.content.split(/\\s+/).filter((word) => /^[\\p{L}]/u.test(word)).length + ' words at ' + (draft.meta.event_venue || 'nowhere'); };
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button--quiet';
  button.textContent = 'Suggest';
  button.addEventListener('click', () => patch({ title: 'Suggested', content: '<!-- wp:paragraph -->\\n<p>Three new words</p>\\n<!-- /wp:paragraph -->', meta: { event_venue: 'Main square', event_free: true } }));
  element.replaceChildren(count, button);
  show(post);
  onChange(show);
}`;

withBrowser('admin extensions of plugins in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    site = await bootSite();
    await activatePlugin(site, 'courier', {
      'index.js': PLUGIN,
      'assets/panel.js': PANEL,
      'assets/broken.js': "export default () => { throw new Error('no'); };",
    });
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

  /** Takes a screenshot in each color scheme; checks axe findings and the width on a phone. */
  async function checkAppearance(name: string): Promise<void> {
    for (const colorScheme of views(['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
      await takeScreenshot(page, `${name}-${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, `${name}-360`);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('shows conditional fields, focuses the error notice and saves the settings', async () => {
    await page.goto(`${site.url}/wp-admin/admin.php?page=courier`);
    expect(await page.isVisible('#field-courier_url')).toBe(false);
    await page.check('text=Really sent');
    expect(await page.isVisible('#field-courier_url')).toBe(true);
    await checkAppearance('settings-page');
    await page.focus('#field-courier_name');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.notice--error');
    expect(await page.evaluate('document.activeElement.className')).toContain('notice--error');
    expect(await page.getAttribute('#field-courier_name', 'aria-invalid')).toBe('true');
    await checkAppearance('settings-page-refused');
    await page.fill('#field-courier_name', 'Izba');
    await page.fill('#field-courier_key', 'k');
    await page.check('text=Tried out only');
    await page.click('button:has-text("Save settings")');
    await page.waitForSelector('.notice--success');
    expect(await page.inputValue('#field-courier_name')).toBe('Izba');
    expect(await page.inputValue('#field-courier_price')).toBe('14.99');
    expect(await page.inputValue('#field-courier_key')).toBe('');
    await takeScreenshot(page, 'settings-page-saved');
  });

  it('lets a panel read and change the draft, though another panel fails', async () => {
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=event`);
    await page.waitForSelector('#count');
    await page.fill('#post_title', 'Concert');
    await page.click('.block-list');
    await page.keyboard.type('Two words');
    await waitUntil(page, 'document.querySelector("#count").textContent === "Concert: 2 words at nowhere"');
    expect(await page.textContent('#panel-courier-broken')).toContain('Could not load this panel.');
    expect(await page.isVisible('#field-event_price')).toBe(true);
    await page.click('text=Suggest');
    await waitUntil(page, 'document.querySelector("#count").textContent === "Suggested: 3 words at Main square"');
    expect(await page.inputValue('#post_title')).toBe('Suggested');
    expect(await page.textContent('.block-list')).toBe('Three new words');
    expect(await page.isChecked('#field-event_free')).toBe(true);
    expect(await page.isVisible('#field-event_price')).toBe(false);
    await checkAppearance('editor-panel');
    await page.click('button:has-text("Publish")');
    await page.waitForSelector('.notice--error');
    expect(await page.inputValue('#post_title')).toBe('Suggested');
    await page.fill('#field-event_date', '2026-12-01T19:30');
    await page.click('button:has-text("Publish")');
    await page.waitForSelector('.notice--success');
    expect(await page.inputValue('#field-event_venue')).toBe('Main square');
  });

  it('lets scripts read and change the draft through window.plinth.editor, and rejects unknown fields', async () => {
    const draft = await page.evaluate('window.plinth.editor.getDraft()');
    expect(draft).toMatchObject({
      type: 'event',
      status: 'publish',
      title: 'Suggested',
      meta: { event_venue: 'Main square', event_free: '1', event_date: '2026-12-01T19:30' },
    });
    const errorMessage = await page.evaluate(
      '(() => { try { window.plinth.editor.patch({ meta: { other: 1 } }); } catch (error) { return error.message; } })()',
    );
    expect(errorMessage).toContain('The form has no field "other".');
    expect(
      await page.evaluate(
        '(() => { try { window.plinth.editor.patch({ author: 1 }); } catch (error) { return error.message; } })()',
      ),
    ).toContain('"author" is not a part of a draft');
    const slug = await page.evaluate(
      "new Promise((done) => { const stop = window.plinth.editor.subscribe((draft) => { stop(); done(draft.slug); }); window.plinth.editor.patch({ slug: 'new-slug' }); })",
    );
    expect(slug).toBe('new-slug');
  });

  it('shows controls for a server-rendered block and writes its attributes', async () => {
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=event`);
    await page.click('button:has-text("Add block")');
    await page.fill('#inserter-search', 'calendar');
    await page.click('[data-block="courier/calendar"]');
    const preview = page.frameLocator('.block-list iframe').locator('.calendar');
    await preview.waitFor();
    expect(await preview.textContent()).toBe('|3|false|list');
    const content = (): Promise<string> => page.inputValue('#content');
    await page.getByLabel('Month').fill('2026-11 -- "<b>"');
    await page.getByLabel('Count', { exact: true }).fill('5');
    await page.getByLabel('Show what is past').check();
    await page.getByLabel('Layout').selectOption('grid');
    expect(await content()).toContain(
      '{"month":"2026-11 \\u002d\\u002d \\u0022\\u003cb\\u003e\\u0022","count":5,"showPast":true,"layout":"grid"}',
    );
    await page
      .frameLocator('.block-list iframe')
      .getByText(/\|5\|true\|grid/)
      .waitFor();
    await checkAppearance('block-controls');
    await page.getByLabel('Count', { exact: true }).fill('99');
    expect(await content()).toContain('"count":5');
    await page.getByLabel('Count', { exact: true }).fill('3');
    await page.getByLabel('Layout').selectOption('list');
    expect(await content()).not.toContain('count');
    expect(await page.getByLabel('Inner').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
