import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { engines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { zipOf } from '../plugins/zip-bytes.js';

const root = join(__dirname, '..', '..');
const CLI = join(root, 'core/cli/plinth.mjs');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** A plugin with a table of its own. */
const PARCELS =
  'export default { migrations: [{ id: "001_parcels", up: async (db) => { await db.createTable("parcels", (t) => t.string("label", 20)); await db()("parcels").insert({ label: "żółty" }); } }], boot(scope) { scope.addCommand({ name: "parcel say", description: "x", run: async (a, o, out) => out.line("two") }); } };';

/** The rows of an export's tables that nothing writes to by itself. */
function rowsOf(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  let table = '';
  return lines.flatMap((line) => {
    const start = /^\{"table":"(\w+)"/.exec(line);
    if (start) table = start[1];
    return !start && ['users', 'posts', 'terms', 'parcels'].includes(table) ? [line] : [];
  });
}

/** Runs `plinth …` as a process of its own, on settings of its own. */
function shell(settings: Record<string, string>): (...args: string[]) => Ended {
  return (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', DEMO: '0', ...settings }, encoding: 'utf8' });
    return { code: status, out: stdout.trim(), error: stderr.trim() };
  };
}

const parcel = (version: string, code: string): Promise<Buffer> =>
  zipOf({ 'parcel/plugin.json': JSON.stringify({ name: 'Parcel', version, description: 'x', author: 'x', requiresCore: '*', main: 'index.js' }), 'parcel/index.js': code });

describe.each(engines)('plinth on %s', (engine) => {
  let folder: string;
  let scratch: ScratchDatabase | undefined;
  let plinth: (...args: string[]) => Ended;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-cli-'));
    scratch = engine === 'mysql' ? await scratchDatabase('mysql') : undefined;
    plinth = shell({ DATA_DIR: folder, ...(scratch?.url ? { DATABASE_URL: scratch.url } : {}) });
  });
  afterAll(async () => {
    await scratch?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('core install makes a site once, with the chosen administrator', () => {
    expect(plinth('core', 'is-installed').code).toBe(1);
    const first = plinth('core', 'install', '--title=Ława', '--admin_user=ola', '--admin_email=ola@example.com', '--no-demo');
    expect(first).toMatchObject({ code: 0, error: '' });
    expect(first.out).toMatch(/Administrator: ola\nOne-time password: \S{12,}$/);
    expect(plinth('core', 'install').out).toBe('The site is installed already.');
    expect(plinth('core', 'is-installed').code).toBe(0);
    expect(plinth('option', 'get', 'blogname').out).toBe('Ława');
    expect(JSON.parse(plinth('user', 'list', '--format=json').out)).toEqual([expect.objectContaining({ user_login: 'ola', user_email: 'ola@example.com', roles: 'administrator' })]);
  }, 60_000);

  it('user create refuses what is no e-mail address, and makes nobody', () => {
    expect(plinth('user', 'create', 'jan', 'jan', '--role=subscriber', '--porcelain')).toMatchObject({ code: 1, out: '', error: 'Error: "jan" is not an e-mail address.' });
    expect(plinth('user', 'list', '--format=json').out).not.toContain('"jan"');
    expect(plinth('user', 'create', 'jan', 'jan@example.com', '--role=subscriber', '--porcelain').out).toMatch(/^\d+$/);
  }, 60_000);

  it('post create, list, update and delete keep what was not named', () => {
    const id = plinth('post', 'create', '--post_type=page', '--post_title=Zażółć', '--post_content=<p>gęślą</p>', '--post_status=publish', '--porcelain').out;
    expect(id).toMatch(/^\d+$/);
    const text = join(folder, 'text.html');
    writeFileSync(text, '<p>jaźń</p>');
    expect(plinth('post', 'update', id, text).out).toBe(`Post ${id} updated.`);
    const rows = JSON.parse(plinth('post', 'list', '--post_type=page', '--format=json').out) as object[];
    expect(rows).toContainEqual(expect.objectContaining({ ID: Number(id), post_title: 'Zażółć', post_status: 'publish' }));
    expect(plinth('post', 'delete', id).out).toContain('in the trash');
    expect(plinth('post', 'delete', id, '--force').out).toBe(`Post ${id} deleted.`);
    expect(plinth('post', 'delete', id)).toMatchObject({ code: 1, error: expect.stringMatching(/^Error: There is no post \d+\..*$/) as string });
  }, 60_000);

  it('plugin install takes a zip, update replaces it, and both refuse in one line', async () => {
    const zip = join(folder, 'parcel.zip');
    writeFileSync(zip, await parcel('1.0.0', 'export default { boot(scope) { scope.addCommand({ name: "parcel say", description: "x", run: async (a, o, out) => out.line("one") }); } };'));
    expect(plinth('plugin', 'install', zip, '--activate').out).toBe('Plugin "parcel" installed.\nPlugin "parcel" activated.');
    expect(plinth('parcel', 'say').out).toBe('one');
    expect(plinth('plugin', 'install', zip)).toMatchObject({ code: 1, error: expect.stringMatching(/^Error: .*installed already.*$/) as string });
    writeFileSync(zip, await parcel('1.1.0', PARCELS));
    expect(plinth('plugin', 'update', 'Parcel', zip).out).toBe('Plugin "parcel" updated to 1.1.0.');
    expect(plinth('parcel', 'say').out).toBe('two');
    writeFileSync(zip, await parcel('2.0.0', 'throw new Error("broken");'));
    expect(plinth('plugin', 'update', 'parcel', zip)).toMatchObject({ code: 1, error: expect.stringContaining('Version 1.1.0 was put back.') as string });
    expect(plinth('parcel', 'say').out).toBe('two');
    expect(plinth('plugin', 'install', join(folder, 'no.zip'))).toMatchObject({ code: 1, error: expect.stringContaining('no.zip') as string });
  }, 60_000);

  it('plugin new writes a plugin that can be switched on as it is', () => {
    const made = plinth('plugin', 'new', 'My First', `--dir=${join(folder, 'plugins')}`);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('my-first') as string });
    expect(plinth('plugin', 'activate', 'my-first')).toMatchObject({ code: 0 });
    expect(plinth('option', 'get', 'my_first_greeting').out).toBe('Hello');
    expect(plinth('plugin', 'new', 'My First', `--dir=${join(folder, 'plugins')}`)).toMatchObject({ code: 1 });
  }, 60_000);

  it('recover switches off what does not start, and leaves the rest on', () => {
    writeFileSync(join(folder, 'plugins/parcel/index.js'), 'throw new Error("broken");');
    expect(plinth('cron', 'event', 'list').code).toBe(0);
    expect(plinth('recover').out).toContain('Switched off "parcel".');
    const status = new Map((JSON.parse(plinth('plugin', 'list', '--format=json').out) as { name: string; status: string }[]).map(({ name, status }) => [name, status]));
    expect([status.get('parcel'), status.get('my-first')]).toEqual(['inactive', 'active']);
    expect(plinth('recover').out).toBe('Nothing was broken.');
  }, 60_000);

  it('db export carries a whole site to the other kind of database, and a damaged file changes nothing', async () => {
    const file = join(folder, 'site.jsonl.gz');
    expect(plinth('db', 'export', file)).toMatchObject({ code: 0, error: '' });
    const other = mkdtempSync(join(tmpdir(), 'plinth-cli-other-'));
    const target = engine === 'sqlite' ? await scratchDatabase('mysql') : undefined;
    const there = shell({ DATA_DIR: other, ...(target?.url ? { DATABASE_URL: target.url } : {}) });
    try {
      expect(there('core', 'install', '--title=Inna', '--no-demo').code).toBe(0);
      expect(there('db', 'import', file)).toMatchObject({ code: 1, error: expect.stringContaining('--yes') as string });
      const cut = join(folder, 'cut.gz');
      writeFileSync(cut, readFileSync(file).subarray(0, 2000));
      expect(there('db', 'import', cut, '--yes')).toMatchObject({ code: 1 });
      expect(there('option', 'get', 'blogname').out).toBe('Inna');
      expect(there('db', 'import', file, '--yes')).toMatchObject({ code: 1, error: expect.stringContaining('"parcel", which is not installed here') as string });
      expect(there('option', 'get', 'blogname').out).toBe('Inna');
      cpSync(join(folder, 'plugins'), join(other, 'plugins'), { recursive: true });
      writeFileSync(join(other, 'plugins/parcel/index.js'), PARCELS);
      const came = there('db', 'import', file, '--yes');
      expect(came).toMatchObject({ code: 0, error: '' });
      expect(there('option', 'get', 'blogname').out).toBe('Ława');
      expect(there('option', 'get', 'my_first_greeting').out).toBe('Hello');
      expect(there('plugin', 'activate', 'parcel').code).toBe(0);
      expect(there('parcel', 'say').out).toBe('two');
      const again = join(folder, 'again.jsonl.gz');
      there('plugin', 'deactivate', 'parcel');
      there('db', 'export', again);
      expect(rowsOf(again)).toEqual(rowsOf(file));
    } finally {
      await target?.drop();
      rmSync(other, { recursive: true, force: true });
    }
    expect(existsSync(`${file}.unfinished`)).toBe(false);
  }, 90_000);
});
