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
import { createJobs, type Invoke } from './jobs.js';

interface CronDeps {
  db: Database;
  hooks: HookApi;
  invoke: Invoke;
  /** Fires an event's action; fired as a regular action when absent. */
  fire?: (hook: string, args: readonly unknown[]) => MaybePromise<void>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const LOCK = 'cron';

/**
 * Creates scheduled events and background jobs.
 * @since 0.1.0 (WordPress: wp_schedule_event and its family)
 */
export function createCron({ db, hooks, invoke, fire = hooks.doActionRefArray, now = Date.now }: CronDeps): CronApi {
  const seconds = (): number => Math.floor(now() / 1000);
  const table = createCronTable(db, seconds);

  const reads = createCronReads({ hooks, table, seconds });
  const writes = createCronWrites({ hooks, table, reads, seconds });

  /**
   * Schedules the next occurrence before running this one, so that a crash in between neither repeats it forever nor
   * loses later ones.
   */
  async function runEvent(event: CronEvent): Promise<void> {
    if (event.schedule) await writes.wpRescheduleEvent(event.timestamp, event.schedule, event.hook, event.args);
    await writes.wpUnscheduleEvent(event.timestamp, event.hook, event.args);
    // Arguments may have names; the action gets them in order.
    const args = Array.isArray(event.args) ? event.args : Object.values(event.args);
    await invoke('core', `cron event ${event.hook}`, () => fire(event.hook, args));
  }

  async function runDueEvents(): Promise<CronEvent[]> {
    const ran: CronEvent[] = [];
    const run = async (): Promise<void> => {
      await table.followClock();
      for (const event of await reads.wpGetReadyCronJobs()) {
        await runEvent(event);
        ran.push(event);
      }
    };
    try {
      await db.withLock(LOCK, run, { wait: 0, ttl: 60_000 });
    } catch (error) {
      // Another node is already running it.
      if (!(error instanceof PlinthError && error.code === 'db_lock_timeout')) throw error;
    }
    return ran;
  }

  return { ...writes, ...reads, runDueEvents, ...createJobs({ db, invoke, now }) };
}

/** WordPress's update checks. The host itself contacts no server; plugins check for their updates then. */
const EVENTS = ['wp_version_check', 'wp_update_plugins', 'wp_update_themes'] as const;
const HALF_DAY = 43_200;
/** Seconds after noon and midnight, UTC, to avoid events that others schedule on the hour. */
const AT = 2400;

/**
 * Schedules the events, twice a day, at which plugins may check other servers for new versions. All nodes compute the
 * same times, so that each event is in the table once.
 * @param now milliseconds since 1970
 * @since 0.1.0 (WordPress: wp_schedule_update_checks)
 */
export async function scheduleUpdateChecks(
  { cron }: { readonly cron: Pick<CronApi, 'wpNextScheduled' | 'wpScheduleEvent'> },
  now = Date.now(),
): Promise<void> {
  const next = (Math.floor(now / 1000 / HALF_DAY) + 1) * HALF_DAY + AT;
  for (const event of EVENTS)
    if ((await cron.wpNextScheduled(event)) === false) await cron.wpScheduleEvent(next, 'twicedaily', event);
}
