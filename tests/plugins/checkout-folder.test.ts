import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWpError } from '../../core/api/index.js';
import { createPluginHost, type PluginHost } from '../../core/plugins/index.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { zipOf } from './zip-bytes.js';

const manifest = JSON.stringify({
  name: 'Parcel',
  version: '1.0.0',
  description: 'x',
  author: 'x',
  requiresCore: '*',
  main: 'index.js',
});
const CODE =
  "export default { boot() {}, async uninstall(scope) { await scope.updateOption('parcel_gone', 'yes'); } };";

let test: TestSite;
let root: string;
let host: PluginHost;

describe.each(defaultEngines)('plugin in the checkout folder on %s', (engine) => {
  beforeAll(async () => {
    test = await bootSite({ engine });
    root = mkdtempSync(join(tmpdir(), 'plinth-checkout-'));
    const { db, hooks, options, roles, log, views, i18n, config, content } = test.site;
    host = createPluginHost({
      config: { ...config, root },
      versions: { core: '0.1.0', node: process.versions.node },
      bundled: ['shipped'],
      db,
      hooks,
      options,
      roles,
      log,
      views,
      i18n,
      functions: { ...options, ...content } as unknown as Parameters<typeof createPluginHost>[0]['functions'],
      secret: 'a secret of the tests',
      sendMail: async () => true,
      homeUrl: (path = '') => path,
      adminUrl: (path = '') => path,
    });
  });
  afterAll(async () => {
    await test.close();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => {
    for (const id of ['parcel', 'shipped']) {
      mkdirSync(join(root, 'plugins', id), { recursive: true });
      writeFileSync(join(root, 'plugins', id, 'plugin.json'), manifest);
      writeFileSync(join(root, 'plugins', id, 'index.js'), CODE);
    }
  });

  const remove = (id: string): Promise<unknown> =>
    test.inContext(async () => {
      const result = await host.deletePlugin(id);
      return isWpError(result) ? result.getErrorCode() : result;
    });

  it('runs uninstall and loses its folder on deletion when placed by hand', async () => {
    expect(await test.inContext(() => host.activatePlugin('parcel'))).toBeNull();
    expect(await remove('parcel')).toBe('plugin_active');
    await test.inContext(() => host.deactivatePlugins('parcel'));
    expect(await remove('parcel')).toBe(true);
    expect(existsSync(join(root, 'plugins', 'parcel'))).toBe(false);
    expect(await test.inContext(() => test.site.options.getOption('parcel_gone'))).toBe('yes');
  });

  it('cannot be deleted when it ships with Plinth', async () => {
    expect(await remove('shipped')).toBe('plugin_bundled');
    expect(existsSync(join(root, 'plugins', 'shipped', 'index.js'))).toBe(true);
  });

  it('rejects an overwriting zip of the same name', async () => {
    const result = await test.inContext(() =>
      zipOf({ 'parcel/plugin.json': manifest, 'parcel/index.js': '' }).then((zip) =>
        host.installPlugin(zip, { overwrite: true }),
      ),
    );
    expect(isWpError(result) && result.getErrorMessage()).toContain('manually');
    expect(existsSync(join(root, 'plugins', 'parcel', 'index.js'))).toBe(true);
  });
});
