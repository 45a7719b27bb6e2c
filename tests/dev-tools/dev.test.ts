import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../core/http/server.js';
import { visitor } from '../kit/visitor.js';
import { type AuthorFolder, authorFolder } from './author-folder.js';
import { readDom } from '../kit/dom.js';

const CLI = join(__dirname, '../../core/cli/plinth.mjs');
const MANIFEST = {
  name: 'Hours',
  version: '1.0.0',
  description: 'x',
  author: 'Ola',
  requiresCore: '*',
  main: 'plugin.ts',
};
const code = (text: string): string => `import { definePlugin } from 'plinth';

export default definePlugin({
  boot(scope) {
    scope.registerFrontRoute({ path: '/hours/', handler: () => ({ kind: 'page', title: 'Hours', html: '<p>${text}</p>' }) });
    scope.addFilter('document_title_parts', (parts: object) => parts);
  },
});
`;

describe('plinth dev', () => {
  let author: AuthorFolder;
  let child: ChildProcess;
  let output = '';
  let url: string;
  beforeAll(async () => {
    author = authorFolder();
    author.write({
      'hours/plugin.json': JSON.stringify(MANIFEST),
      'hours/plugin.ts': code('nine'),
      'hours/assets/a.txt': 'a',
      'hours/tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: 'nodenext',
          target: 'es2023',
          lib: ['es2023'],
          types: ['node'],
        },
        include: ['*.ts'],
      }),
    });
    author.install('hours');
    author.write({
      'look/theme.json': JSON.stringify({ name: 'Look', version: '1.0.0', parent: 'default', styles: ['a.css'] }),
      'look/assets/a.css': 'p{--look:1}',
      'look/404.hbs': '<p>{{__ "lost"}}</p>',
    });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = spawn(process.execPath, [CLI, 'dev', '.', '../look'], {
      cwd: join(author.folder, 'hours'),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        DEMO: '0',
        ADMIN_PASSWORD: 'a long admin password',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    await until(() => output.includes('hours is active'));
  });
  afterAll(() => {
    child.kill('SIGKILL');
    author.remove();
  });

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (let i = 0; i < 2000; i++) {
      if (await condition()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`It did not happen. The terminal says:\n${output}`);
  }
  const pageText = async (): Promise<string> =>
    /<p>(\w+)<\/p>/.exec(await (await fetch(`${url}/hours/`)).text())?.[1] ?? '';

  it('prints its usage and rejects an unknown option without creating a site', () => {
    const resultOf = (option: string): readonly [number | null, string] => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'dev', option], {
        cwd: author.folder,
        encoding: 'utf8',
      });
      return [status, stdout + stderr];
    };
    expect(resultOf('--help')).toEqual([0, expect.stringContaining('Usage: plinth dev [folder...]')]);
    expect(resultOf('--prot=1')).toEqual([1, expect.stringContaining('The option --prot=1 does not exist.')]);
    expect(existsSync(join(author.folder, '.plinth'))).toBe(false);
  });

  it('starts a site with the plugin of the folder', async () => {
    expect(output).toContain(`Plinth is running at ${url}`);
    expect(await pageText()).toBe('nine');
    expect((await fetch(`${url}/wp-content/plugins/hours/assets/a.txt`)).headers.get('cache-control')).toContain(
      'max-age=0',
    );
  });

  it('runs changed code without a restart', async () => {
    author.write({ 'hours/plugin.ts': code('ten') });
    await until(async () => (await pageText()) === 'ten');
    expect(output).toMatch(/hours reloaded in \d+ ms/);
  });

  it('reports the place of a syntax error and keeps the version before running', async () => {
    author.write({ 'hours/plugin.ts': `${code('eleven')}\nexport const = 1;\n` });
    await until(() => output.includes('the previous version keeps running'));
    expect(output).toMatch(/plugin\.ts:10:13/);
    expect(await pageText()).toBe('ten');
    author.write({ 'hours/plugin.ts': code('eleven') });
    await until(async () => (await pageText()) === 'eleven');
  });

  it('reports the source line where a plugin fails to start', async () => {
    author.write({
      'hours/plugin.ts': code('twelve').replace(
        'boot(scope) {',
        'boot(scope) {\n    const day: { hours?: { from: number } } = {};\n    if (day.hours!.from) return;',
      ),
    });
    await until(() => /plugin\.ts:6:\d+ /.test(output));
    expect(await pageText()).toBe('eleven');
  });

  it('reports type errors', async () => {
    author.write({
      'hours/plugin.ts': code('noon').replace(
        'boot(scope) {',
        "boot(scope) {\n    const hour: number = 'nine';\n    scope.addAction('hours/' + hour, () => undefined);",
      ),
    });
    await until(() => /hours\/plugin\.ts:5 TS2322/.test(output));
    await until(async () => (await pageText()) === 'noon');
  });

  it('shows fired hooks and callbacks to administrators and the terminal only', async () => {
    const owner = visitor(url);
    await owner.logIn('admin', 'a long admin password');
    const { html } = await owner.get('/hours/');
    expect(html).toMatch(/Hooks: \d+ · callbacks run: \d+/);
    expect(html).toMatch(/<code>document_title_parts<\/code><\/th><td>hours<\/td><td>1<\/td>/);
    expect(readDom(html).texts('code')).toContain('wp_head');
    expect((await visitor(url).get('/hours/')).html).not.toContain('plinth-timing');
    await until(() => /GET \/hours\/ 200 · \d+ ms · \d+ hooks · hours: document_title_parts [\d.]+ ms/.test(output));
  });

  it('activates the author’s theme and shows its changes', async () => {
    const lost = async (): Promise<string> => (await fetch(`${url}/nowhere/`)).text();
    await until(() => output.includes('the theme look is active'));
    expect(await (await fetch(`${url}/wp-content/themes/look/assets/a.css`)).text()).toContain('--look');
    expect(await lost()).toMatch(/look\/assets\/a\.css.*<p>lost<\/p>/s);
    author.write({
      'look/404.hbs': '<p>{{__ "gone"}}</p>',
      'look/languages/look-en_US.po':
        'msgid ""\nmsgstr ""\n"Language: en_US\\n"\n\nmsgid "gone"\nmsgstr "gone, as we say"\n',
    });
    await until(async () => (await lost()).includes('<p>gone, as we say</p>'));
  });

  it('prints log entries as plain text', async () => {
    author.write({
      'hours/plugin.ts': code('late').replace(
        'boot(scope) {',
        "boot(scope) {\n    scope.addMenuPage({ slug: 'hours-late', title: 'Late', icon: 'serch', capability: 'read', handler: () => ({ kind: 'page', title: 'x', html: 'x' }) });",
      ),
    });
    await until(async () => (await pageText()) === 'late');
    const owner = visitor(url);
    await owner.logIn('admin', 'a long admin password');
    await owner.get('/wp-admin/');
    await until(() =>
      /\d\d:\d\d:\d\d hours: an admin page uses an unknown icon \(page hours-late, icon serch, icons \[/.test(output),
    );
    expect(output).not.toContain('{"level"');
  });

  it('stops on SIGTERM', async () => {
    child.kill('SIGTERM');
    const [exit] = (await once(child, 'exit')) as [number];
    expect(exit).toBe(0);
  });
});
