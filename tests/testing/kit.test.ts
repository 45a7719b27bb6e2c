import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootSite, type TestSite } from '../../core/testing/index.js';
import { defaultEngines } from '../kit/databases.js';
import { readDom } from '../kit/dom.js';

const root = join(__dirname, '../..');
const DAY = 24 * 60 * 60 * 1000;

const GREETER = `import { definePlugin } from 'plinth';
export default definePlugin({
  async boot(scope) {
    scope.registerFrontRoute({ path: '/greet/', methods: ['GET', 'POST'], handler: (request) => {
      if (request.method === 'POST' && !request.verifyNonce('greet')) return { kind: 'page', status: 403, title: 'No', html: '<h1>No</h1>' };
      const form = '<form method="post" id="greeting"><input name="_wpnonce" type="hidden" value="' + scope.wpCreateNonce('greet') + '"><input name="who"><select name="tone"><option value="warm" selected>W</option><option>cold</option></select><button name="go" value="1">Go</button></form>';
      return { kind: 'page', title: 'Greet', html: request.method === 'POST' ? '<h1>Hello ' + scope.escHtml(request.field('who')) + ', ' + request.field('tone') + request.field('go') + '</h1>' : form };
    } });
    scope.addAction('greeter_daily', () => scope.mail({ to: 'ola@example.com', subject: 'Dzień dobry', text: 'Już ' + new Date().toISOString().slice(0, 10) }));
    if ((await scope.wpNextScheduled('greeter_daily')) === false) await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 3600, 'daily', 'greeter_daily');
    scope.registerRestRoute('greeter/v1', '/who', { methods: 'GET', permissionCallback: () => scope.getCurrentUserId() > 0, callback: () => ({ id: scope.getCurrentUserId() }) });
    scope.addCommand({ name: 'greeter say', description: 'x', run: async (args, options, output) => output.line('said') });
    scope.addShortcode('fails', () => { throw new Error('on purpose'); });
  },
});
`;

