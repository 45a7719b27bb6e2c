import { randomUUID } from 'node:crypto';
import { isWpError } from '../../core/api/index.js';
import { healthChecks } from '../../core/app/health-checks.js';
import { allEngines, defaultEngines } from '../kit/databases.js';
import { readDom } from '../kit/dom.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { runPlinth } from '../compliance/run-plinth.js';
import { zipOf } from './zip-bytes.js';

const manifest = (more: object = {}): string =>
  JSON.stringify({
    name: 'Parcel',
    version: '1.0.0',
    description: 'x',
    author: 'x',
    requiresCore: '*',
    main: 'index.js',
    ...more,
  });

/** A plugin with a page, the given migrations, and additional startup code. */
const code = (steps: readonly string[], start = ''): string => `
const steps = { ${steps.map((name) => `'${name}': async (db) => { ${STEPS[name] ?? ''} }`).join(', ')} };
module.exports = {
  migrations: Object.entries(steps).map(([id, up]) => ({ id, up })),
  boot(scope) {
    ${start}
    scope.registerFrontRoute({ path: '/parcel/', handler: () => ({ kind: 'page', title: 'Parcel', html: 'here' }) });
    scope.registerFrontRoute({ path: '/:any/', handler: () => undefined });
    scope.registerRestRoute('parcels/v1', '/track', { methods: 'GET', permissionCallback: () => true, callback: () => 'here' });
    scope.addAction('rest_api_init', () =>
      scope.registerRestRoute('parcel/v2', '/late', { methods: 'GET', permissionCallback: () => true, callback: () => 'here' }));
  },
};`;
const STEPS: Readonly<Record<string, string>> = {
  '001_rows': "await db.createTable('parcel_rows', (table) => table.increments('id'));",
  '002_price': "await db().schema.alterTable('parcel_rows', (table) => table.integer('price'));",
  '003_split': "throw new Error('half-way');",
};
const zipped = (version: string, main: string, more: object = {}): Promise<Buffer> =>
  zipOf({ 'parcel/plugin.json': manifest({ version, ...more }), 'parcel/index.js': main });

/** A site with the first version of the plugin. */
async function withParcel(engine: 'sqlite' | 'mysql'): Promise<TestSite> {
  const test = await bootSite({ engine });
  await test.inContext(async () => test.site.plugins.installPlugin(await zipped('1.0.0', code(['001_rows']))));
  await activatePlugin(test, 'parcel');
  return test;
}

async function update(test: TestSite, zip: Buffer): Promise<string> {
  const result = await test.inContext(() => test.site.plugins.installPlugin(zip, { overwrite: true }));
  return isWpError(result) ? result.getErrorMessage() : result;
}

describe.each(allEngines)('failed plugin update on %s', (engine) => {
  let test: TestSite;
  beforeEach(async () => {
    test = await withParcel(engine);
  });
  afterEach(() => test.close());

  const page = async (): Promise<number> => (await fetch(`${test.url}/parcel/`)).status;

  it.each([
    ['a later migration fails', code(['001_rows', '002_price', '003_split'])],
    ['the new version does not start', code(['001_rows', '002_price'], "throw new Error('half-way');")],
  ])('leaves the previous version running when %s', async (_why, main) => {
    expect(await page()).toBe(200);
    expect(await update(test, await zipped('1.1.0', main))).toMatch(
      /half-way\. Version 1\.0\.0 was restored and is running\./,
    );
    expect(await page()).toBe(200);
    expect(await test.inContext(() => test.site.plugins.record('parcel'))).toMatchObject({
      status: 'active',
      manifest: { version: '1.0.0' },
    });
    expect(await update(test, await zipped('1.2.0', code(['001_rows', '002_price'])))).toBe('parcel');
    await test.site.db()('parcel_rows').insert({ price: 7 });
    expect(await page()).toBe(200);
  });
});

