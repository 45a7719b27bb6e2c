import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const page = (version: string, more = ''): string =>
  `export default { boot(scope) { scope.registerFrontRoute({ path: '/version/', handler: () => ({ kind: 'page', title: 'V', html: '<p>${version}</p>' }) }); ${more} } };`;

describe.each(defaultEngines)('reloading a plugin on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, uncached: true });
    await activatePlugin(test, 'changing', { 'index.js': page('one', `scope.services.provide('word', () => 'one');`) });
    const manifest = {
      name: 'On top',
      version: '1.0.0',
      description: 'x',
      author: 'x',
      requiresCore: '*',
      main: 'index.js',
      requiresPlugins: ['changing'],
    };
    await activatePlugin(test, 'on-top', {
      'plugin.json': JSON.stringify(manifest),
      'index.js': `export default { boot(scope) { const word = scope.services.get('word'); scope.addShortcode('word', () => word); } };`,
    });
  });
  afterAll(() => test.close());

  const readVersion = async (): Promise<string> =>
    /<p>(\w+)<\/p>/.exec(await (await fetch(`${test.url}/version/`)).text())?.[1] ?? '';
  const renderShortcode = (): Promise<string> => test.inContext(async () => test.site.shortcodes.doShortcode('[word]'));
  const reload = (): Promise<void> => test.inContext(() => test.site.plugins.reload('changing'));
  const write = (code: string): void => test.addPlugin('changing', { 'index.js': code });

  it('runs the changed code and restarts its dependents without duplicate callbacks', async () => {
    expect([await readVersion(), await renderShortcode()]).toEqual(['one', 'one']);
    write(page('two', `scope.services.provide('word', () => 'two'); scope.addFilter('the_title', (title) => title);`));
    const before = test.site.hooks.didAction('plugins_loaded');
    await reload();
    await reload();
    expect([await readVersion(), await renderShortcode()]).toEqual(['two', 'two']);
    expect(test.site.hooks.listeners('the_title').filter(({ owner }) => owner === 'changing')).toHaveLength(1);
    expect(test.site.hooks.didAction('plugins_loaded')).toBe(before + 2);
  });

  it('keeps the old code running and names the line of a syntax error', async () => {
    write('export default {\n  boot( {\n};');
    await expect(reload()).rejects.toThrow(/index\.js:3:\d+/);
    expect([await readVersion(), await renderShortcode()]).toEqual(['two', 'two']);
  });

  it('keeps the old code and its dependents running when boot fails', async () => {
    write(
      `export default { boot(scope) { scope.addFilter('the_title', (title) => title); throw new Error('not today'); } };`,
    );
    await expect(reload()).rejects.toThrow('not today');
    expect([await readVersion(), await renderShortcode()]).toEqual(['two', 'two']);
    expect(test.site.hooks.listeners('the_title').filter(({ owner }) => owner === 'changing')).toHaveLength(1);
    expect(await test.inContext(() => test.site.plugins.record('changing'))).toMatchObject({
      status: 'active',
      error: undefined,
    });
    write(page('three', `scope.services.provide('word', () => 'three');`));
    await reload();
    expect([await readVersion(), await renderShortcode()]).toEqual(['three', 'three']);
  });
});