/** Writes a plugin into a separate folder with the package installed. */
function authorsFolder(files: Readonly<Record<string, string>>): { folder: string; remove(): void } {
  const parent = mkdtempSync(join(tmpdir(), 'plinth-author-'));
  const folder = join(parent, 'greeter');
  const manifest = {
    name: 'Greeter',
    version: '1.0.0',
    description: 'Greets.',
    author: 'Ola',
    requiresCore: '*',
    main: 'plugin.ts',
  };
  for (const [path, text] of Object.entries({ 'plugin.json': JSON.stringify(manifest), ...files })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/plinth'));
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

describe.each(defaultEngines)('test kit on %s', (engine) => {
  let site: TestSite;
  let author: ReturnType<typeof authorsFolder>;
  const realNow = Date.now;
  beforeAll(async () => {
    author = authorsFolder({ 'plugin.ts': GREETER, 'assets/hello.txt': 'hello' });
    mkdirSync(join(author.folder, '../neighbor/assets'), { recursive: true });
    writeFileSync(join(author.folder, '../neighbor/assets/secret.txt'), 'secret');
    site = await bootSite({
      plugins: ['store', author.folder],
      now: '2031-05-01T10:00:00Z',
      settings: { blogname: 'Ława' },
      ...(engine === 'mysql' ? { database: process.env.TEST_MYSQL_URL ?? '' } : {}),
    });
  });
  afterAll(async () => {
    await site.stop();
    author.remove();
  });

  it('starts a site with the requested plugins and settings', async () => {
    expect((await site.visitor().get('/')).html).toContain('Ława');
    expect(site.scope('greeter').plugin).toMatchObject({ id: 'greeter', folder: author.folder });
    expect(await (await fetch(`${site.url}/wp-content/plugins/greeter/assets/hello.txt`)).text()).toBe('hello');
  });

  it('serves no files of folders beside the plugin', async () => {
    expect((await fetch(`${site.url}/wp-content/plugins/neighbor/assets/secret.txt`)).status).toBe(404);
  });

  it('submits a form with all its fields like a browser', async () => {
    const guest = site.visitor();
    await guest.get('/greet/');
    expect(readDom((await guest.submitForm({ who: 'Zoë' })).html).headings(1)).toContain('Hello Zoë, warm1');
    await guest.get('/greet/');
    expect((await guest.submitForm({ who: 'Jan', tone: 'cold' }, 'greeting')).html).toContain(
      '<h1>Hello Jan, cold1</h1>',
    );
    await guest.get('/greet/');
    await expect(guest.submitForm({ whom: 'Jan' })).rejects.toThrow(
      /^The page has no form with whom\. It has: .*\bwho\b/,
    );
  });

  it('authenticates a logged-in user on pages and in REST', async () => {
    const { id, login, password } = await site.createUser({ role: 'editor' });
    const editor = site.visitor();
    expect(await editor.rest('GET', '/greeter/v1/who')).toMatchObject({ status: 401 });
    await editor.logIn(login, password);
    expect(await editor.rest('GET', '/greeter/v1/who')).toMatchObject({ status: 200, body: { id } });
    expect(await editor.rest('POST', '/wp/v2/posts', { title: 'Manual' })).toMatchObject({
      status: 201,
      body: { title: { raw: 'Manual' } },
    });
  });

  it('runs due events when its clock advances', async () => {
    expect(site.clock.now().toISOString()).toMatch(/^2031-05-01T10:0/);
    await site.clock.runDue();
    expect(await site.mails.to('ola@example.com')).toEqual([]);
    await site.clock.advance(DAY);
    expect(await site.mails.to('ola@example.com')).toMatchObject([
      { subject: 'Dzień dobry', text: expect.stringContaining('Już 2031-05-02') as string },
    ]);
    await site.mails.clear();
    await site.clock.setTime('2031-06-01T10:00:00Z');
    expect(await site.mails.all()).toMatchObject([
      { to: ['ola@example.com'], text: expect.stringContaining('2031-06-01') as string },
    ]);
  });

  it('runs commands of the core and of plugins', async () => {
    expect(await site.cli('greeter', 'say')).toEqual({ code: 0, out: 'said', error: '' });
    expect(await site.cli('plugin', 'activate', 'nowhere')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('The plugin "nowhere" was not found.') as string,
    });
    expect(JSON.parse((await site.cli('plugin', 'list', '--format=json')).out)).toContainEqual(
      expect.objectContaining({ name: 'greeter', status: 'active' }),
    );
  });

  it('creates posts and products and reports plugin errors', async () => {
    const id = await site.createPost({ post_type: 'page', post_title: 'Ours', post_content: 'a[fails]b' });
    expect((await site.visitor().get('/ours/')).html).toContain('ab');
    expect(await site.run(() => site.scope('greeter').getTheTitle(id))).toBe('Ours');
    expect(await site.pluginErrors()).toMatchObject([{ plugin: 'greeter', message: 'on purpose' }]);
    await site.createProduct({ name: 'Ława dębowa', price: 129_900 });
    expect((await site.visitor().get('/product/lawa-debowa/')).html).toMatch(/1,299\.00|1\s?299,00/);
  });

  it('refuses to delete the author’s plugin folder', async () => {
    await site.cli('plugin', 'deactivate', 'greeter');
    expect(await site.cli('plugin', 'delete', 'greeter')).toMatchObject({
      code: 1,
      error: expect.stringContaining('can’t be deleted') as string,
    });
    expect(await site.cli('plugin', 'activate', 'greeter')).toMatchObject({ code: 0 });
  });

  it('keeps its clock when another test site stops', async () => {
    expect(Date.now).not.toBe(realNow);
    const other = await bootSite();
    await other.stop();
    expect(Date.now).not.toBe(realNow);
  });
});

it('reports why a plugin does not start', async () => {
  const author = authorsFolder({ 'plugin.ts': 'export default { boot() { throw new Error("not today"); } };' });
  const before = Date.now;
  await expect(bootSite({ plugins: [author.folder] })).rejects.toThrow('not today');
  await expect(bootSite({ plugins: ['nowhere'] })).rejects.toThrow('Plugin file does not exist.');
  expect(Date.now).toBe(before);
  author.remove();
});

it('runs in Node’s test runner from a folder outside the checkout', () => {
  const author = authorsFolder({
    'plugin.ts': GREETER,
    'tests/plugin.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootSite } from 'plinth/testing';

test('greets', async () => {
  const site = await bootSite({ plugins: ['.'], now: '2031-05-01T10:00:00Z' });
  try {
    const guest = site.visitor();
    await guest.get('/greet/');
    assert.match((await guest.submitForm({ who: 'Jan' })).html, /Hello Jan/);
    assert.equal(site.scope().plugin.id, 'greeter');
    await site.createPost({ post_type: 'page', post_title: 'Bad', post_content: '[fails]' });
    await guest.get('/bad/');
    const [fault] = await site.pluginErrors();
    assert.match(fault.stack, /plugin\\.ts:13:/);
  } finally {
    await site.stop();
  }
});
`,
  });
  const { TEST_RUN_FOLDER: _folder, NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--test', 'tests/plugin.test.mjs'], {
    cwd: author.folder,
    env,
    encoding: 'utf8',
  });
  author.remove();
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
});