describe.each(defaultEngines)('active plugin that cannot run on %s', (engine) => {
  let test: TestSite;
  beforeEach(async () => {
    test = await withParcel(engine);
  });
  afterEach(() => test.close());

  it('keeps its version when the new one needs a missing plugin', async () => {
    const zip = await zipped('7.0.0', code(['001_rows']), { requiresPlugins: { nothere: '*' } });
    expect(await update(test, zip)).toContain('requires the plugin "nothere"');
    expect(await test.inContext(() => test.site.plugins.record('parcel'))).toMatchObject({
      status: 'active',
      manifest: { version: '1.0.0' },
    });
    expect((await fetch(`${test.url}/parcel/`)).status).toBe(200);
  });

  /** The plugin as the REST API returns it to an administrator. */
  async function pluginOverRest(): Promise<Record<string, unknown>> {
    const created = await test.inContext(() =>
      test.site.passwords.createApplicationPassword(1, { name: randomUUID() }),
    );
    if (isWpError(created)) throw new Error(created.getErrorMessage());
    const authorization = `Basic ${Buffer.from(`${ADMIN.login}:${created.password}`).toString('base64')}`;
    const response = await fetch(`${test.url}/wp-json/wp/v2/plugins/parcel`, { headers: { authorization } });
    return (await response.json()) as Record<string, unknown>;
  }

  const PATHS = ['/parcel/', '/wp-json/parcels/v1/track', '/wp-json/parcel/v2/late'];
  const responses = async (): Promise<unknown[]> =>
    Promise.all(
      PATHS.map(async (path) => {
        const { status, headers } = await fetch(test.url + path);
        return [status, headers.get('retry-after') !== null];
      }),
    );
  const startAgain = (): Promise<void> =>
    test.inContext(async () => {
      await test.site.plugins.stopAll();
      await test.site.plugins.reconcile();
    });

  it.each([
    ['it does not start', code(['001_rows'], "throw new Error('no start today');"), {}],
    ['its tables are newer', code([]), {}],
    ['a plugin it requires is missing', code(['001_rows']), { requiresPlugins: { nothere: '*' } }],
  ])('answers 503 at its pages and REST routes when %s', async (_why, main, more) => {
    expect(await responses()).toEqual(PATHS.map(() => [200, false]));
    test.addPlugin('parcel', { 'index.js': main, 'plugin.json': manifest(more) });
    await startAgain();
    expect(await responses()).toEqual(PATHS.map(() => [503, true]));
    expect((await fetch(`${test.url}/wp-json/parcelling/v1/track`)).status).toBe(404);
    expect(await test.inContext(() => test.site.plugins.isPluginPaused('parcel'))).toBe(true);
    await test.inContext(() => test.site.plugins.deactivatePlugins('parcel'));
    expect(await responses()).toEqual(PATHS.map(() => [404, false]));
  });

  it('shows its reason for the pause, and its pages return 503', async () => {
    test.addPlugin('parcel', { 'index.js': code(['001_rows'], "throw new Error('no start today');") });
    await test.inContext(() => test.site.plugins.resume('parcel'));
    await expect(test.inContext(() => test.site.plugins.reload('parcel'))).rejects.toThrow('no start today');
    await test.inContext(() => test.site.plugins.stopAll());
    await test.inContext(() => test.site.plugins.reconcile());

    const response = await fetch(`${test.url}/parcel/`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    // A URL that other routes match too is left to them.
    expect((await fetch(`${test.url}/nobody/`)).status).toBe(404);
    expect(await test.inContext(() => test.site.plugins.isPluginPaused('parcel'))).toBe(true);
    const health = await test.inContext(() => healthChecks(test.site));
    expect(health.find(({ id }) => id === 'plugins')).toMatchObject({
      state: 'critical',
      description: expect.stringContaining('no start today') as string,
    });

    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const { html } = await owner.get('/wp-admin/plugins.php');
    expect(readDom(html).one('tr', { id: 'plugin-parcel' }).text).toMatch(/Could not start.*no start today/);
    const listed = await runPlinth(test, ['plugin', 'list', '--format=json']);
    expect(JSON.parse(listed.out)).toContainEqual(
      expect.objectContaining({
        name: 'parcel',
        status: 'paused',
        state: 'failed',
        reason: expect.stringContaining('no start today') as string,
      }),
    );
    expect(await pluginOverRest()).toMatchObject({
      status: 'active',
      paused_reason: expect.stringContaining('no start today') as string,
    });

    await test.inContext(() => test.site.plugins.deactivatePlugins('parcel'));
    expect((await fetch(`${test.url}/parcel/`)).status).toBe(404);
    expect(await pluginOverRest()).not.toHaveProperty('paused_reason');
  });
});
