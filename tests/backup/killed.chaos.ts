import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyBackup } from '../../core/backup/index.js';
import { openDatabase } from '../../core/db/index.js';
import { shell } from '../cli/ways.js';
import { allEngines } from '../kit/databases.js';
import { createEmptySandbox, type EmptySandbox, filesOf, rowsOf } from './sandboxes.js';

const PROCESS = join(__dirname, 'killed-process.cjs');
const URL_OF_SITE = 'http://127.0.0.1:8080';

describe.each(allEngines)('kill -9 on %s', (engine) => {
  let sandbox: EmptySandbox;
  let folder: string;
  let file: string;
  let plinth: ReturnType<typeof shell>;
  type State = { rows: Record<string, string[]>; files: Record<string, string> };
  let inBackup: State;

  /** Runs the killed process. @returns the signal that ended it */
  const killed = (operation: string, moment: string, target: string): string | null =>
    spawnSync(process.execPath, [PROCESS, operation, moment, target], {
      env: { PATH: process.env.PATH, ...sandbox.settings },
      encoding: 'utf8',
    }).signal;
  /** All data except the audit log, which also records the restore. */
  const state = async (): Promise<State> => {
    const { audit_log: _log, audit_chain: _chain, ...rows } = await sandbox.inSite((site) => rowsOf(site.db));
    return { rows, files: filesOf(sandbox.dataDir) };
  };
  /** Expires the locks of the killed process, as happens automatically after a while. */
  async function expireLocks(): Promise<void> {
    const db = openDatabase({ url: sandbox.settings.DATABASE_URL, file: join(sandbox.dataDir, 'site.sqlite') });
    await db()('locks').whereIn('name', ['backup', 'restore']).update({ expires_at: 0 });
    await db.destroy();
  }
  const upload = (name: string, text: string): void => writeFileSync(join(sandbox.dataDir, 'uploads', name), text);

  beforeAll(async () => {
    sandbox = await createEmptySandbox(engine, URL_OF_SITE);
    plinth = shell(sandbox.settings);
    folder = mkdtempSync(join(tmpdir(), 'plinth-killed-'));
    file = join(folder, 'good.zip');
    expect(plinth('core', 'install', '--title=In the backup', '--no-demo')).toMatchObject({ code: 0 });
    mkdirSync(join(sandbox.dataDir, 'uploads'));
    for (let number = 0; number < 20; number += 1) upload(`${number}.txt`, `${number}`.repeat(100_000));
    expect(plinth('backup', 'create', file)).toMatchObject({ code: 0 });
    inBackup = await state();
  });
  afterAll(async () => {
    await sandbox.release();
    rmSync(folder, { recursive: true, force: true });
  });

  it('during a backup leaves no zip, and the next backup succeeds', async () => {
    for (const steps of [1, 2, 12]) {
      const cut = join(folder, `cut-${steps}.zip`);
      expect(killed('create', String(steps), cut)).toBe('SIGKILL');
      await expireLocks();
      expect(readdirSync(folder).filter((name) => name.startsWith('cut') && name.endsWith('.zip'))).toEqual([]);
    }
    const retryFile = join(folder, 'cut-1.zip');
    expect(plinth('backup', 'create', retryFile)).toMatchObject({ code: 0 });
    expect((await verifyBackup(retryFile)).problems).toEqual([]);
    expect(readdirSync(folder)).not.toContain('cut-1.zip.unfinished');
    rmSync(retryFile);
  });

  it.each(['unpack 0', 'unpack 10', 'import 0', 'imported', 'swapped', 'committed'])(
    'during a restore (%s) leaves the old or new site, and restoring again succeeds',
    async (moment) => {
      expect(plinth('option', 'update', 'blogname', 'Before')).toMatchObject({ code: 0 });
      upload('later.txt', 'later');
      rmSync(join(sandbox.dataDir, 'uploads', '3.txt'), { force: true });
      const before = await state();
      expect(killed('restore', moment, file)).toBe('SIGKILL');
      await expireLocks();
      // Opening the site completes or rolls back the interrupted restore.
      const found = await state();
      expect(found).toEqual(moment === 'committed' ? inBackup : before);
      expect(readdirSync(sandbox.dataDir)).not.toContain('.restore');
      if (moment === 'swapped') {
        upload('later.txt', 'later');
        expect(killed('restore', 'swapped', file)).toBe('SIGKILL');
        // The lock expires here too.
      }
      expect(plinth('backup', 'restore', file, '--yes')).toMatchObject({ code: 0 });
      expect(await state()).toEqual(inBackup);
    },
  );
});
