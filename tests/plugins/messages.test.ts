import { authorFolder, runNode } from '../dev-tools/author-folder.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe('plugin activation errors', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
  });
  afterAll(() => test.close());

  async function errorMessageOf(code: string): Promise<string> {
    test.addPlugin('slip', { 'index.js': code });
    return (await test.inContext(() => test.site.plugins.activatePlugin('slip')))?.getErrorMessage() ?? 'it is on';
  }

  it.each([
    [
      'a misspelled lifecycle function',
      'export default { boott() {} };',
      'unknown export "boott"; did you mean "boot"?',
    ],
    [
      'another one',
      'export default { boot() {}, activte() {} };',
      'unknown export "activte"; did you mean "activate"?',
    ],
    [
      'a function as default export',
      'export default function (scope) {}',
      'its default export is a function; export an object made by definePlugin instead',
    ],
    ['no default export', 'export default null;', 'it has no default export'],
    ['a boot that is not a function', 'export default { boot: 7 };', '"boot" must be a function'],
    [
      'a scope method in snake case',
      `export default { boot(scope) { scope.add_action('init', () => {}); } };`,
      'scope.add_action is not a function; did you mean addAction?',
    ],
    [
      'a misspelled scope method',
      `export default { boot(scope) { scope.addShortCode('x', () => ''); } };`,
      'scope.addShortCode is not a function; did you mean addShortcode?',
    ],
    [
      'a field without a key',
      `export default { boot(scope) { scope.addFields({ objectType: 'user', title: 'x', fields: [{ type: 'text', label: 'y' }] }); } };`,
      'The fields "x": A field has no key.',
    ],
    [
      'a field box without fields',
      `export default { boot(scope) { scope.addFields({ objectType: 'user', title: 'x' }); } };`,
      'The field box on "user" has no list of fields.',
    ],
    [
      'a settings page without sections',
      `export default { boot(scope) { scope.addSettingsPage({ slug: 'slip', title: 'x', fields: [] }); } };`,
      'The settings page "slip" has no list of sections.',
    ],
    [
      'a route without a callback',
      `export default { boot(scope) { scope.registerRestRoute('slip/v1', '/x', [{ methods: 'GET', permissionCallback: () => true }]); } };`,
      `registerRestRoute('slip/v1/x', …).callback requires a function, but got undefined.`,
    ],
    [
      'a front route path with a wildcard',
      `export default { boot(scope) { scope.registerFrontRoute({ path: '/old/*', handler: () => undefined }); } };`,
      'The page path "/old/*" contains "*", which is not supported in page paths.',
    ],
    [
      'a path parameter after a prefix in its segment',
      `export default { boot(scope) { scope.registerFrontRoute({ path: '/a-:b/', handler: () => undefined }); } };`,
      'has the segment "a-:b", which is not a valid parameter.',
    ],
    [
      'a front route path without a leading slash',
      `export default { boot(scope) { scope.registerFrontRoute({ path: 'old/', handler: () => undefined }); } };`,
      'does not begin with a slash.',
    ],
    [
      'no callback',
      `export default { boot(scope) { scope.addFilter('the_title', undefined); } };`,
      `addFilter('the_title', …) requires a function, but got undefined.`,
    ],
  ])('explain %s', async (_what, code, expectedMessage) => {
    expect(await errorMessageOf(code)).toContain(expectedMessage);
    expect((await test.inContext(() => test.site.plugins.record('slip')))?.status).toBe('inactive');
  });

  it('name the file and line of the mistake', async () => {
    expect(
      await errorMessageOf(
        `export default {\n  boot(scope) {\n    scope.addMenuPage({ slug: 'with space' });\n  },\n};`,
      ),
    ).toMatch(/: index\.js:3:\d+: "with space" is not a valid screen slug\.$/);
  });

  it('warn of missing script files and unknown content types', async () => {
    const warned: unknown[] = [];
    const spy = jest.spyOn(test.site.log, 'warn').mockImplementation((...args: unknown[]) => void warned.push(args));
    const code = `export default { boot(scope) {
      scope.enqueueScript('there', 'there.js');
      scope.enqueueScript('gone', 'js/gone.js');
      scope.enqueueStyle('elsewhere', '/wp-includes/site.css');
      scope.addFields({ objectType: 'products', title: 'x', fields: [{ key: 'slip_a', type: 'text', label: 'y' }] });
      scope.addFields({ objectType: 'tickets', title: 'x', fields: [{ key: 'slip_b', type: 'text', label: 'y' }] });
    } };`;
    test.addPlugin('files', { 'index.js': code, 'assets/there.js': '' });
    await test.inContext(() => test.site.plugins.activatePlugin('files'));
    spy.mockRestore();
    expect(warned).toEqual([
      [{ plugin: 'files', file: 'assets/js/gone.js' }, 'pages request a plugin script that does not exist'],
      [
        { plugin: 'files', on: 'products', meant: 'product' },
        'fields were added to "products"; did you mean "product"?',
      ],
    ]);
  });

  it('allow additional exports', async () => {
    expect(await errorMessageOf('export const version = 1; export default { boot() {}, settings: {} };')).toBe(
      'it is on',
    );
  });
});

it('a missing callback is reported with the line of the author’s source file', () => {
  const author = authorFolder();
  const manifest = {
    name: 'Slip',
    version: '1.0.0',
    description: 'x',
    author: 'x',
    requiresCore: '*',
    main: 'plugin.ts',
  };
  author.write({
    'slip/plugin.json': JSON.stringify(manifest),
    'slip/titles.ts': 'export const title = undefined as never;\n',
    'slip/plugin.ts': `import { definePlugin } from 'plinth';\nimport { title } from './titles.js';\n\nexport default definePlugin({\n  boot(scope) {\n    scope.addFilter('the_title', title);\n  },\n});\n`,
    'slip/start.mjs': `import { bootSite } from 'plinth/testing';\nawait bootSite({ plugins: ['.'] }).catch((error) => console.log(error.message));\nprocess.exit();\n`,
  });
  author.install('slip');
  expect(runNode(`${author.folder}/slip`, 'start.mjs').output).toMatch(
    /plugin\.ts:6:\d+: addFilter\('the_title', …\) requires a function, but got undefined\./,
  );
  author.remove();
});
