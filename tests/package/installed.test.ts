import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InstalledFolder, installedFolder } from './installed-folder.js';

describe('package installed by npm', () => {
  let author: InstalledFolder;
  beforeAll(() => {
    author = installedFolder();
  }, 300_000);
  afterAll(() => author.close());

  it('runs regardless of the order in which npm unpacks files', () => {
    expect(author.plinth(['core', 'version'])).toEqual({ code: 0, out: '0.1.0\n', error: '' });
  }, 60_000);

  it('creates a plugin that passes test, lint and check, and packs it', () => {
    expect(author.plinth(['plugin', 'new', 'Opening hours', '--in=.'])).toMatchObject({ code: 0, error: '' });
    expect(author.run(['npm', 'test'], 'opening-hours')).toMatchObject({ code: 0 });
    expect(author.run(['npm', 'run', '--silent', 'lint'], 'opening-hours')).toEqual({ code: 0, out: '', error: '' });
    expect(author.plinth(['plugin', 'check', '.'], 'opening-hours')).toEqual({
      code: 0,
      out: 'No problems found.\n',
      error: '',
    });
    expect(author.plinth(['plugin', 'pack', '.'], 'opening-hours')).toMatchObject({ code: 0, error: '' });
    expect(existsSync(join(author.folder, 'opening-hours/opening-hours-0.1.0.zip'))).toBe(true);
  }, 300_000);

  it('suggests hooks of bundled plugins for misspelled names', () => {
    expect(author.plinth(['plugin', 'new', 'Sold', '--in=.'])).toMatchObject({ code: 0, error: '' });
    const folder = join(author.folder, 'sold');
    const manifest = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8')) as object;
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...manifest, requiresPlugins: ['store'] }));
    writeFileSync(
      join(folder, 'more.ts'),
      "import type { PluginScope } from 'plinth';\n\nexport function listen(scope: PluginScope): void {\n  scope.addAction('store/products_chnaged', () => undefined);\n}\n",
    );
    const { code, out } = author.plinth(['plugin', 'check', '.', '--format=json'], 'sold');
    expect({ code, findings: JSON.parse(out) as unknown }).toEqual({
      code: 0,
      findings: [
        {
          level: 'warning',
          check: 'hooks',
          file: 'more.ts',
          line: 4,
          message: 'The hook "store/products_chnaged" is never fired; did you mean "store/products_changed"?',
        },
      ],
    });
  }, 300_000);
});

describe('npm pack', () => {
  it('reports missing TypeScript when only production dependencies are installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plinth-site-'));
    for (const part of ['core/build', 'core/process'])
      cpSync(join(__dirname, '../..', part), join(folder, part), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, ['core/build/pack.mjs'], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'plinth: TypeScript is required to write the type declarations, but it is not installed: run `npm install` first.\n',
    });
  });
});
