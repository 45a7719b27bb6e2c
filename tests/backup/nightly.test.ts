import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import {
  type Backups,
  type BackupOptions,
  createBackup,
  createBackups,
  type StoredBackup,
} from '../../core/backup/index.js';
import { findExpired } from '../../core/backup/retention.js';
import { healthChecks } from '../../core/app/health-checks.js';
import { createCron } from '../../core/jobs/index.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { sourceOf } from './sandboxes.js';

const HOUR = 3_600_000;

/** A stream that fails after a number of bytes, like a full disk. */
const fullAfter = (max: number) => (): Writable => {
  let bytes = 0;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      done(
        (bytes += chunk.length) > max
          ? Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
          : null,
      );
    },
  });
};

describe.each(defaultEngines)('nightly backup on %s', (engine) => {
  let test: TestSite;
  let folder: string;
  let now: number;
  let disk: Pick<BackupOptions, 'sink' | 'getFreeBytes'> = {};
  const emails: string[] = [];

  /** A node of the site with the test's clock. */
  function node(): { backups: Backups; runDue(): Promise<void> } {
    const { site } = test;
    const hooks = site.hooks;
    hooks.removeAllActions('plinth_nightly_backup');
    const runLogged = async <T>(_owner: string, _what: string, work: () => T | Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch {
        return undefined;
      }
    };
    const cron = createCron({ db: site.db, hooks, runLogged, now: () => now });
    const backups = createBackups({
      source: sourceOf(site),
      folder,
      hooks,
      cron,
      runLogged,
      options: site.options,
      adminUrl: (path) => path,
      now: () => now,
      get disk() {
        return disk;
      },
      text: site.i18n.domain('default'),
      timeZone: () => Promise.resolve('Europe/Warsaw'),
      sendMail: async (email) => Boolean(emails.push(`${email.to.toString()}: ${email.subject}\n${email.text ?? ''}`)),
    });
    return {
      backups,
      runDue: () =>
        test.inContext(async () => {
          await cron.runDueEvents();
          await backups.runDue();
        }),
    };
  }

  beforeEach(async () => {
    test = await bootSite({ engine });
    folder = mkdtempSync(join(tmpdir(), 'plinth-nightly-'));
    now = Date.UTC(2031, 6, 1, 12);
    disk = {};
    emails.length = 0;
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = { nightly: true, hour: 3, days: 2, weeks: 0, months: 0 };

  it('runs once and verified at the local hour, across daylight saving changes', async () => {
    const { backups, runDue } = node();
    await test.inContext(() => backups.save(settings));
    // Three o'clock in daylight saving time.
    expect(await backups.next()).toBe(Date.UTC(2031, 6, 2, 1) / 1000);
    await runDue();
    expect(await backups.store.list()).toEqual([]);
    now = Date.UTC(2031, 6, 2, 1, 0, 10);
    await runDue();
    await runDue();
    expect(await backups.store.list()).toMatchObject([
      { kind: 'nightly', state: 'good', created: '2031-07-02T01:00:10.000Z' },
    ]);
    expect(await backups.last()).toMatchObject({ good: true, kind: 'nightly', bytes: expect.any(Number) as number });
    expect(await backups.next()).toBe(Date.UTC(2031, 6, 3, 1) / 1000);
    now = Date.UTC(2031, 9, 25, 12);
    await runDue();
    expect(await backups.next()).toBe(Date.UTC(2031, 9, 26, 2) / 1000);
    await test.inContext(() => backups.save({ ...settings, nightly: false }));
    expect(await backups.next()).toBe(false);
  });

  it('moves to the next night when the clock was set back', async () => {
    const { backups, runDue } = node();
    await test.inContext(() => backups.save(settings));
    now = Date.UTC(2031, 6, 5, 12);
    await runDue();
    expect(await backups.next()).toBe(Date.UTC(2031, 6, 6, 1) / 1000);
    now = Date.UTC(2031, 6, 1, 12);
    await runDue();
    expect(await backups.next()).toBe(Date.UTC(2031, 6, 2, 1) / 1000);
    now = Date.UTC(2031, 6, 5, 12);
    await test.inContext(() => backups.save(settings));
    now = Date.UTC(2031, 6, 1, 12);
    // As at a start in the meantime.
    await test.inContext(() => node().backups.schedule());
    expect(await backups.next()).toBe(Date.UTC(2031, 6, 2, 1) / 1000);
  });

  it('runs on only one of two nodes and keeps the configured number', async () => {
    const [first, second] = [node(), node()];
    await test.inContext(() => first.backups.save(settings));
    await test.inContext(() => second.backups.schedule());
    for (let night = 2; night <= 6; night += 1) {
      now = Date.UTC(2031, 6, night, 1, 0, 5);
      await Promise.all([first.runDue(), second.runDue()]);
      await Promise.all([first.runDue(), second.runDue()]);
      expect((await first.backups.store.list()).map(({ created }) => created.slice(8, 10))).toEqual(
        [night, night - 1].filter((day) => day > 1).map((day) => `0${day}`),
      );
    }
    expect(readdirSync(folder).filter((name) => !/\.zip(\.verified)?$/.test(name))).toEqual([]);
  });

  it('reports a failure by email and site health, and keeps good backups', async () => {
    const { backups, runDue } = node();
    await test.inContext(() => test.site.options.updateOption('admin_email', 'owner@example.test'));
    await test.inContext(() => backups.save({ ...settings, days: 1 }));
    now = Date.UTC(2031, 6, 2, 1, 0, 5);
    await runDue();
    const [good] = await backups.store.list();
    disk = { sink: fullAfter(3000) };
    for (let night = 3; night <= 5; night += 1) {
      now = Date.UTC(2031, 6, night, 1, 0, 5);
      await runDue();
    }
    expect(await backups.last()).toMatchObject({ good: false, problem: expect.stringContaining('is full') as string });
    expect(emails).toHaveLength(3);
    expect(emails[0]).toMatch(/^owner@example\.test: .*The nightly backup failed\n.*is full/);
    expect(readdirSync(folder).sort()).toEqual([good?.name, `${good?.name}.verified`]);
    expect((await healthChecks(test.site)).find(({ id }) => id === 'backups')).toMatchObject({
      state: 'critical',
      description: expect.stringContaining('is full') as string,
    });
    disk = { getFreeBytes: () => Promise.resolve(1_000_000) };
    now = Date.UTC(2031, 6, 6, 1, 0, 5);
    await runDue();
    expect((await backups.last())?.problem).toMatch(/has 1 MB of free space, but up to \d+ MB may be needed/);
    disk = {};
    now += 24 * HOUR;
    await runDue();
    expect(await backups.last()).toMatchObject({ good: true });
  });

  it('resumes on another node when its node stopped', async () => {
    const [first, second] = [node(), node()];
    await test.inContext(() => first.backups.request('manual'));
    let stopped: Promise<void> | undefined;
    disk = {
      sink: () =>
        new Writable({
          write(_chunk, _encoding, done) {
            stopped ??= first.backups.stop();
            done();
          },
        }),
    };
    await test.inContext(() => first.backups.runDue());
    await stopped;
    disk = {};
    expect(await second.backups.current()).toMatchObject({ state: 'waiting' });
    await second.runDue();
    expect(await second.backups.store.list()).toMatchObject([{ state: 'good', kind: 'manual' }]);
  });
});

it('leaves no file when the disk is full or has too little space', async () => {
  const test = await bootSite();
  const folder = mkdtempSync(join(tmpdir(), 'plinth-full-'));
  mkdirSync(join(test.site.config.dataDir, 'uploads'), { recursive: true });
  writeFileSync(join(test.site.config.dataDir, 'uploads', 'a.jpg'), Buffer.alloc(3_000_000, 1));
  for (const max of [0, 100, 5000, 1_000_000, 2_999_000]) {
    await expect(
      createBackup(sourceOf(test.site), join(folder, 'a.zip'), { sink: fullAfter(max) }),
    ).rejects.toMatchObject({ code: 'insufficient_disk_space', kind: 'outage' });
    expect(readdirSync(folder)).toEqual([]);
  }
  await expect(
    createBackup(sourceOf(test.site), join(folder, 'a.zip'), { getFreeBytes: () => Promise.resolve(34_000_000) }),
  ).rejects.toMatchObject({ code: 'insufficient_disk_space' });
  expect(readdirSync(folder)).toEqual([]);
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('retention of backups', () => {
  const backup = (created: string, more: Partial<StoredBackup> = {}): StoredBackup => ({
    name: `${created}.zip`,
    bytes: 1,
    created: `${created}T02:00:00.000Z`,
    kind: 'nightly',
    siteUrl: '',
    state: 'good',
    ...more,
  });
  const days = Array.from({ length: 400 }, (_, day) =>
    backup(new Date(Date.UTC(2031, 0, 1) + day * 24 * HOUR).toISOString().slice(0, 10)),
  );

  it('keeps the newest of the configured days, weeks and months', () => {
    const expired = new Set(findExpired(days, { days: 7, weeks: 4, months: 6 }, 'Europe/Warsaw'));
    const remaining = days.map(({ name }) => name.slice(0, 10)).filter((day) => !expired.has(`${day}.zip`));
    expect(remaining).toEqual([
      '2031-09-30',
      '2031-10-31',
      '2031-11-30',
      '2031-12-31',
      '2032-01-18',
      '2032-01-25',
      '2032-01-29',
      '2032-01-30',
      '2032-01-31',
      '2032-02-01',
      '2032-02-02',
      '2032-02-03',
      '2032-02-04',
    ]);
  });

  it('keeps the last good backup, whatever the settings and later backups', () => {
    const [good, ...later] = [
      backup('2031-01-01'),
      backup('2031-02-01', { state: 'damaged' }),
      backup('2031-02-02', { state: 'unverified' }),
    ];
    expect(findExpired([good, ...later], { days: 0, weeks: 0, months: 0 }, 'UTC')).toEqual([]);
    expect(findExpired(later, { days: 1, weeks: 0, months: 0 }, 'UTC')).toEqual([]);
    expect(findExpired([...later, backup('2031-03-01')], { days: 1, weeks: 0, months: 0 }, 'UTC').sort()).toEqual([
      '2031-02-01.zip',
      '2031-02-02.zip',
    ]);
  });

  it('keeps manual backups', () => {
    expect(
      findExpired(
        [
          backup('2031-01-01', { kind: 'manual' }),
          backup('2031-01-02', { kind: '', state: 'damaged' }),
          backup('2031-03-01'),
        ],
        { days: 1, weeks: 0, months: 0 },
        'UTC',
      ),
    ).toEqual([]);
  });
});
