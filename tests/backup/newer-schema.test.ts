import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failingStart } from '../chaos/site-process.js';
import { here } from '../cli/ways.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin } from '../kit/site.js';
import { createEmptySandbox, type EmptySandbox, restoreAt, rowsOf } from './sandboxes.js';

describe.each(defaultEngines)('database of a newer version on %s', (engine) => {
  let sandbox: EmptySandbox;
  let folder: string;
  let plinth: ReturnType<typeof here>;

  beforeAll(async () => {
    sandbox = await createEmptySandbox(engine, 'http://127.0.0.1:8080');
    plinth = here(sandbox.settings);
    folder = mkdtempSync(join(tmpdir(), 'plinth-newer-'));
    await plinth('core', 'install', '--no-demo');
    await sandbox.inSite(
      async ({ db }) =>
        void (await db()('migrations').insert({
          owner: 'core',
          id: '010_of_tomorrow',
          applied_at: '2999-01-01 00:00:00',
        })),
    );
  });
  afterAll(async () => {
    await sandbox.release();
    rmSync(folder, { recursive: true, force: true });
  });

  it('stops the start naming the unknown migrations, and writes nothing', async () => {
    const { status, stderr } = failingStart({ ...sandbox.settings, PORT: '18999' });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /created by a newer version of Plinth: this version does not know the migrations 010_of_tomorrow\. Run the newer version/,
    );
    await expect(sandbox.inSite(async () => undefined)).rejects.toMatchObject({
      code: 'schema_newer',
      details: { owner: 'core', migrations: ['010_of_tomorrow'] },
    });
    expect(await plinth('option', 'update', 'blogname', 'x')).toMatchObject({
      code: 1,
      error: expect.stringContaining('010_of_tomorrow') as string,
    });
  });

  it('can still be exported and backed up, but not restored into this version', async () => {
    expect(await plinth('core', 'version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
    expect(await plinth('db', 'export', join(folder, 'a.gz'))).toMatchObject({ code: 0 });
    expect(await plinth('backup', 'create', join(folder, 'a.zip'))).toMatchObject({ code: 0 });
    const other = await createEmptySandbox('sqlite', 'http://127.0.0.1:8080');
    const before = await other.inSite((site) => rowsOf(site.db));
    await expect(restoreAt(other, join(folder, 'a.zip'))).rejects.toMatchObject({ code: 'schema_newer' });
    expect(await other.inSite((site) => rowsOf(site.db))).toEqual(before);
    await other.release();
  });
});

describe.each(defaultEngines)('plugin with newer tables on %s', (engine) => {
  it('marks an older plugin failed with schema_newer, and keeps serving the site', async () => {
    const test = await bootSite({ engine });
    const step = (id: string): string =>
      `{ id: '${id}', up: async (db) => db.createTable('parcels', (t) => t.increments('id')) }`;
    const code = (...ids: string[]): string =>
      `module.exports = { migrations: [${ids.map(step).join()}], boot(scope) { scope.registerRestRoute('parcel/v1', '/here', { methods: 'GET', permissionCallback: () => true, callback: () => 'here' }); } };`;
    await activatePlugin(test, 'parcel', { 'index.js': code('001_a', '002_b') });
    expect((await fetch(`${test.url}/wp-json/parcel/v1/here`)).status).toBe(200);
    await test.inContext(() => test.site.plugins.deactivatePlugins('parcel'));
    test.addPlugin('parcel', { 'index.js': code('001_a') });
    const error = await test.inContext(() => test.site.plugins.activatePlugin('parcel'));
    expect(error?.getErrorCode()).toBe('schema_newer');
    expect(error?.getErrorMessage()).toContain('the plugin "parcel": this version does not know the migrations 002_b');
    await test.inContext(async () => {
      await test.site.options.updateOption('active_plugins', ['parcel']);
      await test.site.plugins.reconcile();
    });
    expect(await test.site.plugins.record('parcel')).toMatchObject({
      status: 'failed',
      error: { code: 'schema_newer' },
    });
    expect((await fetch(`${test.url}/`)).status).toBe(200);
    await test.close();
  });
});
