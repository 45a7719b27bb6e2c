import { join } from 'node:path';
import { DateTime } from 'luxon';
import {
  type CronApi,
  type HookApi,
  type JobProgress,
  type JobRecord,
  type OptionsApi,
  PlinthError,
  type TranslationApi,
} from '../api/index.js';
import { createJobs, type RunLogged } from '../jobs/index.js';
import type { Email } from '../mail/index.js';
import { type BackupSource, type BackupOptions, createBackup } from './create.js';
import type { BackupKind } from './manifest.js';
import { type RetentionPolicy, findExpired } from './retention.js';
import { createBackupStore, type BackupStore } from './backup-store.js';
import { verifyBackup } from './verify.js';
import { decodeSiteName } from '../formatting/index.js';

/** The owner's backup settings. */
interface BackupSettings extends RetentionPolicy {
  readonly nightly: boolean;
  /** Hour in the site's time zone. */
  readonly hour: number;
}

/** The result of the last backup made automatically or with the button. */
interface LastBackup {
  readonly kind: BackupKind;
  readonly good: boolean;
  /** UTC, as ISO 8601. */
  readonly at: string;
  readonly name: string;
  readonly bytes: number;
  readonly seconds: number;
  /** The error message, if it failed. */
  readonly problem: string;
}

/** Backups made while the site runs. */
export interface Backups {
  readonly store: BackupStore;
  settings(): Promise<BackupSettings>;
  save(settings: BackupSettings): Promise<void>;
  /** Schedules the next nightly backup if it is not scheduled yet. */
  schedule(): Promise<void>;
  /** Returns when the next one is scheduled, as a Unix time in seconds. */
  next(): Promise<number | false>;
  last(): Promise<LastBackup | undefined>;
  /**
   * Requests a backup or a verification, which a node performs in the background. Returns false if one is already
   * requested.
   */
  request(task: BackupKind | { readonly verify: string }): Promise<boolean>;
  /** Returns the requested or running job. */
  current(): Promise<JobRecord | undefined>;
  /** Runs the requested job, separately from all other scheduled work because it may take long. */
  runDue(): Promise<void>;
  /** Stops the job of this process; another process resumes it. */
  stop(): Promise<void>;
}

interface BackupsDeps {
  readonly source: BackupSource;
  readonly folder: string;
  readonly hooks: HookApi;
  readonly cron: CronApi;
  readonly runLogged: RunLogged;
  readonly options: OptionsApi;
  readonly text: TranslationApi;
  timeZone(): Promise<string>;
  sendMail(email: Email): Promise<boolean>;
  adminUrl(path: string): string;
  /** Unix time in milliseconds. */
  readonly now?: () => number;
  /** Replaces the disk in tests. */
  readonly disk?: Pick<BackupOptions, 'sink' | 'getFreeBytes'>;
}

type Payload = { readonly kind: BackupKind } | { readonly verify: string };

/** Maximum number of seconds between two nightly backups: 25 hours when daylight saving time ends. */
const MAX_INTERVAL_SECONDS = 25 * 3600 + 60;
const NIGHTLY_EVENT = 'plinth_nightly_backup';
const QUEUE = 'plinth/backup';
const SETTINGS_OPTION = 'backup_settings';
const LAST_BACKUP_OPTION = 'backup_last';
const DEFAULTS: BackupSettings = { nightly: false, hour: 3, days: 7, weeks: 4, months: 6 };
/** Milliseconds the nightly backup waits for a manual one. */
const TIMEOUT_MS = 30 * 60_000;
const PROGRESS_INTERVAL_MS = 1000;

