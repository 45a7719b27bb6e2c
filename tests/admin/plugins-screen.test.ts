import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Page, type Visitor, visitor } from '../kit/visitor.js';
import { rawZip, zipOf } from '../plugins/zip-bytes.js';

const SCREEN = '/wp-admin/plugins.php';
const parcel = (version: string, code = 'export default { boot() {} };'): Promise<Buffer> =>
  zipOf({
    'parcel/plugin.json': JSON.stringify({
      name: 'Parcel',
      version,
      description: 'x',
      author: 'x',
      requiresCore: '*',
      main: 'index.js',
    }),
    'parcel/index.js': code,
  });

describe.each(defaultEngines)('plugins screen on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;

  beforeAll(async () => {
    test = await bootSite({ engine });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test.close());

  const install = async (bytes: Buffer, more: Record<string, string> = {}): Promise<Page> => {
    await owner.get(SCREEN);
    await owner.upload(SCREEN, { action: 'install', ...more }, { field: 'pluginzip', name: 'parcel.zip', bytes });
    return owner.get(SCREEN);
  };

  it('installs, activates and updates a zip, and rolls back when the update fails', async () => {
    expect((await install(await parcel('1.0.0'))).html).toContain(
      'Parcel 1.0.0 is installed. Activate it to start using it.',
    );
    await owner.post(SCREEN, { action: 'activate', plugin: 'parcel' });
    expect((await owner.get(SCREEN)).html).toContain('Plugin activated.');
    expect((await install(await parcel('1.1.0'))).html).toContain('is already installed');
    expect((await install(await parcel('1.1.0'), { overwrite: '1' })).html).toContain(
      'Parcel 1.1.0 is installed and active.',
    );
    const failedUpdate = await install(
      await parcel('2.0.0', 'export default { boot() { throw new Error("no luck"); } };'),
      {
        overwrite: '1',
      },
    );
    expect(failedUpdate.html).toContain('Version 1.1.0 was restored and is running.');
    expect(await test.inContext(() => test.site.plugins.record('parcel'))).toMatchObject({
      status: 'active',
      manifest: { version: '1.1.0' },
    });
    expect(failedUpdate.html).toContain('no luck');
  });

  it('replaces a version by an older one only after confirmation', async () => {
    const rejected = await install(await parcel('1.0.5'), { overwrite: '1' });
    expect(rejected.html).toContain('Version 1.1.0 is installed, but the zip contains the older version 1.0.5.');
    const version = async (): Promise<string | undefined> =>
      (await test.inContext(() => test.site.plugins.record('parcel')))?.manifest?.version;
    expect(await version()).toBe('1.1.0');
    await install(await parcel('1.0.5'), { overwrite: '1', downgrade: '1' });
    expect(await version()).toBe('1.0.5');
    await install(await parcel('1.1.0'), { overwrite: '1' });
    expect(await version()).toBe('1.1.0');
  });

  it('explains why an uploaded file is no plugin, and stores none of it', async () => {
    expect((await install(Buffer.from('no zip'))).html).toMatch(/notice--error[\s\S]*zip/);
    expect((await install(Buffer.alloc(0))).html).toContain('Choose a plugin ZIP file first.');
    expect((await install(rawZip({ entries: [{ name: '../evil/plugin.json', content: '{}' }] }))).html).toContain(
      'notice--error',
    );
    expect(existsSync(join(test.site.config.dataDir, 'evil'))).toBe(false);
  });

  it('deletes the data of a plugin only when asked to', async () => {
    const code = `export default {
      async boot(scope) { await scope.wpMkdirP(scope.pluginDataPath('labels')); },
      async uninstall(scope, { deleteData }) { await scope.updateOption('uninstalled_with', deleteData ? 'with data' : 'data kept'); },
    };`;
    for (const [fields, expected] of [
      [{}, 'data kept'],
      [{ delete_data: '1' }, 'with data'],
    ] as const) {
      await install(await parcel('1.2.0', code), { overwrite: '1' });
      for (const action of ['activate', 'deactivate']) {
        await owner.post(SCREEN, { action, plugin: 'parcel' });
        await owner.get(SCREEN);
      }
      expect((await owner.get(SCREEN)).html).toContain('Its files are in the data folder, in plugin-data/parcel.');
      await owner.post(SCREEN, { action: 'delete', plugin: 'parcel', ...fields });
      expect((await owner.get(SCREEN)).html).toContain('Plugin deleted.');
      expect(await test.inContext(() => test.site.options.getOption('uninstalled_with'))).toBe(expected);
      expect(existsSync(join(test.site.config.dataDir, 'plugin-data', 'parcel', 'labels'))).toBe(
        expected === 'data kept',
      );
    }
  });

  it('returns 403 to users who cannot manage plugins', async () => {
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'edith',
        user_email: 'e@example.com',
        user_pass: 'a long editor password',
        role: 'editor',
      }),
    );
    const editor = visitor(test.url);
    await editor.logIn('edith', 'a long editor password');
    expect((await editor.get(SCREEN)).status).toBe(403);
    expect(
      (
        await editor.upload(
          SCREEN,
          { action: 'install' },
          { field: 'pluginzip', name: 'a.zip', bytes: await parcel('9.0.0') },
        )
      ).status,
    ).toBe(403);
  });
});
