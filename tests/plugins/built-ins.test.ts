import { bootSite, type TestSite } from '../kit/site.js';

/** The files of a plugin that imports a package. The bundle is made again when the version of a package changes. */
const filesOf = (source: string, boot = ''): Record<string, string> => ({
  'index.js': `require('extends-prototypes'); module.exports = { boot() { ${boot} } };`,
  'node_modules/.package-lock.json': JSON.stringify({ version: source }),
  'node_modules/extends-prototypes/package.json': '{ "name": "extends-prototypes", "main": "index.js" }',
  'node_modules/extends-prototypes/index.js': source,
});
const PATHS = ['/', '/shop/', '/wp-json/wp/v2/posts'];
const mapBefore = Array.prototype.map;

describe('a package that changes built-in objects', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ shop: true, uncached: true });
  });
  afterEach(() => test.inContext(() => test.site.plugins.deactivatePlugins('extender')));
  afterAll(() => test.close());

  async function activate(files: Record<string, string>) {
    test.addPlugin('extender', files);
    expect(await test.inContext(() => test.site.plugins.activatePlugin('extender'))).toBeNull();
    const { pluginErrors } = test.site.plugins;
    await pluginErrors.flush();
    const errors = (await pluginErrors.list()).map(({ plugin, entry, code, message }) => ({
      plugin,
      entry,
      code,
      message,
    }));
    await pluginErrors.clear('extender');
    return errors;
  }

  async function expectPagesToWork(): Promise<void> {
    for (const path of PATHS) expect([path, (await fetch(`${test.url}${path}`)).status]).toEqual([path, 200]);
    await test.site.plugins.pluginErrors.flush();
    expect(await test.site.plugins.pluginErrors.list()).toEqual([]);
  }

  it('adds properties that no loop sees, and is recorded as an error of the plugin', async () => {
    const errors = await activate(
      filesOf('Object.prototype.isEmpty = function () {}; Array.prototype.last = function () {};'),
    );
    expect(errors).toEqual([
      {
        plugin: 'extender',
        entry: 'import',
        code: 'built_in_changed',
        message:
          '"extender" changed built-in objects: Object.prototype.isEmpty was added as an enumerable property; ' +
          'Array.prototype.last was added as an enumerable property.',
      },
    ]);
    const recordedErrors: string[] = [];
    for (const key in {}) recordedErrors.push(key);
    expect(recordedErrors).toEqual([]);
    await expectPagesToWork();
  });

  it('replaces nothing: the built-in function is restored', async () => {
    const errors = await activate(filesOf('Array.prototype.map = () => []; delete String.prototype.trim;'));
    expect(errors).toMatchObject([
      {
        plugin: 'extender',
        code: 'built_in_changed',
        message: expect.stringContaining('Array.prototype.map was replaced'),
      },
    ]);
    expect(errors[0]?.message).toContain('String.prototype.trim was deleted');
    expect([Array.prototype.map, ' x '.trim()]).toEqual([mapBefore, 'x']);
    await expectPagesToWork();
  });

  it('is noticed while the plugin boots, also when `boot` throws', async () => {
    test.addPlugin(
      'extender',
      filesOf('', "JSON.parse = () => 1; Object.prototype.late = 1; throw new Error('boot failed on purpose');"),
    );
    const error = await test.inContext(() => test.site.plugins.activatePlugin('extender'));
    expect(error?.getErrorMessage()).toContain('on purpose');
    await test.site.plugins.pluginErrors.flush();
    const errors = await test.site.plugins.pluginErrors.list('extender');
    expect(errors.map(({ entry, code }) => `${entry} ${code}`).sort()).toEqual([
      'boot built_in_changed',
      'boot plugin_threw',
    ]);
    await test.site.plugins.pluginErrors.clear('extender');
    expect(JSON.parse('2')).toBe(2);
    await expectPagesToWork();
  });

  it('may add properties that are not enumerable, as polyfills do', async () => {
    const source = "Object.defineProperty(Array.prototype, 'polyfilled', { value() {}, configurable: true });";
    expect(await activate(filesOf(source))).toEqual([]);
  });
});