export function createBackups(deps: BackupsDeps): Backups {
  const { source, hooks, cron, options, now = Date.now } = deps;
  const store = createBackupStore(deps.folder);
  const jobs = createJobs({ db: source.db, runLogged: deps.runLogged, now });
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;

  const readSettings = async (): Promise<BackupSettings> => ({
    ...DEFAULTS,
    ...(await options.getOption<Partial<BackupSettings>>(SETTINGS_OPTION, {})),
  });
  const saveLastBackup = (last: LastBackup): Promise<unknown> => options.updateOption(LAST_BACKUP_OPTION, last);

  async function findJob(): Promise<JobRecord | undefined> {
    return (await jobs.getJobs({ queue: QUEUE, limit: 20 })).find(
      ({ state }) => state === 'waiting' || state === 'running',
    );
  }

  async function requestBackup(task: BackupKind | { readonly verify: string }): Promise<boolean> {
    if (await findJob()) return false;
    await jobs.enqueueJob(QUEUE, (typeof task === 'string' ? { kind: task } : task) satisfies Payload);
    return true;
  }

  /** Time of the last check for due jobs, as a Unix time in milliseconds. */
  let lastCheckAt = 0;

  const { schedule, plan } = createSchedule(deps, readSettings, now);

  async function runBackup(kind: BackupKind, progress: JobProgress): Promise<void> {
    const started = now();
    const name = await store.newName(source.siteUrl, started);
    const file = join(deps.folder, name);
    const halfProgress = (offset: number) =>
      throttle((done, total) => progress(Math.round(offset + (50 * done) / Math.max(1, total)), 100));
    const endData = (): Pick<LastBackup, 'kind' | 'at' | 'seconds'> => ({
      kind,
      at: new Date(started).toISOString(),
      seconds: Math.round((now() - started) / 1000),
    });
    try {
      await createBackup(source, file, {
        kind,
        now: started,
        signal: stopping.signal,
        onProgress: halfProgress(0),
        wait: kind === 'nightly' ? TIMEOUT_MS : 0,
        ...deps.disk,
      });
      const verifyResult = await verifyBackup(file, halfProgress(50));
      await store.note(file, verifyResult);
      if (verifyResult.problems.length > 0)
        throw new PlinthError(
          'backup_damaged',
          `The new backup failed verification: ${verifyResult.problems.join(' ')}`,
          {
            hint: 'Check the disk.',
            kind: 'outage',
          },
        );
      await saveLastBackup({ ...endData(), good: true, name, bytes: verifyResult.bytes, problem: '' });
    } catch (error) {
      if (stopping.signal.aborted) return void (await jobs.enqueueJob(QUEUE, { kind } satisfies Payload));
      const problem =
        error instanceof PlinthError
          ? [error.message, error.hint].filter(Boolean).join(' ')
          : String((error as Error)?.message ?? error);
      await saveLastBackup({ ...endData(), good: false, name: '', bytes: 0, problem });
      if (kind === 'nightly') await notifyOwner(problem, deps);
      throw error;
    }
    if (kind === 'nightly')
      for (const old of findExpired(await store.list(), await readSettings(), await deps.timeZone()))
        await store.remove(old);
  }

  jobs.registerJob(
    QUEUE,
    async (payload, progress) => {
      const jobPayload = payload as Payload;
      if ('kind' in jobPayload) return runBackup(jobPayload.kind, progress);
      const file = await store.file(jobPayload.verify);
      if (file !== undefined)
        await store.note(
          file,
          await verifyBackup(
            file,
            throttle((done, total) => progress(Math.round((100 * done) / Math.max(1, total)), 100)),
          ),
        );
    },
    { maxAttempts: 1 },
  );

  hooks.addAction(NIGHTLY_EVENT, async () => {
    await schedule();
    if ((await readSettings()).nightly) await requestBackup('nightly');
  });

  return {
    store,
    settings: readSettings,
    request: requestBackup,
    current: findJob,
    async save(newSettings) {
      await options.updateOption(SETTINGS_OPTION, newSettings);
      await cron.wpUnscheduleHook(NIGHTLY_EVENT);
      await schedule();
    },
    schedule: plan,
    next: () => cron.wpNextScheduled(NIGHTLY_EVENT),
    last: async () => (await options.getOption<LastBackup | false>(LAST_BACKUP_OPTION, false)) || undefined,
    async runDue() {
      if (stopping.signal.aborted) return;
      const previousCheckAt = lastCheckAt;
      lastCheckAt = now();
      if (lastCheckAt < previousCheckAt) await plan();
      running ??= jobs.runJobs().finally(() => (running = undefined));
      await running;
    },
    async stop() {
      stopping.abort();
      await running?.catch(() => undefined);
    },
  };
}

/** Schedules the next nightly backup. */
function createSchedule(
  deps: Pick<BackupsDeps, 'cron' | 'timeZone'>,
  settings: Backups['settings'],
  now: () => number,
) {
  async function schedule(): Promise<void> {
    const { nightly, hour } = await settings();
    if (!nightly) return;
    const here = DateTime.fromMillis(now(), { zone: await deps.timeZone() });
    const today = here.set({ hour, minute: 0, second: 0, millisecond: 0 });
    await deps.cron.wpScheduleSingleEvent(
      Math.floor((today > here ? today : today.plus({ days: 1 })).toSeconds()),
      NIGHTLY_EVENT,
    );
  }

  /** Schedules the next backup. Replaces an event that is too far in the future because the clock was set back. */
  async function scheduleNext(): Promise<void> {
    const next = await deps.cron.wpNextScheduled(NIGHTLY_EVENT);
    if (next !== false && next < now() / 1000 + MAX_INTERVAL_SECONDS) return;
    if (next !== false) await deps.cron.wpUnscheduleHook(NIGHTLY_EVENT);
    await schedule();
  }

  return { schedule, plan: scheduleNext };
}

/** Sends an email that the nightly backup failed. */
async function notifyOwner(problem: string, { options, text: { __ }, sendMail, adminUrl }: BackupsDeps): Promise<void> {
  const to = await options.getOption<string>('admin_email', '');
  if (to === '') return;
  const subject = __(
    '[%s] The nightly backup failed',
    decodeSiteName(await options.getOption<string>('blogname', 'Plinth')),
  );
  await sendMail({
    to,
    subject,
    text: [
      problem,
      __('Your earlier backups are still available under Tools → Backups:'),
      adminUrl('backups.php'),
    ].join('\n\n'),
  });
}

/** Reports progress at most once per second; an error in reporting does not fail the backup. */
function throttle(report: (done: number, total: number) => Promise<void>): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    if (performance.now() - last < PROGRESS_INTERVAL_MS) return;
    last = performance.now();
    void report(done, total).catch(() => undefined);
  };
}
