import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AuthorFolder, authorFolder } from './author-folder.js';

describe('plinth command in an author’s folder', () => {
  let author: AuthorFolder;
  beforeAll(() => {
    author = authorFolder();
  }, 300_000);
  afterAll(() => author.close());

  const plinth = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [join(author.folder, 'node_modules/.bin/plinth'), ...args], {
      cwd: author.folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ADMIN_PASSWORD: 'a password for a test' },
    });

  it('ships no TypeScript sources except scaffolds', () => {
    const files = readdirSync(join(author.folder, 'node_modules/plinth'), { recursive: true }).map(String);
    expect(
      files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith('scaffolds/')),
    ).toEqual([]);
    expect(files.filter((file) => /^(?:tests|docs|\.config)\b/.test(file))).toEqual([]);
  });

  it('installs a site in the folder with the bundled plugins active', () => {
    expect(plinth('core', 'version')).toMatchObject({ status: 0, stdout: '0.1.0\n' });
    expect(plinth('core', 'install')).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(author.folder, 'data'))).toBe(true);
    const { stdout } = plinth('plugin', 'list', '--format=json');
    expect(
      (JSON.parse(stdout) as { name: string; status: string }[]).map(({ name, status }) => `${name} ${status}`).sort(),
    ).toEqual([
      'basic-auth inactive',
      'compliance active',
      'facet active',
      'payments-przelewy24 inactive',
      'store active',
    ]);
  }, 300_000);

  it('lists the hooks that the host fires without its sources', () => {
    const { status, stdout } = plinth('hook', 'list', 'save_post', '--fired', '--format=json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ hook: 'save_post', kind: 'action', file: 'core/content/posts/insert.ts' }),
    );
    expect((JSON.parse(plinth('hook', 'list', '--fired', '--format=json').stdout) as unknown[]).length).toBeGreaterThan(
      500,
    );
  }, 60_000);

  it('exports the API to modules of the folder', () => {
    author.write(
      'uses.mjs',
      "import { definePlugin, PlinthError } from 'plinth';\nconsole.log(typeof definePlugin, new PlinthError('x', 'y').code);\n",
    );
    expect(spawnSync(process.execPath, ['uses.mjs'], { cwd: author.folder, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: 'function x\n',
    });
  });

  it('lets bundled plugins handle REST requests as in the checkout', () => {
    author.write(
      'asks.mjs',
      `import { bootSite } from 'plinth/testing';
const site = await bootSite({ plugins: ['facet'] });
try {
  const response = await fetch(site.url + '/wp-json/facet/v1/filter', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  console.log(response.status, Object.keys(await response.json()).includes('status'));
} finally {
  await site.stop();
}
`,
    );
    expect(spawnSync(process.execPath, ['asks.mjs'], { cwd: author.folder, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '200 false\n',
    });
  }, 120_000);
});
