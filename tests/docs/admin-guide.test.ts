import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_ICONS } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { filesOf } from './guide.js';
import { assertDefined } from '../kit/assert-defined.js';
import { readDom } from '../kit/dom.js';

const files = filesOf('admin.md');

it('names every admin icon on the guide page', () => {
  const text = readFileSync(join(__dirname, '../../docs/guide/admin.md'), 'utf8');
  for (const name of ADMIN_ICONS) expect(text).toContain(`\`${name}\``);
  expect([...assertDefined(files['components.ts']?.matchAll(/'([a-z]+)'/g))].map(([, name]) => name)).toEqual([
    ...ADMIN_ICONS,
  ]);
});

describe.each(defaultEngines)('admin guide plugin on %s', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'concerts', files);
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const write = { action: 'publish', content: 'Music', visibility: 'public' };
  const add = async (title: string, fields: Record<string, string>) => {
    await admin.get('/wp-admin/post-new.php?post_type=concert');
    return admin.post('/wp-admin/post-new.php?post_type=concert', {
      ...write,
      post_title: title,
      ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields[${key}]`, value])),
    });
  };

  it('shows a notice until the office has a name and saves the settings', async () => {
    const page = '/wp-admin/admin.php?page=concerts';
    expect((await admin.get('/wp-admin/')).html).toContain('The box office has no name yet.');
    await admin.get(page);
    expect(
      (
        await admin.post(page, {
          'fields[concerts_office]': 'Tickets & more',
          'fields[concerts_fee]': '3,00',
          'fields[concerts_mail]': '',
        })
      ).status,
    ).toBe(303);
    expect((await admin.get('/wp-admin/')).html).not.toContain('The box office has no name yet.');
    const id = await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Office',
        post_content: '[box_office]',
      }),
    );
    expect((await admin.get(`/?page_id=${String(id)}`)).location || (await admin.get('/office/')).html).toBeTruthy();
    expect((await admin.get('/office/')).html).toContain('Tickets &amp; more');
  });

  it('validates dates and prices of concerts and sorts by them', async () => {
    expect(
      (await add('Wrong', { concert_begins: '2026-12-01T20:00', concert_free: '', concert_price: '10,20' })).html,
    ).toContain('Prices end in 00 or 50.');
    expect((await add('Late', { concert_begins: '2026-12-24T20:00', concert_free: '1' })).status).toBe(303);
    expect(
      (await add('Early', { concert_begins: '2026-12-01T20:00', concert_free: '', concert_price: '10,50' })).status,
    ).toBe(303);
    const { html } = await admin.get('/wp-admin/edit.php?post_type=concert&orderby=begins&order=asc');
    expect(html.indexOf('2026-12-01 20:00')).toBeLessThan(html.indexOf('2026-12-24 20:00'));
    expect(html).toContain('2026-12-01 20:00');
    expect(readDom((await admin.get('/wp-admin/')).html).texts('li')).toContain('Early');
  });

  it('appears in the editor and in the admin menu', async () => {
    const { html } = await admin.get('/wp-admin/post-new.php?post_type=concert');
    expect(html).toContain('data-editor-panel="');
    expect(html).toContain('data-block="concerts/list"');
    expect((await admin.get('/wp-admin/admin.php?page=concerts-parts')).html).toContain('icons.svg#map');
  });
});
