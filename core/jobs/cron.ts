import {
  type CronApi,
  type CronEvent,
  type Database,
  type HookApi,
  type MaybePromise,
  PlinthError,
  WpError,
} from '../api/index.js';
import { isNumeric } from '../options/index.js';
import { createCronTable } from './cron-table.js';
import { createJobs, type Invoke } from './jobs.js';
import { wpGetSchedules } from './schedules.js';

interface CronDeps {
  db: Database;
  hooks: HookApi;
  invoke: Invoke;
  /** Fires an event's action; by the hooks as any other when absent. */
  fire?: (hook: string, args: readonly unknown[]) => MaybePromise<void>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Two single events of the same kind within this many seconds are one. */
const DUPLICATE_WINDOW = 600;
const LOCK = 'cron';

/**
 * Creates scheduled events and background jobs.
 * @since 0.1.0 (WordPress: wp_schedule_event and its family)
 */
export function createCron({ db, hooks, invoke, fire = hooks.doActionRefArray, now = Date.now }: CronDeps): CronApi {
  const table = createCronTable(db);
  const seconds = (): number => Math.floor(now() / 1000);

  /** Errors travel as values only when the caller asks for them. */
  const refuse = (wpError: boolean, code: string, message: string): false | WpError =>
    wpError ? new WpError(code, message) : false;
  const badTime = (wpError: boolean): false | WpError =>
    refuse(wpError, 'invalid_timestamp', 'Event timestamp must be a valid Unix timestamp.');

  /** What a `pre_…` filter answered instead of the host, or undefined when it stayed silent. */
  async function instead<T>(
    name: string,
    reason: string,
    wpError: boolean,
    ...args: unknown[]
  ): Promise<T | false | WpError | undefined> {
    const answer = await hooks.applyFilters<unknown>(name, null, ...args, wpError);
    if (answer === null || answer === undefined) return undefined;
    if (answer === false && wpError) return new WpError(`${name}_false`, reason);
    return answer instanceof WpError && !wpError ? false : (answer as T);
  }

  async function save(event: CronEvent, wpError: boolean): Promise<boolean | WpError> {
    const final = await hooks.applyFilters<CronEvent | false>('schedule_event', event);
    if (!final || typeof final !== 'object')
      return refuse(wpError, 'schedule_event_false', 'A plugin disallowed this event.');
    return (await table.save(final)) || refuse(wpError, 'could_not_set', 'The cron event list could not be saved.');
  }

  async function single(
    given: number,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    if (!isTimestamp(given)) return badTime(wpError);
    const timestamp = Math.trunc(given);
    const event: CronEvent = { hook, timestamp, schedule: false, args };
    const answered = await instead<boolean>(
      'pre_schedule_event',
      'A plugin prevented the event from being scheduled.',
      wpError,
      event,
    );
    if (answered !== undefined) return answered;
    const from = timestamp < seconds() + DUPLICATE_WINDOW ? 0 : timestamp - DUPLICATE_WINDOW;
    const until = Math.max(timestamp, seconds()) + DUPLICATE_WINDOW;
    if ((await table.list({ hook, args, from, until })).length > 0)
      return refuse(wpError, 'duplicate_event', 'A duplicate event already exists.');
    return save(event, wpError);
  }

  async function recurring(
    given: number,
    recurrence: string,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    if (!isTimestamp(given)) return badTime(wpError);
    const timestamp = Math.trunc(given);
    const schedules = await wpGetSchedules(hooks);
    const schedule = Object.hasOwn(schedules, recurrence) ? schedules[recurrence] : undefined;
    if (!schedule) return refuse(wpError, 'invalid_schedule', 'Event schedule does not exist.');
    const event: CronEvent = { hook, timestamp, schedule: recurrence, args, interval: schedule.interval };
    const answered = await instead<boolean>(
      'pre_schedule_event',
      'A plugin prevented the event from being scheduled.',
      wpError,
      event,
    );
    return answered !== undefined ? answered : save(event, wpError);
  }

  async function wpRescheduleEvent(
    given: number,
    recurrence: string,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    if (!isTimestamp(given)) return badTime(wpError);
    const timestamp = Math.trunc(given);
    const schedules = await wpGetSchedules(hooks);
    let interval = Object.hasOwn(schedules, recurrence) ? (schedules[recurrence]?.interval ?? 0) : 0;
    if (interval === 0) {
      const planned = await wpGetScheduledEvent(hook, args, timestamp);
      interval = (planned && planned.interval) || 0;
    }
    const event: CronEvent = { hook, timestamp, schedule: recurrence, args, interval };
    const answered = await instead<boolean>(
      'pre_reschedule_event',
      'A plugin prevented the event from being rescheduled.',
      wpError,
      event,
    );
    if (answered !== undefined) return answered;
    if (interval === 0) return refuse(wpError, 'invalid_schedule', 'Event schedule does not exist.');
    const time = seconds();
    const next = timestamp >= time ? time + interval : time + interval - ((time - timestamp) % interval);
    return recurring(next, recurrence, hook, args, wpError);
  }

  async function wpUnscheduleEvent(
    given: number,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    if (!isTimestamp(given)) return badTime(wpError);
    const timestamp = Math.trunc(given);
    const answered = await instead<boolean>(
      'pre_unschedule_event',
      'A plugin prevented the event from being unscheduled.',
      wpError,
      timestamp,
      hook,
      args,
    );
    if (answered !== undefined) return answered;
    const removed = await table.remove({ timestamp, hook, args });
    return removed > 0 || refuse(wpError, 'could_not_set', 'The cron event list could not be saved.');
  }

  async function wpGetScheduledEvent(
    hook: string,
    args: unknown[] = [],
    given: number | null = null,
  ): Promise<CronEvent | false> {
    const timestamp = given === null ? null : Math.trunc(given);
    const answered = await hooks.applyFilters<CronEvent | false | null>(
      'pre_get_scheduled_event',
      null,
      hook,
      args,
      timestamp,
    );
    if (answered !== null) return answered;
    if (timestamp !== null && !isTimestamp(timestamp)) return false;
    const events = await table.list(
      timestamp === null ? { hook, args } : { hook, args, from: timestamp, until: timestamp },
    );
    return events[0] ?? false;
  }

  async function wpGetReadyCronJobs(): Promise<CronEvent[]> {
    const answered = await hooks.applyFilters<CronEvent[] | null>('pre_get_ready_cron_jobs', null);
    return answered ?? table.list({ until: seconds() });
  }

  /** Plans the next call before this one runs, so that a crash in between repeats nothing for ever and loses nothing. */
  async function runEvent(event: CronEvent): Promise<void> {
    if (event.schedule) await wpRescheduleEvent(event.timestamp, event.schedule, event.hook, event.args);
    await wpUnscheduleEvent(event.timestamp, event.hook, event.args);
    // Arguments may have names; the action gets them in their order.
    const args = Array.isArray(event.args) ? event.args : Object.values(event.args as Record<string, unknown>);
    await invoke('core', `cron event ${event.hook}`, () => fire(event.hook, args));
  }

  async function runDueEvents(): Promise<CronEvent[]> {
    const ran: CronEvent[] = [];
    const run = async (): Promise<void> => {
      for (const event of await wpGetReadyCronJobs()) {
        await runEvent(event);
        ran.push(event);
      }
    };
    try {
      await db.withLock(LOCK, run, { wait: 0, ttl: 60_000 });
    } catch (error) {
      // Another node is at it already.
      if (!(error instanceof PlinthError && error.code === 'db_lock_timeout')) throw error;
    }
    return ran;
  }

  return {
    wpScheduleSingleEvent: single as CronApi['wpScheduleSingleEvent'],
    wpScheduleEvent: recurring as CronApi['wpScheduleEvent'],
    wpRescheduleEvent,
    wpUnscheduleEvent,
    async wpClearScheduledHook(hook, args = [], wpError = false) {
      const answered = await instead<number>(
        'pre_clear_scheduled_hook',
        'A plugin prevented the hook from being cleared.',
        wpError,
        hook,
        args,
      );
      if (answered !== undefined) return answered;
      const events = await table.list({ hook, args });
      const failures: WpError[] = [];
      for (const event of events) {
        const removed = await wpUnscheduleEvent(event.timestamp, hook, args, true);
        if (removed instanceof WpError) failures.push(removed);
      }
      if (failures.length === 0) return events.length;
      return wpError ? failures[0] : false;
    },
    async wpUnscheduleHook(hook, wpError = false) {
      const answered = await instead<number>(
        'pre_unschedule_hook',
        'A plugin prevented the hook from being cleared.',
        wpError,
        hook,
      );
      return answered !== undefined ? answered : table.removeHook(hook);
    },
    async wpNextScheduled(hook, args = []) {
      const event = await wpGetScheduledEvent(hook, args);
      return event
        ? hooks.applyFilters<number | false>('wp_next_scheduled', event.timestamp, event, hook, args)
        : false;
    },
    wpGetScheduledEvent,
    async wpGetSchedule(hook, args = []) {
      const event = await wpGetScheduledEvent(hook, args);
      return hooks.applyFilters<string | false>('get_schedule', event ? event.schedule : false, hook, args);
    },
    wpGetSchedules: () => wpGetSchedules(hooks),
    wpGetReadyCronJobs,
    getCronEvents: () => table.list(),
    runDueEvents,
    ...createJobs({ db, invoke, now }),
  };
}

function isTimestamp(value: unknown): value is number {
  return isNumeric(value) && Number.isFinite(Number(value)) && Number(value) > 0;
}
