import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { zipOf } from '../plugins/zip-bytes.js';
import { filesOf } from './guide.js';

const FIXTURE = join(__dirname, '../fixtures/plugins/opening-hours');
const files = filesOf('first-plugin.md');

it('guide plugin matches the example that ships', () => {
  const names = readdirSync(FIXTURE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(FIXTURE.length + 1));
  expect(Object.keys(files).sort()).toEqual(names.sort());
  for (const [name, content] of Object.entries(files))
    expect({ name, content }).toEqual({ name, content: readFileSync(join(FIXTURE, name), 'utf8') });
});

describe.each(defaultEngines)('guide plugin on %s', (engine) => {
  let test: TestSite;
  let credentials: string;

  beforeAll(async () => {
    test = await bootSite({ engine, shop: true });
    const created = await test.inContext(() => test.site.passwords.createApplicationPassword(1, { name: 'guide' }));
    if (!('password' in created)) throw new Error('no application password');
    credentials = `Basic ${Buffer.from(`admin:${created.password}`).toString('base64')}`;
  });
  afterAll(() => test.close());

  const settings = async (): Promise<Record<string, unknown>> =>
    (await (
      await fetch(`${test.url}/wp-json/shop/v1/settings`, { headers: { authorization: credentials } })
    ).json()) as Record<string, unknown>;
  const now = (): Promise<Response> => fetch(`${test.url}/wp-json/opening-hours/v1/now`);

  it('installs from a zip, changes the shop settings response and serves its route', async () => {
    const zip = await zipOf(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [`opening-hours/${name}`, content])),
    );
    mkdirSync(join(__dirname, '../../dist/examples'), { recursive: true });
    writeFileSync(join(__dirname, '../../dist/examples/opening-hours.zip'), zip);
    expect(await settings()).not.toHaveProperty('opening_hours');
    expect(await test.inContext(() => test.site.plugins.installPlugin(zip))).toBe('opening-hours');
    expect(await test.inContext(() => test.site.plugins.activatePlugin('opening-hours'))).toBeNull();
    expect(await settings()).toMatchObject({
      groups: expect.any(Array) as unknown[],
      opening_hours: { from: 9, to: 17 },
      route: '/shop/v1/settings',
    });
    expect(await (await now()).json()).toEqual({ open: new Date().getHours() >= 9 && new Date().getHours() < 17 });
    const id = await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'page',
        post_title: 'Hours',
        post_status: 'publish',
        post_content: '[opening_hours]',
      }),
    );
    expect(await (await fetch(`${test.url}/?page_id=${String(id)}`)).text()).toContain('Open from 9 to 17');
    const guest = visitor(test.url);
    await guest.get('/?wp_lang=pl_PL');
    expect((await guest.get('/hours/')).html).toContain('Otwarte od 9 do 17');
  });

  it('leaves nothing behind when deactivated and deleted', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins('opening-hours'));
    expect(await settings()).not.toHaveProperty('opening_hours');
    expect((await now()).status).toBe(404);
    expect(await test.inContext(() => test.site.plugins.deletePlugin('opening-hours', { deleteData: true }))).toBe(
      true,
    );
    expect(await test.inContext(() => test.site.options.getOption('opening_hours', 'gone'))).toBe('gone');
  });
});
