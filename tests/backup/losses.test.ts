import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { startHeartbeat } from '../../core/process/running-nodes.js';
import { here } from '../cli/ways.js';
import { defaultEngines } from '../kit/databases.js';
import { createEmptySandbox, type EmptySandbox, rowsOf } from './sandboxes.js';
import { assertDefined } from '../kit/assert-defined.js';

/** Lines of an export file. */
type Lines = string[];

describe.each(defaultEngines)('database import on %s', (engine) => {
  let sandbox: EmptySandbox;
  let folder: string;
  let exportLines: Lines;
  let plinth: ReturnType<typeof here>;

  beforeAll(async () => {
    sandbox = await createEmptySandbox(engine, 'http://127.0.0.1:8080');
    plinth = here(sandbox.settings);
    folder = mkdtempSync(join(tmpdir(), 'plinth-losses-'));
    expect(await plinth('core', 'install', '--title=Ława', '--no-demo')).toMatchObject({ code: 0 });
    expect(await plinth('db', 'export', join(folder, 'whole.gz'))).toMatchObject({ code: 0 });
    exportLines = gunzipSync(readFileSync(join(folder, 'whole.gz')))
      .toString()
      .trim()
      .split('\n');
  });
  afterAll(async () => {
    await sandbox.release();
    rmSync(folder, { recursive: true, force: true });
  });

  async function imported(lines: Lines, ...more: string[]): ReturnType<typeof plinth> {
    const file = join(folder, 'changed.gz');
    writeFileSync(file, gzipSync(`${lines.join('\n')}\n`));
    return plinth('db', 'import', file, '--yes', ...more);
  }
  const replaced = (pattern: RegExp, by: string): Lines => exportLines.map((line) => line.replace(pattern, by));
  const head = (): Lines => [assertDefined(exportLines[0]?.replace(',"form":2', '')), ...exportLines.slice(1, -1)];

  it.each([
    [
      'a table that this site lacks',
      () => [...exportLines.slice(0, -1), '{"table":"parcels","columns":["id"]}', '[1]', exportLines.at(-1) ?? ''],
      'no table "parcels"',
    ],
    [
      'a column that this site lacks',
      () =>
        replaced(/^\{"table":"users","columns":\[/, '{"table":"users","columns":["a_shoe_size",').map(
          (line, index, all) => (all[index - 1]?.startsWith('{"table":"users"') ? line.replace('[', '[44,') : line),
        ),
      'is missing columns: a_shoe_size',
    ],
    [
      'fewer rows than its row count',
      () => exportLines.filter((_line, index) => !exportLines[index - 1]?.startsWith('{"table":"options"')),
      'options: ',
    ],
    ['no end', () => exportLines.slice(0, -1), 'it was truncated'],
    ['a truncated line', () => [...exportLines.slice(0, 20), '["half'], 'it was truncated'],
    [
      'migrations that this version does not know',
      () => replaced(/"009_open_entries"/, '"009_open_entries","010_of_tomorrow"'),
      '010_of_tomorrow',
    ],
    [
      'data of a plugin that is not installed',
      () => replaced(/"migrations":\{/, '"migrations":{"parcel":["001_parcels"],'),
      'the plugin "parcel", which is not installed',
    ],
  ])('fails on an export with %s, says so, and changes nothing', async (_what, lines, expectedError) => {
    const before = await sandbox.inSite((site) => rowsOf(site.db));
    expect(await imported(lines())).toMatchObject({ code: 1, error: expect.stringContaining(expectedError) as string });
    expect(await sandbox.inSite((site) => rowsOf(site.db))).toEqual(before);
  });

  it('skips data of missing plugins with --skip-missing-plugins and names it', async () => {
    const lines = [
      ...exportLines.slice(0, -1),
      '{"table":"parcels","columns":["id"]}',
      '[1]',
      (exportLines.at(-1) ?? '').replace('{"end":{', '{"end":{"parcels":1,'),
    ];
    expect(await imported(lines, '--skip-missing-plugins')).toMatchObject({
      code: 0,
      error: expect.stringContaining('1 rows of "parcels"') as string,
    });
  });

  it('accepts an older export without row counts', async () => {
    expect(await imported(head())).toMatchObject({ code: 0 });
    expect((await plinth('option', 'get', 'blogname')).out).toBe('Ława');
  });

  it('refuses to run while the site runs, and so does a restore', async () => {
    expect(await plinth('backup', 'create', join(folder, 'a.zip'))).toMatchObject({ code: 0 });
    await sandbox.inSite(async (site) => {
      const stopped = await startHeartbeat(site.db);
      for (const command of [
        ['db', 'import', join(folder, 'whole.gz')],
        ['backup', 'restore', join(folder, 'a.zip')],
      ]) {
        expect(await plinth(...command, '--yes')).toMatchObject({
          code: 1,
          error: expect.stringContaining('The site is running') as string,
        });
      }
      await stopped();
    });
    expect(await plinth('backup', 'restore', join(folder, 'a.zip'), '--yes')).toMatchObject({ code: 0 });
  });

  it('restore requires --yes; backup create, list and verify report JSON and exit codes', async () => {
    expect(await plinth('backup', 'restore', join(folder, 'a.zip'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('--yes') as string,
    });
    const created = await plinth('backup', 'create', '--format=json');
    expect(created).toMatchObject({ code: 0, error: '' });
    const { file, rows } = assertDefined((JSON.parse(created.out) as { file: string; rows: number }[])[0]);
    expect(rows).toBeGreaterThan(20);
    expect(JSON.parse((await plinth('backup', 'list', '--format=json')).out)).toMatchObject([
      { state: 'good', kind: 'manual' },
    ]);
    expect(await plinth('backup', 'verify', file, '--format=json')).toMatchObject({ code: 0, error: '' });
    writeFileSync(file, readFileSync(file).fill(0, 200, 210));
    expect(await plinth('backup', 'verify', file, '--format=json')).toMatchObject({
      code: 1,
      error: expect.stringContaining('is damaged') as string,
    });
    expect(JSON.parse((await plinth('backup', 'list', '--format=json')).out)).toMatchObject([{ state: 'damaged' }]);
    expect(await plinth('backup', 'create', join(folder, 'a.zip'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('already') as string,
    });
  });
});
