import {
  type CronApi,
  type CronEvent,
  type Database,
  type HookApi,
  type MaybePromise,
  PlinthError,
} from '../api/index.js';
import { createCronReads } from './cron-reads.js';
import { createCronTable } from './cron-table.js';
import { createCronWrites } from './cron-writes.js';
import { createJobs, type RunLogged } from './jobs.js';

interface CronDeps {
  db: Database;
  hooks: HookApi;
  runLogged: RunLogged;
  /** Fires the action of an event; without it, `doActionRefArray` does. */
  fire?: (hook: string, args: readonly unknown[]) => MaybePromise<void>;
  /** Returns the current Unix time in milliseconds. */
  now?: () => number;
}

const LOCK_NAME = 'cron';

/**
 * Creates the functions for scheduled events and background jobs.
 * @since 0.1.0 (WordPress: wp_schedule_event, wp_unschedule_event …)
 */
export function createCron({ db, hooks, runLogged, fire = hooks.doActionRefArray, now = Date.now }: CronDeps): CronApi {
  const seconds = (): number => Math.floor(now() / 1000);
  const table = createCronTable(db, seconds);

  const reads = createCronReads({ hooks, table, seconds });
  const writes = createCronWrites({ hooks, table, reads, seconds });

  /**
   * Runs an event. The next occurrence is scheduled first, so that a crash neither repeats the event forever nor loses
   * later occurrences.
   */
  async function runEvent(event: CronEvent): Promise<void> {
    if (event.schedule) await writes.wpRescheduleEvent(event.timestamp, event.schedule, event.hook, event.args);
    await writes.wpUnscheduleEvent(event.timestamp, event.hook, event.args);
    // Arguments may have names. The action receives only their values.
    const args = Array.isArray(event.args) ? event.args : Object.values(event.args);
    await runLogged('core', `cron event ${event.hook}`, () => fire(event.hook, args));
  }

  async function runDueEvents(): Promise<CronEvent[]> {
    const completedEvents: CronEvent[] = [];
    const runAll = async (): Promise<void> => {
      await table.followClock();
      for (const event of await reads.wpGetReadyCronJobs()) {
        await runEvent(event);
        completedEvents.push(event);
      }
    };
    try {
      await db.withLock(LOCK_NAME, runAll, { wait: 0, ttl: 60_000 });
    } catch (error) {
      // Another process is already running the events.
      if (!(error instanceof PlinthError && error.code === 'db_lock_timeout')) throw error;
    }
    return completedEvents;
  }

  return { ...writes, ...reads, runDueEvents, ...createJobs({ db, runLogged, now }) };
}

/** WordPress's events for update checks. Core contacts no server; plugins can check for their updates. */
const UPDATE_EVENTS = ['wp_version_check', 'wp_update_plugins', 'wp_update_themes'] as const;
const HALF_DAY_SECONDS = 43_200;
/** Seconds after noon and midnight in UTC, so that the events are not due at the full hour like those of others. */
const OFFSET_SECONDS = 2400;

/**
 * Schedules the events for update checks, in which plugins may ask other servers for new versions. They are due twice a
 * day. All nodes compute the same times, so that each event is scheduled once.
 * @param now Unix time in milliseconds
 * @since 0.1.0 (WordPress: wp_schedule_update_checks)
 */
export async function scheduleUpdateChecks(
  { cron }: { readonly cron: Pick<CronApi, 'wpNextScheduled' | 'wpScheduleEvent'> },
  now = Date.now(),
): Promise<void> {
  const next = (Math.floor(now / 1000 / HALF_DAY_SECONDS) + 1) * HALF_DAY_SECONDS + OFFSET_SECONDS;
  for (const event of UPDATE_EVENTS)
    if ((await cron.wpNextScheduled(event)) === false) await cron.wpScheduleEvent(next, 'twicedaily', event);
}
