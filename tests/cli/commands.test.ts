import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readConfig } from '../../core/app/config.js';
import { createSite } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { defaultEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { zipOf } from '../plugins/zip-bytes.js';
import { type CommandResult, here, shell } from './ways.js';
import { assertDefined } from '../kit/assert-defined.js';

const root = join(__dirname, '../..');

/** A plugin with its own table. */
const PARCELS =
  'export default { migrations: [{ id: "001_parcels", up: async (db) => { await db.createTable("parcels", (t) => t.string("label", 20)); await db()("parcels").insert({ label: "żółty" }); } }], boot(scope) { scope.addCommand({ name: "parcel say", description: "x", run: async (a, o, out) => out.line("two") }); } };';

/** Rows of the tables in an export that only the test writes to. */
function rowsOf(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  let table = '';
  return lines.flatMap((line) => {
    const start = /^\{"table":"(\w+)"/.exec(line);
    if (start) table = assertDefined(start[1]);
    return !start && !line.startsWith('{"end"') && ['users', 'posts', 'terms', 'parcels'].includes(table) ? [line] : [];
  });
}

const parcel = (version: string, code: string): Promise<Buffer> =>
  zipOf({
    'parcel/plugin.json': JSON.stringify({
      name: 'Parcel',
      version,
      description: 'x',
      author: 'x',
      requiresCore: '*',
      main: 'index.js',
    }),
    'parcel/index.js': code,
  });

describe.each(defaultEngines)('plinth commands on %s', (engine) => {
  let folder: string;
  let scratch: ScratchDatabase | undefined;
  /** Runs a command in a separate process; used once per kind of command. */
  let plinth: (...args: string[]) => CommandResult;
  /** Runs the same command in this process. */
  let runInProcess: (...args: string[]) => Promise<CommandResult>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-cli-'));
    scratch = engine === 'mysql' ? await scratchDatabase('mysql') : undefined;
    const settings = { DATA_DIR: folder, ...(scratch?.url ? { DATABASE_URL: scratch.url } : {}) };
    [plinth, runInProcess] = [shell(settings), here(settings)];
  });
  afterAll(async () => {
    await scratch?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('core install creates a site once, with the chosen administrator', async () => {
    expect((await runInProcess('core', 'is-installed')).code).toBe(1);
    const first = plinth(
      'core',
      'install',
      '--title=Ława',
      '--admin_user=ola',
      '--admin_email=ola@example.com',
      '--no-demo',
    );
    expect(first).toMatchObject({ code: 0, error: '' });
    expect(first.out).toMatch(/Administrator: ola\nOne-time password: \S{12,}$/);
    expect((await runInProcess('core', 'install')).out).toBe('The site is already installed.');
    expect((await runInProcess('core', 'is-installed')).code).toBe(0);
    expect(plinth('option', 'get', 'blogname').out).toBe('Ława');
    expect(JSON.parse(plinth('user', 'list', '--format=json').out)).toEqual([
      expect.objectContaining({ user_login: 'ola', user_email: 'ola@example.com', roles: 'administrator' }),
    ]);
  });

  it('refuses a missing theme, and keeps commands working when the theme is lost', async () => {
    expect(plinth('option', 'update', 'stylesheet', 'nosuch')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('The theme "nosuch" cannot be used'),
    });
    expect((await runInProcess('option', 'update', 'stylesheet', 'default')).code).toBe(0);
    const opened = await createSite(
      readConfig(
        root,
        {
          DATA_DIR: folder,
          ...(scratch?.url ? { DATABASE_URL: scratch.url } : {}),
          LOG_LEVEL: 'silent',
          SAFE_MODE: '1',
        },
        folder,
      ),
    );
    await runInContext(createContext('test'), () => opened.options.updateOption('stylesheet', 'nosuch'));
    expect(await opened.options.getOption('stylesheet')).toBe('default');
    await opened.db()('options').where({ name: 'stylesheet' }).update({ value: 'nosuch' });
    await opened.db()('table_versions').increment('version', 1);
    await opened.close();
    expect(plinth('option', 'get', 'stylesheet')).toEqual({ code: 0, out: 'nosuch', error: '' });
    expect(plinth('recover')).toMatchObject({ code: 0, error: '' });
    for (const command of [
      ['user', 'list'],
      ['db', 'export', join(folder, 'lost.gz')],
      ['option', 'update', 'stylesheet', 'default'],
    ])
      expect(await runInProcess(...command)).toMatchObject({ code: 0, error: '' });
    expect((await runInProcess('option', 'get', 'stylesheet')).out).toBe('default');
  });

  it('user create refuses an invalid email address and creates no user', async () => {
    expect(plinth('user', 'create', 'jan', 'jan', '--role=subscriber', '--porcelain')).toMatchObject({
      code: 1,
      out: '',
      error: 'Error: "jan" is not an email address.',
    });
    expect((await runInProcess('user', 'list', '--format=json')).out).not.toContain('"jan"');
    expect(
      (await runInProcess('user', 'create', 'jan', 'jan@example.com', '--role=subscriber', '--porcelain')).out,
    ).toMatch(/^\d+$/);
  });

  it('post create, list, update and delete work, and keep fields not given', async () => {
    expect(await runInProcess('post', 'create', '--post_title=x', '--post_status=zzz')).toMatchObject({
      error: expect.stringContaining('The post status "zzz" does not exist.') as string,
    });
    const id = plinth(
      'post',
      'create',
      '--post_type=page',
      '--post_title=Zażółć',
      '--post_content=<p>gęślą</p>',
      '--post_status=publish',
      '--porcelain',
    ).out;
    expect(id).toMatch(/^\d+$/);
    const text = join(folder, 'text.html');
    writeFileSync(text, '<p>jaźń</p>');
    expect((await runInProcess('post', 'update', id, text)).out).toBe(`Post ${id} updated.`);
    const rows = JSON.parse((await runInProcess('post', 'list', '--post_type=page', '--format=json')).out) as object[];
    expect(rows).toContainEqual(
      expect.objectContaining({ ID: Number(id), post_title: 'Zażółć', post_status: 'publish' }),
    );
    expect((await runInProcess('post', 'delete', id)).out).toContain('moved to the trash');
    expect((await runInProcess('post', 'delete', id, '--force')).out).toBe(`Post ${id} deleted.`);
    expect(await runInProcess('post', 'delete', id)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^Error: The post \d+ does not exist\..*$/) as string,
    });
  });

  it('plugin install and update accept a zip, refuse downgrades and roll back', async () => {
    const zip = join(folder, 'parcel.zip');
    writeFileSync(
      zip,
      await parcel(
        '1.0.0',
        'export default { boot(scope) { scope.addCommand({ name: "parcel say", description: "x", run: async (a, o, out) => out.line("one") }); } };',
      ),
    );
    expect(plinth('plugin', 'install', zip, '--activate').out).toBe(
      'Plugin "parcel" installed.\nPlugin "parcel" activated.',
    );
    expect(plinth('parcel', 'say').out).toBe('one');
    expect(await runInProcess('plugin', 'install', zip)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^Error: .*already installed.*$/) as string,
    });
    writeFileSync(zip, await parcel('1.1.0', PARCELS));
    expect((await runInProcess('plugin', 'update', 'Parcel', zip)).out).toBe('Plugin "parcel" updated to 1.1.0.');
    expect((await runInProcess('parcel', 'say')).out).toBe('two');
    writeFileSync(zip, await parcel('1.0.9', PARCELS));
    for (const command of [
      ['update', 'parcel', zip],
      ['install', zip, '--force'],
    ])
      expect(await runInProcess('plugin', ...command)).toEqual({
        code: 1,
        out: '',
        error: expect.stringMatching(
          /^Error: Version 1\.1\.0 is installed, but the zip contains the older version 1\.0\.9\..*To confirm it, use --allow-downgrade\.$/,
        ) as string,
      });
    expect((await runInProcess('plugin', 'update', 'parcel', zip, '--allow-downgrade')).out).toBe(
      'Plugin "parcel" updated to 1.0.9.',
    );
    writeFileSync(zip, await parcel('1.1.0', PARCELS));
    expect((await runInProcess('plugin', 'install', zip, '--force')).code).toBe(0);
    writeFileSync(zip, await parcel('2.0.0', 'throw new Error("broken");'));
    expect(await runInProcess('plugin', 'update', 'parcel', zip)).toMatchObject({
      code: 1,
      error: expect.stringContaining('Version 1.1.0 was restored and is running.') as string,
    });
    expect((await runInProcess('parcel', 'say')).out).toBe('two');
    expect(await runInProcess('plugin', 'install', join(folder, 'no.zip'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('no.zip') as string,
    });
  });

  it('plugin new creates a plugin that activates unchanged', async () => {
    const created = plinth('plugin', 'new', 'My First');
    expect(created).toMatchObject({ code: 0, out: expect.stringContaining('my-first') as string });
    expect(await runInProcess('plugin', 'activate', 'my-first')).toMatchObject({ code: 0 });
    expect((await runInProcess('option', 'get', 'my_first_greeting')).out).toBe('Hello');
    expect(await runInProcess('plugin', 'new', 'My First')).toMatchObject({ code: 1 });
  });

  it('keeps the first of two commands of the same name and warns', async () => {
    const code = (label: string): string =>
      `module.exports = { boot(scope) { for (const name of ['same go', 'post list', '${label} own']) scope.addCommand({ name, description: 'x', async run(_args, _options, output) { output.line('${label}'); } }); } };`;
    for (const id of ['clash-a', 'clash-b']) {
      const zip = join(folder, `${id}.zip`);
      writeFileSync(
        zip,
        await zipOf({
          [`${id}/plugin.json`]: JSON.stringify({
            name: id,
            version: '1.0.0',
            description: 'x',
            author: 'x',
            requiresCore: '*',
            main: 'index.js',
          }),
          [`${id}/index.js`]: code(id),
        }),
      );
      expect(await runInProcess('plugin', 'install', zip, '--activate')).toMatchObject({ code: 0 });
    }
    expect(await runInProcess('same', 'go')).toMatchObject({
      code: 0,
      out: 'clash-a',
      error: expect.stringContaining('"same go" of the plugin "clash-b"') as string,
    });
    expect(await runInProcess('clash-b', 'own')).toMatchObject({ code: 0, out: 'clash-b' });
    expect(await runInProcess('post', 'list', '--format=json')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\[/) as string,
    });
    for (const id of ['clash-a', 'clash-b'])
      expect(await runInProcess('plugin', 'deactivate', id)).toMatchObject({ code: 0 });
  });

  it('recover deactivates plugins that cannot start, and keeps the others active', async () => {
    writeFileSync(join(folder, 'plugins/parcel/index.js'), 'throw new Error("broken");');
    expect(plinth('cron', 'event', 'list').code).toBe(0);
    expect(plinth('recover').out).toContain('Deactivated "parcel".');
    const status = new Map(
      (
        JSON.parse((await runInProcess('plugin', 'list', '--format=json')).out) as { name: string; status: string }[]
      ).map(({ name, status }) => [name, status]),
    );
    expect([status.get('parcel'), status.get('my-first')]).toEqual(['inactive', 'active']);
    expect((await runInProcess('recover')).out).toBe('No problems found.');
  });

  it('audit list and verify show entries and name the tampered row', async () => {
    expect((await runInProcess('option', 'update', 'blogdescription', 'Told')).code).toBe(0);
    const listed = JSON.parse(
      (await runInProcess('audit', 'list', '--action=settings', '--limit=1', '--format=json')).out,
    ) as { actor: string; subject: string; details: string }[];
    expect(listed).toMatchObject([
      {
        action: 'settings.changed',
        actor: 'command',
        subject: 'setting blogdescription',
        details: expect.stringContaining('Told') as string,
      },
    ]);
    expect((await runInProcess('audit', 'list', '--since=2999-01-01', '--format=json')).out).toBe('[]');
    expect(await runInProcess('audit', 'list', '--since=yesterday')).toMatchObject({
      code: 1,
      error: expect.stringContaining('"yesterday" is not a valid time') as string,
    });
    expect(plinth('audit', 'verify')).toMatchObject({
      code: 0,
      error: '',
      out: expect.stringMatching(
        /^The audit log is intact: \d+ entries, last number \d+, hash [0-9a-f]{64}\.$/,
      ) as string,
    });
    const opened = await createSite(
      readConfig(
        root,
        {
          DATA_DIR: folder,
          ...(scratch?.url ? { DATABASE_URL: scratch.url } : {}),
          LOG_LEVEL: 'silent',
          SAFE_MODE: '1',
        },
        folder,
      ),
    );
    await opened.db()('audit_log').where({ position: 2 }).update({ actor: 'somebody' });
    expect(await runInProcess('audit', 'verify')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/entry \d+ \(number 2\) was changed/) as string,
    });
    await opened.db()('audit_log').where({ position: 2 }).update({ actor: '' });
    expect((await runInProcess('audit', 'verify')).code).toBe(0);
    await opened.db().schema.renameTable('audit_log', 'audit_log_away');
    expect(await runInProcess('db', 'export', join(folder, 'unrecorded.gz'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('this action must be recorded') as string,
    });
    expect(existsSync(join(folder, 'unrecorded.gz'))).toBe(false);
    await opened.db().schema.renameTable('audit_log_away', 'audit_log');
    await opened.close();
  });

  it('db export moves a site to the other database; damaged files change nothing', async () => {
    const file = join(folder, 'site.jsonl.gz');
    expect(plinth('db', 'export', file)).toMatchObject({ code: 0, error: '' });
    const other = mkdtempSync(join(tmpdir(), 'plinth-cli-other-'));
    const target = engine === 'sqlite' ? await scratchDatabase('mysql') : undefined;
    const settings = { DATA_DIR: other, ...(target?.url ? { DATABASE_URL: target.url } : {}) };
    const runThere = here(settings);
    try {
      expect((await runThere('core', 'install', '--title=Inna', '--no-demo')).code).toBe(0);
      expect(await runThere('db', 'import', file)).toMatchObject({
        code: 1,
        error: expect.stringContaining('--yes') as string,
      });
      const cut = join(folder, 'cut.gz');
      writeFileSync(cut, readFileSync(file).subarray(0, 2000));
      expect(await runThere('db', 'import', cut, '--yes')).toMatchObject({ code: 1 });
      expect((await runThere('option', 'get', 'blogname')).out).toBe('Inna');
      expect(await runThere('db', 'import', file, '--yes')).toMatchObject({
        code: 1,
        error: expect.stringContaining('"parcel", which is not installed on this site') as string,
      });
      expect((await runThere('option', 'get', 'blogname')).out).toBe('Inna');
      cpSync(join(folder, 'plugins'), join(other, 'plugins'), { recursive: true });
      writeFileSync(join(other, 'plugins/parcel/index.js'), PARCELS);
      const imported = shell(settings)('db', 'import', file, '--yes');
      expect(imported).toMatchObject({ code: 0, error: '' });
      expect((await runThere('option', 'get', 'blogname')).out).toBe('Ława');
      expect((await runThere('option', 'get', 'my_first_greeting')).out).toBe('Hello');
      // The audit chain is imported together with its key, and continues.
      expect((await runThere('audit', 'verify')).code).toBe(0);
      expect((await runThere('audit', 'list', '--action=data.imported', '--format=json')).out).toContain(
        'site.jsonl.gz',
      );
      expect((await runThere('plugin', 'activate', 'parcel')).code).toBe(0);
      expect((await runThere('parcel', 'say')).out).toBe('two');
      const secondExport = join(folder, 'again.jsonl.gz');
      await runThere('plugin', 'deactivate', 'parcel');
      await runThere('db', 'export', secondExport);
      expect(rowsOf(secondExport)).toEqual(rowsOf(file));
    } finally {
      await target?.drop();
      rmSync(other, { recursive: true, force: true });
    }
    expect(existsSync(`${file}.unfinished`)).toBe(false);
  });
});
