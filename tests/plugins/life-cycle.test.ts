import { allEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { readDom } from '../kit/dom.js';

const HELLO = `
import { definePlugin } from 'plinth';
export default definePlugin({
  activate(scope) { return scope.updateOption('hello_activated', 'yes'); },
  boot(scope) {
    scope.addFilter('t/greeting', (text) => text + ' from hello');
    scope.addShortcode('hello', () => 'Hello!');
    scope.registerRestRoute('hello/v1', '/hi', { methods: 'GET', callback: () => ({ hi: true }), permissionCallback: () => true });
    scope.registerFrontRoute({ path: '/hello/', handler: () => ({ kind: 'page', title: 'Hello page', html: '<h1>Hello page</h1>' }) });
  },
});
`;

describe.each(allEngines)('plugin lifecycle on %s', (engine) => {
  let test: TestSite;

  beforeEach(async () => {
    test = await bootSite({ engine });
  });
  afterEach(() => test.close());

  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(test.url + path, { redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  };

  it('runs plain JavaScript and removes all registrations on deactivation', async () => {
    const { site } = test;
    test.addPlugin('hello', { 'index.js': HELLO });
    const before = site.hooks.names();
    expect(await test.inContext(() => site.plugins.activatePlugin('hello'))).toBeNull();
    expect(await test.inContext(() => site.options.getOption('hello_activated'))).toBe('yes');
    expect(site.hooks.applyFilters('t/greeting', 'Hi')).toBe('Hi from hello');
    expect(JSON.parse((await get('/wp-json/hello/v1/hi')).text)).toEqual({ hi: true });
    expect(readDom((await get('/hello/')).text).headings(1)).toContain('Hello page');
    expect((await get('/hello')).status).toBe(301);

    await test.inContext(() => site.plugins.deactivatePlugins('hello'));
    expect(site.hooks.names()).toEqual(before);
    expect(site.shortcodes.shortcodeExists('hello')).toBe(false);
    expect((await get('/wp-json/hello/v1/hi')).status).toBe(404);
    expect((await get('/hello/')).status).toBe(404);
  });

  it('fires plugins_loaded once after all plugins booted and provides the current request', async () => {
    const { site } = test;
    Object.assign(globalThis, { booted: [] });
    const all = (id: string): string => `export default { boot(scope) {
      scope.addAction('plugins_loaded', () => scope.updateOption('${id}_saw', globalThis.booted.join()));
      globalThis.booted.push('${id}');
      scope.addShortcode('path_${id}', () => scope.currentRequest()?.path ?? 'none');
      scope.registerFrontRoute({ path: '/of-${id}/', handler: async () => ({ kind: 'page', title: '', html: '<p>' + await scope.doShortcode('[path_${id}]') + '</p>' }) });
    } };`;
    test.addPlugin('first', { 'index.js': all('first') });
    test.addPlugin('second', { 'index.js': all('second') });
    await site.options.updateOption('active_plugins', ['first', 'second']);
    const before = site.hooks.didAction('plugins_loaded');
    await test.inContext(() => site.plugins.reconcile());
    await test.inContext(() => site.plugins.reconcile());
    expect(site.hooks.didAction('plugins_loaded')).toBe(before + 1);
    expect(await site.options.getOption('first_saw')).toBe('first,second');
    expect(readDom((await get('/of-first/')).text).texts('p')).toContain('/of-first/');
    expect(await test.inContext(async () => site.shortcodes.doShortcode('[path_first]'))).toBe('none');
  });

  it('reports an exception at import and keeps the site running', async () => {
    const { site } = test;
    test.addPlugin('broken', { 'index.js': 'throw new Error("no import today");' });
    const error = await test.inContext(() => site.plugins.activatePlugin('broken'));
    expect(error?.getErrorMessage()).toContain('no import today');
    expect(await test.inContext(() => site.plugins.isPluginActive('broken'))).toBe(false);
    expect((await get('/')).status).toBe(200);
  });

  it('returns 500 without a stack trace when a REST callback throws', async () => {
    const { site } = test;
    test.addPlugin('thrower', {
      'index.js':
        "export default { boot(scope) { scope.registerRestRoute('t/v1', '/x', { callback() { throw new Error('secret detail'); }, permissionCallback: () => true }); } };",
    });
    await test.inContext(() => site.plugins.activatePlugin('thrower'));
    const response = await get('/wp-json/t/v1/x');
    expect(response.status).toBe(500);
    expect(JSON.parse(response.text)).toMatchObject({ data: { status: 500 } });
    expect(response.text).not.toContain('index.js');
    await site.plugins.pluginErrors.flush();
    expect(await test.inContext(() => site.plugins.pluginErrors.list('thrower'))).toMatchObject([
      { plugin: 'thrower' },
    ]);
  });

  it('requires the plugins that the manifest names', async () => {
    const { site } = test;
    test.addPlugin('base', { 'index.js': 'export default {};' });
    const manifest = {
      name: 'Needy',
      version: '1.0.0',
      description: 'x',
      author: 'x',
      requiresCore: '*',
      main: 'index.js',
      requiresPlugins: ['base'],
    };
    test.addPlugin('needy', { 'plugin.json': JSON.stringify(manifest), 'index.js': 'export default {};' });
    expect((await test.inContext(() => site.plugins.activatePlugin('needy')))?.getErrorCode()).toBe(
      'plugin_missing_dependencies',
    );
    expect(await test.inContext(() => site.plugins.activatePlugin('base'))).toBeNull();
    expect(await test.inContext(() => site.plugins.activatePlugin('needy'))).toBeNull();
    expect(await test.inContext(() => site.plugins.dependentsOf('base'))).toEqual(['Needy']);
  });

  it('lists a plugin with an invalid plugin.json and its error', async () => {
    test.addPlugin('odd', { 'plugin.json': '{"name": "Odd"}' });
    const record = await test.inContext(() => test.site.plugins.record('odd'));
    expect(record?.error).toMatchObject({ code: 'plugin_manifest_invalid' });
    expect((await test.inContext(() => test.site.plugins.activatePlugin('odd')))?.getErrorCode()).toBe(
      'no_plugin_header',
    );
  });

  it('notices a deactivation by another process', async () => {
    const { site } = test;
    test.addPlugin('hello', { 'index.js': HELLO });
    await test.inContext(() => site.plugins.activatePlugin('hello'));
    await site.db()('options').where({ name: 'active_plugins' }).update({ value: '[]' });
    await site.db()('table_versions').increment('version', 1);
    expect((await get('/wp-json/hello/v1/hi')).status).toBe(404);
  });
});
