import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isThemeTemplate, SCAFFOLD_TEMPLATES } from '../../core/dev-tools/scaffold.js';
import { bootSite } from '../../core/testing/index.js';
import { readManifest } from '../../core/plugins/manifest/manifest.js';
import { here } from '../cli/ways.js';
import { type AuthorFolder, authorFolder, runNode } from './author-folder.js';

const root = join(__dirname, '../..');
const SUCCESS = { code: 0, output: '' };
const quiet = ({ code, output }: { code: number | null; output: string }): object =>
  code === 0 ? SUCCESS : { code, output };

describe('plinth plugin new', () => {
  let author: AuthorFolder;
  let plinth: ReturnType<typeof here>;
  beforeAll(() => {
    author = authorFolder();
    plinth = here({ DATA_DIR: join(author.folder, 'site') });
  });
  afterAll(() => author.remove());

  it.each(Object.keys(SCAFFOLD_TEMPLATES).filter((template) => !isThemeTemplate(template)))(
    'as %s creates a plugin that passes types, lint, check and its own test',
    async (template) => {
      expect(
        await plinth('plugin', 'new', `My "${template}" one`, `--template=${template}`, `--in=${author.folder}`),
      ).toMatchObject({ code: 0, error: '' });
      const id = `my-${template}-one`;
      const folder = join(author.folder, id);
      expect(await readManifest(folder)).toMatchObject({ id, name: `My  ${template}  one`, textDomain: id });
      for (const file of ['README.md', 'LICENSE', '.gitignore', 'eslint.config.mjs', `languages/${id}-pl_PL.po`])
        expect({ file, text: existsSync(join(folder, file)) && readFileSync(join(folder, file), 'utf8') }).toEqual({
          file,
          text: expect.not.stringMatching(/%[A-Z]{2,}%|^false$/),
        });
      expect(quiet(runNode(folder, join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'))).toEqual(SUCCESS);
      expect(quiet(runNode(folder, join(root, 'node_modules/eslint/bin/eslint.js'), '.'))).toEqual(SUCCESS);
      expect(quiet(runNode(folder, '--test'))).toEqual(SUCCESS);
      expect(await plinth('plugin', 'check', folder)).toEqual({ code: 0, out: 'No problems found.', error: '' });
    },
  );

  it.each(Object.keys(SCAFFOLD_TEMPLATES))(
    'as %s depends on the local Plinth folder, not on a registry',
    async (template) => {
      const { out } = await plinth(
        'plugin',
        'new',
        `Asks ${template}`,
        `--template=${template}`,
        `--in=${author.folder}`,
      );
      const folder = /^Created (.+?)\. Run /.exec(out)?.[1] ?? '';
      const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        devDependencies: Readonly<Record<string, string>>;
      };
      expect(devDependencies.plinth).toMatch(/^file:/);
      expect(realpathSync(join(folder, (devDependencies.plinth ?? '').slice('file:'.length)))).toBe(realpathSync(root));
    },
  );

  it('as theme creates an installable theme that passes check and its own test', async () => {
    expect(await plinth('plugin', 'new', 'My look', '--template=theme', `--in=${author.folder}`)).toMatchObject({
      code: 0,
      error: '',
      out: expect.stringContaining('plinth theme activate my-look') as string,
    });
    const folder = join(author.folder, 'my-look');
    for (const file of [
      'README.md',
      'LICENSE',
      '.gitignore',
      'theme.json',
      'languages/my-look-pl_PL.po',
      'assets/style.css',
    ])
      expect({ file, text: existsSync(join(folder, file)) && readFileSync(join(folder, file), 'utf8') }).toEqual({
        file,
        text: expect.not.stringMatching(/%[A-Z]{2,}%|^false$/),
      });
    expect(quiet(runNode(folder, '--test'))).toEqual(SUCCESS);
    expect(await plinth('plugin', 'check', folder)).toMatchObject({ code: 0, out: 'No problems found.' });
    expect(await plinth('plugin', 'pack', folder)).toMatchObject({ code: 0, error: '' });
    const site = await bootSite();
    expect(await site.cli('theme', 'install', join(folder, 'my-look-0.1.0.zip'), '--activate')).toMatchObject({
      code: 0,
    });
    expect((await site.visitor().get('/')).html).toContain('themes/my-look/assets/style.css');
    await site.stop();
  });

  it('creates a theme in the site’s themes folder', async () => {
    expect((await plinth('plugin', 'new', 'Own look', '--template=theme')).out).toContain(
      join(author.folder, 'site/themes/own-look'),
    );
  });

  it('creates a lint setup that reports promises without await, also for plugin check', async () => {
    await plinth('plugin', 'new', 'Careless', `--in=${author.folder}`);
    author.write({
      'careless/plugin.ts': `import { definePlugin } from 'plinth';

export default definePlugin({
  boot(scope) {
    scope.addShortcode('secret', () => (!scope.getPost(1) ? '' : 'secret'));
    scope.addAction('init', () => {
      scope.updateOption('careless', 1);
      scope.doAction('careless/done');
    });
  },
});
`,
    });
    const folder = join(author.folder, 'careless');
    expect(runNode(folder, join(root, 'node_modules/eslint/bin/eslint.js'), '.')).toMatchObject({
      code: 1,
      output: expect.stringContaining('no-misused-promises') as string,
    });
    const { code, out } = await plinth('plugin', 'check', folder, '--format=json');
    const findings = JSON.parse(out) as { check: string; line: number; message: string }[];
    expect(code).toBe(1);
    expect(
      findings
        .filter(({ check }) => check === 'lint')
        .map(({ line, message }) => [line, /no-(?:misused|floating)-promises/.exec(message)?.[0]]),
    ).toEqual([
      [5, 'no-misused-promises'],
      [7, 'no-floating-promises'],
      [8, 'no-floating-promises'],
    ]);
  });

  it('writes into the data folder and refuses to overwrite', async () => {
    expect((await plinth('plugin', 'new', 'Second')).out).toContain(join(author.folder, 'site/plugins/second'));
    expect(await plinth('plugin', 'new', 'Second')).toMatchObject({
      code: 1,
      error: expect.stringContaining('already exists. Choose another name.') as string,
    });
    expect(await plinth('plugin', 'new', 'Third', '--template=magic')).toMatchObject({
      code: 1,
      error: 'Error: The template "magic" does not exist. There are basic, block, payment, facet, theme.',
    });
    expect(await plinth('plugin', 'new', '???')).toMatchObject({ code: 1 });
  });

  it('names the folder in ASCII letters and rejects reserved names', async () => {
    expect((await plinth('plugin', 'new', 'Zażółć gęślą')).out).toContain(
      join(author.folder, 'site/plugins/zazolc-gesla'),
    );
    for (const name of ['store', 'Constructor'])
      expect(await plinth('plugin', 'new', name)).toMatchObject({
        code: 1,
        error: expect.stringContaining(`The name "${name.toLowerCase()}" is reserved`) as string,
      });
  });

  it('prints the schema without creating a site', async () => {
    const { out } = await plinth('plugin', 'schema');
    expect(JSON.parse(out)).toEqual(JSON.parse(readFileSync(join(root, 'schemas/plugin.json'), 'utf8')));
    expect(existsSync(join(author.folder, 'site/site.sqlite'))).toBe(false);
  });
});
