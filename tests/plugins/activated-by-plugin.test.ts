import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

/** A plugin that activates other plugins, as bundles do; with and without catching their errors. */
const SWITCHER = `export default { boot(scope) {
  scope.addAction('switcher/careless', (id) => scope.activatePlugin(id));
  scope.addAction('switcher/careful', async (id) => { try { globalThis.switched = await scope.activatePlugin(id); } catch (error) { globalThis.switched = 'it threw: ' + error.message; } });
} };`;

describe('plugin that activates another plugin', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    await activatePlugin(test, 'switcher', { 'index.js': SWITCHER });
    test.addPlugin('bad-import', { 'index.js': "throw new Error('fatal on include');" });
    test.addPlugin('bad-hook', {
      'index.js': "export default { activate() { throw new Error('fatal in activation'); } };",
    });
    test.addPlugin('fine', { 'index.js': 'export default {};' });
  });
  afterAll(() => test.close());

  async function careful(id: string): Promise<unknown> {
    await test.site.hooks.doAction('switcher/careful', id);
    return (globalThis as unknown as { switched: unknown }).switched;
  }
  async function errorMessagesOf(plugin: string): Promise<string[]> {
    await test.site.plugins.pluginErrors.flush();
    return (await test.site.plugins.pluginErrors.list(plugin)).map(({ message }) => message);
  }

  it('receives the other plugin’s exception, or null on success', async () => {
    expect([await careful('bad-import'), await careful('bad-hook'), await careful('fine')]).toEqual([
      'it threw: fatal on include',
      'it threw: fatal in activation',
      null,
    ]);
    expect(await test.site.plugins.isPluginActive('bad-hook')).toBe(false);
  });

  it('gets no error records for the other plugin’s errors, even uncaught', async () => {
    for (const id of ['bad-import', 'bad-hook']) {
      for (let i = 0; i < 4; i++)
        await Promise.resolve(test.site.hooks.doAction('switcher/careless', id)).catch(() => undefined);
    }
    expect(await errorMessagesOf('switcher')).toEqual([]);
    expect(await errorMessagesOf('bad-hook')).toEqual(['fatal in activation']);
    // Its own callback is still called.
    expect(await careful('fine')).toBeNull();
  });

  it('gets error records for its own errors', async () => {
    await activatePlugin(test, 'own-fault', {
      'index.js':
        "export default { boot(scope) { scope.addAction('own-fault/go', () => { throw new Error('my own'); }); } };",
    });
    await Promise.resolve(test.site.hooks.doAction('own-fault/go')).catch(() => undefined);
    expect(await errorMessagesOf('own-fault')).toEqual(['my own']);
  });
});
