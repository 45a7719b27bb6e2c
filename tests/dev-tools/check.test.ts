import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePackages } from '../../core/dev-tools/bundle-packages.js';
import type { Finding } from '../../core/dev-tools/finding.js';
import { bootSite } from '../../core/testing/index.js';
import { here } from '../cli/ways.js';
import { type AuthorFolder, authorFolder } from './author-folder.js';

const MANIFEST = {
  name: 'Hours',
  version: '1.2.0',
  description: 'x',
  author: 'Ola',
  license: 'MIT',
  requiresCore: '*',
  requiresPlugins: ['store'],
  main: 'plugin.ts',
  textDomain: 'hours',
};
const PO =
  'msgid ""\nmsgstr ""\n"Language: pl_PL\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr "Otwarte"\n';
const CODE = `import { definePlugin } from 'plinth';

export default definePlugin({
  boot(scope) {
    scope.addShortcode('hours', () => scope.escHtml(scope.__('Open')));
  },
});
`;

describe('plinth plugin', () => {
  let author: AuthorFolder;
  let plinth: ReturnType<typeof here>;
  beforeEach(() => {
    author = authorFolder();
    plinth = here({ DATA_DIR: join(author.folder, 'site') });
    author.write({
      'hours/plugin.json': JSON.stringify(MANIFEST),
      'hours/plugin.ts': CODE,
      'hours/languages/hours-pl_PL.po': PO,
      'hours/LICENSE': 'MIT',
    });
  });
  afterEach(() => author.remove());

  const check = async (
    files: Readonly<Record<string, string>> = {},
  ): Promise<{ code: number | null; findings: Finding[] }> => {
    author.write(files);
    const { code, out } = await plinth('plugin', 'check', join(author.folder, 'hours'), '--format=json');
    return { code, findings: JSON.parse(out) as Finding[] };
  };

  it('check reports nothing for a correct plugin and needs no site', async () => {
    expect(await check()).toEqual({ code: 0, findings: [] });
    expect((await plinth('plugin', 'check', join(author.folder, 'hours'))).out).toBe(
      'No problems found.\nTypes were not checked because there is no tsconfig.json; `plinth plugin new` creates one.',
    );
    expect(existsSync(join(author.folder, 'site'))).toBe(false);
    expect(await plinth('plugin', 'check', join(author.folder, 'nowhere'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('The folder ') as string,
    });
  });

  it.each([
    ['requiresCore', '>=99', '"Hours" requires Plinth >=99; this is'],
    ['requiresNode', '>=99', '"Hours" requires Node.js >=99; this is'],
  ])('check reports %s %s, which this host does not meet', async (key, range, message) => {
    expect(await check({ 'hours/plugin.json': JSON.stringify({ ...MANIFEST, [key]: range }) })).toMatchObject({
      code: 1,
      findings: [
        {
          level: 'error',
          check: 'manifest',
          file: 'plugin.json',
          message: expect.stringContaining(message) as string,
        },
      ],
    });
  });

  it('check reports a misspelled key of plugin.json', async () => {
    expect(await check({ 'hours/plugin.json': JSON.stringify({ ...MANIFEST, requirePlugins: [] }) })).toMatchObject({
      code: 1,
      findings: [
        {
          level: 'error',
          check: 'manifest',
          file: 'plugin.json',
          message: expect.stringContaining('did you mean "requiresPlugins"?') as string,
        },
      ],
    });
  });

  it('check reports the line of a syntax error and of an unresolved import', async () => {
    expect(await check({ 'hours/plugin.ts': `import './times.js';\n\nexport default {` })).toMatchObject({
      code: 1,
      findings: [{ check: 'module', file: 'plugin.ts', line: 3 }],
    });
    expect(await check({ 'hours/plugin.ts': `\nimport './times.js';\nexport default {};` })).toMatchObject({
      code: 1,
      findings: [{ check: 'module', file: 'plugin.ts', line: 2, message: 'Could not resolve "./times.js"' }],
    });
  });

  it('check reports type errors from the author’s compiler', async () => {
    author.write({
      'hours/tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          module: 'nodenext',
          target: 'es2023',
          noEmit: true,
          types: ['node'],
          lib: ['es2023'],
        },
        include: ['*.ts'],
      }),
    });
    author.install('hours');
    expect(await check({ 'hours/other.ts': `\nexport const hour: number = 'nine';\n` })).toMatchObject({
      code: 1,
      findings: [
        {
          level: 'error',
          check: 'types',
          file: 'other.ts',
          line: 2,
          message: expect.stringContaining('TS2322') as string,
        },
      ],
    });
  });

  it.each([
    ['is not installed', {}, 'warning', 'because ESLint is not installed: run `npm install`.'],
    [
      'fails',
      {
        'hours/node_modules/eslint/package.json': JSON.stringify({ bin: { eslint: 'eslint.js' } }),
        'hours/node_modules/eslint/eslint.js': `console.error('SyntaxError: no configuration');`,
      },
      'error',
      'because ESLint failed: SyntaxError: no configuration',
    ],
  ])('check says that the code was not linted when ESLint %s', async (_what, files, level, reason) => {
    const { findings } = await check({
      'hours/plugin.ts': 'export default { boot() {} };',
      'hours/eslint.config.mjs': 'export default [];',
      ...files,
    });
    expect(findings.filter((finding) => finding.check === 'lint')).toMatchObject([
      { level, message: `The code was not linted ${reason}` },
    ]);
  });

  it('check reports capability checks that are not awaited, and no others', async () => {
    const code = `export default { boot(scope) {
  scope.registerRestRoute('hours/v1', '/a', { methods: 'GET', permissionCallback: () => true, callback: () => { scope.requireCapability('edit_posts'); return 1; } });
  scope.addShortcode('a', async () => {
    // Only these two are reported.
    scope.requireCapability('edit_posts');
    void scope.requireCapability('edit_posts', 1)
    await scope.requireCapability('edit_posts');
    await Promise.all([scope.requireCapability('edit_posts'), scope.requireCapability('edit_pages')]);
    const may = scope.requireCapability('edit_posts').then(() => true, () => false);
    scope.requireCapability(scope.name('a')).catch(() => undefined);
    return scope.requireCapability('edit_posts');
  });
} };`;
    const { code: exit, findings } = await check({ 'hours/plugin.ts': code });
    expect(exit).toBe(1);
    expect(findings.filter((finding) => finding.check === 'awaits').map(({ level, line }) => [level, line])).toEqual([
      ['error', 2],
      ['error', 5],
      ['error', 6],
    ]);
  });

  it.each([
    [
      'reports a type error',
      `console.log("plugin.ts(2,1): error TS1: No.");process.exitCode = 2;`,
      'plugin.ts',
      'TS1: No.',
    ],
    [
      'cannot run',
      `console.error("No build for this machine.");process.exitCode = 1;`,
      'tsconfig.json',
      'Types were not checked because the installed TypeScript cannot be used: No build for this machine.',
    ],
  ])('check runs a compiler without an exported command, and it %s', async (_what, code, file, message) => {
    author.write({
      'hours/node_modules/typescript/package.json': JSON.stringify({
        version: '7.0.2',
        bin: { tsc: './bin/tsc' },
        exports: { './package.json': './package.json' },
      }),
      'hours/node_modules/typescript/bin/tsc': code,
    });
    expect(await check({ 'hours/tsconfig.json': '{}' })).toMatchObject({
      code: 1,
      findings: [{ level: 'error', check: 'types', file, message }],
    });
  });

  it('check warns that types were not checked when no compiler is installed', async () => {
    expect(await check({ 'hours/tsconfig.json': '{}' })).toMatchObject({
      code: 0,
      findings: [{ level: 'warning', check: 'types', message: expect.stringContaining('not installed') as string }],
    });
  });

  it('check reports listeners to hooks that never fire, with a suggestion', async () => {
    const { code, findings } = await check({
      'hours/plugin.ts': `export default { boot(scope) {
  scope.addFilter('the_contnet', (text) => text);
  scope.addAction('store/products_chnaged', () => undefined);
  scope.addAction('hours/opened', () => undefined);
  scope.addAction('own_event', () => scope.doAction('hours/opened'));
  scope.addFilter('the_content', (text) => text);
  scope.addFilter('store/price_html', (html) => html);
  scope.wpScheduleEvent(0, 'daily', 'own_event');
} };`,
    });
    expect({
      code,
      found: findings.map(({ level, check: kind, line, message }) => [level, kind, line, message]),
    }).toEqual({
      code: 0,
      found: [
        ['warning', 'hooks', 2, 'The hook "the_contnet" is never fired; did you mean "the_content"?'],
        [
          'warning',
          'hooks',
          3,
          'The hook "store/products_chnaged" is never fired; did you mean "store/products_changed"?',
        ],
      ],
    });
  });

  it('check reports missing translations in code and views', async () => {
    const { findings } = await check({
      'hours/views/hours.hbs': '<p>{{__ "Open"}}</p>\n<p>{{__ "Closed"}}</p>',
      'hours/more.ts': `export const text = (scope) => scope._n('%d hour', '%d hours', 2);`,
    });
    expect(findings.map(({ check: kind, file, line, message }) => [kind, file, line, message])).toEqual([
      ['translations', 'more.ts', 1, '"%d hour" is missing in languages/hours-pl_PL.po.'],
      ['translations', 'views/hours.hbs', 2, '"Closed" is missing in languages/hours-pl_PL.po.'],
    ]);
  });

  it('check accepts core translations in templates, but not in code', async () => {
    expect(await check({ 'hours/templates/single-hour.hbs': '<p>{{__ "Skip to content"}}</p>' })).toEqual({
      code: 0,
      findings: [],
    });
    expect(
      await check({ 'hours/more.ts': `export const text = (scope) => scope.__('Skip to content');` }),
    ).toMatchObject({ findings: [{ check: 'translations', file: 'more.ts' }] });
  });

  it('check reports unreadable templates and unknown partials and helpers', async () => {
    const { code, findings } = await check({
      'hours/plugin.ts': CODE.replace(
        'boot(scope) {',
        "boot(scope) {\n    scope.addTemplateHelper('hours-loud', String);",
      ),
      'hours/partials/day.hbs': '{{day}}',
      'hours/templates/single-hour.hbs':
        '{{> hours/day}}{{> entry-meta}}{{hours-loud post.title}}{{#if (eq day "x")}}{{date time}}{{/if}}{{#*inline "own"}}{{/inline}}{{> own}}{{> (lookup . "which")}}{{hour}}',
      'hours/views/hours.hbs': '\n{{> hours/dya}}\n{{hours-luod 1}}',
      'hours/views/broken.hbs': '<p>\n{{#if a}}\n</p>',
    });
    expect({
      code,
      found: findings.map(({ level, check: kind, file, line, message }) => [
        level,
        kind,
        file,
        line,
        message.replace(/parsed: .*/, 'parsed'),
      ]),
    }).toEqual({
      code: 1,
      found: [
        ['error', 'templates', 'views/broken.hbs', 3, 'The template cannot be parsed'],
        [
          'error',
          'templates',
          'views/hours.hbs',
          2,
          'The partial "hours/dya" does not exist; did you mean "hours/day"?',
        ],
        [
          'warning',
          'templates',
          'views/hours.hbs',
          3,
          'The helper "hours-luod" does not exist; did you mean "hours-loud"?',
        ],
      ],
    });
  });

  it('check reports a missing license and large files', async () => {
    const { license: _license, ...unnamed } = MANIFEST;
    const { findings } = await check({
      'hours/plugin.json': JSON.stringify(unnamed),
      'hours/assets/film.bin': 'x'.repeat(6 * 1024 * 1024),
      'hours/node_modules/large/index.bin': 'x'.repeat(6 * 1024 * 1024),
    });
    expect(findings).toMatchObject([
      { check: 'license', level: 'warning' },
      { check: 'size', file: 'assets/film.bin', message: expect.stringContaining('6.0 MB') as string },
    ]);
  });

  it('pack builds an identical, installable zip without development files and secrets', async () => {
    author.write({
      'hours/tests/plugin.test.mjs': 'x',
      'hours/node_modules/a/index.js': 'x',
      'hours/.env': 'SECRET=1',
      'hours/package.json': '{}',
      'hours/tsconfig.json': '{}',
      'secret.txt': 'secret',
    });
    symlinkSync(join(author.folder, 'secret.txt'), join(author.folder, 'hours/link.txt'));
    const packed = await plinth('plugin', 'pack', join(author.folder, 'hours'), '--format=json');
    const file = join(author.folder, 'hours/hours-1.2.0.zip');
    expect(packed).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(packed.out)).toMatchObject([{ file, files: 4 }]);
    const hash = (): string => createHash('sha256').update(readFileSync(file)).digest('hex');
    const first = hash();
    utimesSync(join(author.folder, 'hours/plugin.ts'), new Date(2001, 1, 1), new Date(2001, 1, 1));
    expect(await plinth('plugin', 'pack', join(author.folder, 'hours'))).toMatchObject({ code: 0 });
    expect(hash()).toBe(first);
    const site = await bootSite({ plugins: ['store'] });
    expect(await site.cli('plugin', 'install', file, '--activate')).toMatchObject({ code: 0 });
    await site.createPost({ post_type: 'page', post_title: 'When', post_content: '[hours]' });
    expect((await site.visitor().get('/when/')).html).toContain('Open');
    await site.stop();
  });

  describe('themes', () => {
    const writeTheme = (files: Readonly<Record<string, string>>, theme: object = {}): string => {
      author.write({
        'look/theme.json': JSON.stringify({
          name: 'Look',
          version: '2.0.0',
          license: 'MIT',
          parent: 'default',
          ...theme,
        }),
        'look/LICENSE': 'MIT',
        ...files,
      });
      return join(author.folder, 'look');
    };

    it('check reports missing files and unknown keys of theme.json', async () => {
      const folder = writeTheme(
        {},
        { style: [], styles: ['a.css'], customTemplates: [{ name: 'wide' }, { name: 'page' }] },
      );
      const { code, out } = await plinth('plugin', 'check', folder, '--format=json');
      expect({
        code,
        found: (JSON.parse(out) as Finding[]).map(({ level, file, message }) => [level, file, message]),
      }).toEqual({
        code: 1,
        found: [
          ['error', 'theme.json', 'The file assets/a.css does not exist.'],
          ['error', 'theme.json', 'The file wide.hbs does not exist.'],
          ['warning', 'theme.json', 'Unknown key "style"; did you mean "styles"?'],
        ],
      });
      expect(await plinth('plugin', 'check', writeTheme({ 'look/theme.json': '{' }), '--format=json')).toMatchObject({
        code: 1,
        out: expect.stringContaining('theme.json cannot be read') as string,
      });
    });

    it('pack refuses a theme that cannot render a page', async () => {
      expect(await plinth('plugin', 'pack', writeTheme({ 'look/page.hbs': '{{> nowhere}}' }))).toMatchObject({
        code: 1,
        error: expect.stringMatching(/cannot render a page: .*nowhere[^.]*\. Fix the template/s) as string,
      });
      expect(existsSync(join(author.folder, 'look/look-2.0.0.zip'))).toBe(false);
    });
  });

  describe('plugins that import npm packages', () => {
    const pack = (): ReturnType<typeof plinth> =>
      plinth('plugin', 'pack', join(author.folder, 'hours'), '--format=json');
    const packagesOf = (files: Readonly<Record<string, string>>): void =>
      author.write(
        Object.fromEntries(Object.entries(files).map(([path, text]) => [`hours/node_modules/${path}`, text])),
      );

    it('pack bundles ES modules and CommonJS packages with their licenses', async () => {
      packagesOf({
        'loud/package.json':
          '{ "name": "loud", "version": "1.0.0", "license": "MIT", "type": "module", "exports": "./a.js" }',
        'loud/a.js': 'export const loud = (text) => text.toUpperCase();',
        'loud/LICENSE': 'Copyright (c) Ola',
        '@of/twice/package.json': '{ "name": "@of/twice", "version": "2.0.0", "license": "ISC" }',
        '@of/twice/index.js': 'module.exports = (text) => text + text;',
      });
      author.write({
        'hours/plugin.ts':
          `import twice from '@of/twice';\n${CODE.replace("scope.escHtml(scope.__('Open'))", "twice(loud(scope.__('Open')))")}`.replace(
            'import { definePlugin }',
            "import { loud } from 'loud';\nimport { definePlugin }",
          ),
        'hours/uninstall.ts': `import { loud } from 'loud';\nexport default () => void loud('x');\n`,
      });
      const { code, out, error } = await pack();
      expect({ code, error }).toEqual({ code: 0, error: '' });
      const [{ file, names }] = JSON.parse(out) as [{ file: string; names: string[] }];
      expect(names).toEqual([
        'LICENSE',
        'THIRD-PARTY-LICENSES.txt',
        'languages/hours-pl_PL.po',
        'plugin.bundle.cjs',
        'plugin.json',
        'plugin.ts',
        'uninstall.js',
      ]);
      const bundle = await bundlePackages(join(author.folder, 'hours'), 'plugin.ts');
      expect(bundle.find(({ path }) => path === 'THIRD-PARTY-LICENSES.txt')?.text).toBe(
        '@of/twice 2.0.0 (ISC)\n\n----\n\nloud 1.0.0 (MIT)\n\nCopyright (c) Ola\n',
      );
      const site = await bootSite({ plugins: ['store'] });
      expect(await site.cli('plugin', 'install', file, '--activate')).toMatchObject({ code: 0 });
      await site.createPost({ post_type: 'page', post_title: 'When', post_content: '[hours]' });
      expect((await site.visitor().get('/when/')).html).toContain('OPENOPEN');
      await site.stop();
    });

    it.each([
      [
        'loads native code with node-gyp-build',
        'const load = require("node-gyp-build"); module.exports = load(__dirname);',
      ],
      ['requires a built .node file', 'module.exports = require("./build/a.node");'],
    ])('pack rejects a package that %s, which cannot be bundled', async (_what, code) => {
      packagesOf({
        'fast/package.json': '{ "name": "fast", "version": "1.0.0" }',
        'fast/index.js': code,
        'fast/build/a.node': '',
        'node-gyp-build/package.json': '{ "name": "node-gyp-build", "version": "4.0.0" }',
        'node-gyp-build/index.js': 'module.exports = () => ({});',
      });
      author.write({ 'hours/plugin.ts': `import 'fast';\n${CODE}` });
      expect(await pack()).toMatchObject({
        code: 1,
        error: expect.stringMatching(
          /The package "(?:fast|node-gyp-build)" has native code, which cannot be bundled\./,
        ) as string,
      });
    });

    it('pack reports a package that is not installed', async () => {
      packagesOf({ '.package-lock.json': '{}' });
      author.write({ 'hours/plugin.ts': `import 'not-installed-here';\n${CODE}` });
      expect(await pack()).toMatchObject({
        code: 1,
        error: expect.stringContaining('plugin.ts: Could not resolve "not-installed-here"') as string,
      });
    });
  });

  it('pack refuses a plugin that does not start and leaves no zip', async () => {
    author.write({ 'hours/plugin.ts': `import 'nowhere-to-be-found';\nexport default {};` });
    expect(await plinth('plugin', 'pack', join(author.folder, 'hours'))).toMatchObject({
      code: 1,
      error: expect.stringMatching(/does not start.*nowhere-to-be-found/s) as string,
    });
    expect(existsSync(join(author.folder, 'hours/hours-1.2.0.zip'))).toBe(false);
    expect(existsSync(join(author.folder, 'hours/hours-1.2.0.zip.unfinished'))).toBe(false);
  });
});
