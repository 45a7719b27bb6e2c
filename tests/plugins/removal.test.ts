import type { WpError } from '../../core/api/index.js';
import { allEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe.each(allEngines)('uninstalling a plugin on %s', (engine) => {
  let test: TestSite;

  beforeAll(async () => {
    test = await bootSite({ engine });
  });
  afterAll(() => test.close());

  const option = (name: string): Promise<unknown> => test.inContext(() => test.site.options.getOption(name));
  const remove = (id: string): Promise<unknown> =>
    test.inContext(() => test.site.plugins.deletePlugin(id, { deleteData: true }));
  const isUninstallable = (id: string): Promise<boolean> =>
    test.inContext(() => test.site.plugins.isUninstallablePlugin(id));
  async function onAndOff(id: string): Promise<void> {
    expect(await test.inContext(() => test.site.plugins.activatePlugin(id))).toBeNull();
    await test.inContext(() => test.site.plugins.deactivatePlugins(id));
  }

  it('runs none of its code when it was never activated', async () => {
    Object.assign(globalThis, { foreignCodeRan: false });
    test.addPlugin('stranger', { 'index.js': 'globalThis.foreignCodeRan = true; export default { uninstall() {} };' });
    expect(await isUninstallable('stranger')).toBe(false);
    expect(await remove('stranger')).toBe(true);
    expect(globalThis).toMatchObject({ foreignCodeRan: false });
    expect(await test.inContext(() => test.site.plugins.record('stranger'))).toBeUndefined();
  });

  it('calls its uninstall function once and fires the uninstall hooks', async () => {
    test.addPlugin('tidy', {
      'index.js': `export default { uninstall(scope, { deleteData }) { return scope.updateOption('uninstalled_with', deleteData ? 'with data' : 'data kept'); } };`,
    });
    await onAndOff('tidy');
    expect(await option('uninstall_plugins')).toMatchObject({ tidy: 'uninstall' });
    expect(await isUninstallable('tidy')).toBe(true);
    const firedHooks: unknown[] = [];
    const undo = [
      test.site.hooks.addAction('pre_uninstall_plugin', (...args: unknown[]) => void firedHooks.push(args), 10, 2),
      test.site.hooks.addAction('uninstall_tidy', () => void firedHooks.push('uninstall_tidy')),
    ];
    expect(await remove('tidy')).toBe(true);
    for (const step of undo) step();
    expect(firedHooks).toEqual([['tidy', expect.objectContaining({ tidy: 'uninstall' })], 'uninstall_tidy']);
    expect(await option('uninstalled_with')).toBe('with data');
    expect(await option('uninstall_plugins')).not.toHaveProperty('tidy');
  });

  it('runs uninstall.js even when the module no longer loads', async () => {
    test.addPlugin('broken', {
      'index.js': 'export default { uninstall(scope) { return scope.updateOption("by_module", "yes"); } };',
      'uninstall.js': 'export default (scope) => scope.updateOption("by_file", "yes");',
    });
    await onAndOff('broken');
    test.addPlugin('broken', { 'index.js': 'throw new Error("no longer");' });
    expect(await remove('broken')).toBe(true);
    expect([await option('by_file'), await option('by_module')]).toEqual(['yes', false]);
  });

  it('stops when uninstall.js fails while data must be deleted, otherwise continues', async () => {
    test.addPlugin('stuck', {
      'index.js': 'export default {};',
      'uninstall.js': 'export default () => { throw new Error("stuck fast"); };',
    });
    const error = await test.inContext(() => test.site.plugins.uninstallPlugin('stuck', { deleteData: true }));
    expect((error as WpError).getErrorMessage()).toBe(
      '“stuck” could not remove its data: uninstall.js:1:30: stuck fast',
    );
    expect(await test.inContext(() => test.site.plugins.uninstallPlugin('stuck'))).toBe(true);
  });
});

describe.each(allEngines)('activating a plugin with %s', (engine) => {
  let test: TestSite;

  beforeAll(async () => {
    test = await bootSite({ engine });
  });
  afterAll(() => test.close());

  it('reports its output in the result, not in the log, and keeps it active', async () => {
    test.addPlugin('chatty', {
      'index.js': `/* ${engine} */ process.stdout.write('one '); export default { async activate() { await new Promise((done) => setTimeout(done, 5)); process.stdout.write('two'); } };`,
    });
    const passed: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => (passed.push(String(text)), true));
    const other = setInterval(() => process.stdout.write('other'), 1);
    const error = await test.inContext(() => test.site.plugins.activatePlugin('chatty'));
    clearInterval(other);
    process.stdout.write('after');
    write.mockRestore();
    expect([error?.getErrorCode(), error?.getErrorData()]).toEqual(['unexpected_output', 'one two']);
    expect(await test.inContext(() => test.site.plugins.isPluginActive('chatty'))).toBe(true);
    expect(passed.join('')).toMatch(/^(?:other)+after$/);
  });

  it('fails when Node.js is too old, naming the required version', async () => {
    const manifest = {
      name: 'Modern',
      version: '1.0.0',
      description: 'x',
      author: 'x',
      requiresCore: '*',
      requiresNode: '>=99',
      main: 'index.js',
    };
    test.addPlugin('modern', { 'plugin.json': JSON.stringify(manifest), 'index.js': 'export default {};' });
    const error = await test.inContext(() => test.site.plugins.activatePlugin('modern'));
    expect(error?.getErrorCode()).toBe('plugin_node_incompatible');
    expect(error?.getErrorMessage()).toContain(`Current Node.js version (${process.versions.node})`);
    expect(error?.getErrorMessage()).toContain('The plugin requires Node.js 99.');
    test.addPlugin('both', {
      'plugin.json': JSON.stringify({ ...manifest, name: 'Both', requiresCore: '>=77 <80' }),
      'index.js': 'export default {};',
    });
    const both = await test.inContext(() => test.site.plugins.activatePlugin('both'));
    expect(both?.getErrorCode()).toBe('plugin_wp_node_incompatible');
    expect(both?.getErrorMessage()).toContain('requires Plinth >=77 <80 and Node.js 99');
  });

  it('sets the plugin to waiting when its Node.js requirement is no longer met', async () => {
    const manifest = {
      name: 'Later',
      version: '1.0.0',
      description: 'x',
      author: 'x',
      requiresCore: '*',
      main: 'index.js',
    };
    test.addPlugin('later', { 'plugin.json': JSON.stringify(manifest), 'index.js': 'export default {};' });
    expect(await test.inContext(() => test.site.plugins.activatePlugin('later'))).toBeNull();
    test.addPlugin('later', { 'plugin.json': JSON.stringify({ ...manifest, requiresNode: '>=99' }) });
    await test.inContext(async () => {
      await test.site.plugins.stopAll();
      await test.site.plugins.reconcile();
    });
    expect(await test.inContext(() => test.site.plugins.record('later'))).toMatchObject({
      status: 'waiting',
      error: { code: 'plugin_node_version' },
    });
  });

  it('silently fires no hooks and skips its activate and deactivate functions', async () => {
    test.addPlugin('quiet', {
      'index.js': `export default { activate(scope) { return scope.updateOption('quiet_on', 'yes'); }, deactivate(scope) { return scope.updateOption('quiet_off', 'yes'); } };`,
    });
    const firedHooks: string[] = [];
    const undo = ['activate_plugin', 'activated_plugin', 'deactivate_plugin', 'deactivated_plugin'].map((name) =>
      test.site.hooks.addAction(name, () => void firedHooks.push(name)),
    );
    await test.inContext(async () => {
      expect(await test.site.plugins.activatePlugin('quiet', { silent: true })).toBeNull();
      expect(await test.site.plugins.isPluginActive('quiet')).toBe(true);
      await test.site.plugins.deactivatePlugins('quiet', { silent: true });
      expect(await test.site.plugins.isPluginActive('quiet')).toBe(false);
      expect([await test.site.options.getOption('quiet_on'), await test.site.options.getOption('quiet_off')]).toEqual([
        false,
        false,
      ]);
    });
    for (const step of undo) step();
    expect(firedHooks).toEqual([]);
  });
});
