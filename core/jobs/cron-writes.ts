import { type CronApi, type CronEvent, type CronSchedule, type HookApi, WpError } from '../api/index.js';
import { type CronReads, wpGetSchedules } from './cron-reads.js';
import { type CronTable, isTimestamp } from './cron-table.js';

interface CronWritesDeps {
  readonly hooks: HookApi;
  readonly table: CronTable;
  readonly reads: Pick<CronReads, 'wpGetScheduledEvent'>;
  /** Seconds since 1970. */
  seconds(): number;
}

/** Schedules and unschedules events. */
export type CronWrites = Pick<
  CronApi,
  | 'wpScheduleSingleEvent'
  | 'wpScheduleEvent'
  | 'wpRescheduleEvent'
  | 'wpUnscheduleEvent'
  | 'wpClearScheduledHook'
  | 'wpUnscheduleHook'
>;

/** Two single events of the same kind within this many seconds count as one. */
const DUPLICATE_WINDOW = 600;

export function createCronWrites({ hooks, table, reads, seconds }: CronWritesDeps): CronWrites {
  const scheduling = createScheduling(hooks, table, seconds);
  const { instead } = scheduling;

  const wpRescheduleEvent = recurringFrom(hooks, async (planned, schedule, wpError) => {
    const { hook, timestamp, schedule: recurrence, args } = planned;
    let interval = schedule?.interval ?? 0;
    if (interval === 0) {
      const before = await reads.wpGetScheduledEvent(hook, args, timestamp);
      interval = (before && before.interval) || 0;
    }
    const pluginResult = await instead<boolean>(
      'pre_reschedule_event',
      'A plugin prevented the event from being rescheduled.',
      wpError,
      { ...planned, interval },
    );
    if (pluginResult !== undefined) return pluginResult;
    if (interval === 0) return errorOrFalse(wpError, 'invalid_schedule', 'Event schedule does not exist.');
    const time = seconds();
    const next = timestamp >= time ? time + interval : time + interval - ((time - timestamp) % interval);
    return scheduling.recurring(next, recurrence, hook, args, wpError);
  });

  async function wpUnscheduleEvent(
    rawTimestamp: number,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    if (!isTimestamp(rawTimestamp)) return badTime(wpError);
    const timestamp = Math.trunc(rawTimestamp);
    const pluginResult = await instead<boolean>(
      'pre_unschedule_event',
      'A plugin prevented the event from being unscheduled.',
      wpError,
      timestamp,
      hook,
      args,
    );
    if (pluginResult !== undefined) return pluginResult;
    const removed = await table.remove({ timestamp, hook, args });
    return removed > 0 || errorOrFalse(wpError, 'could_not_set', 'The cron event list could not be saved.');
  }

  return {
    wpScheduleSingleEvent: scheduling.single as CronApi['wpScheduleSingleEvent'],
    wpScheduleEvent: scheduling.recurring as CronApi['wpScheduleEvent'],
    wpRescheduleEvent,
    wpUnscheduleEvent,
    async wpClearScheduledHook(hook, args = [], wpError = false) {
      const pluginResult = await instead<number>(
        'pre_clear_scheduled_hook',
        'A plugin prevented the hook from being cleared.',
        wpError,
        hook,
        args,
      );
      if (pluginResult !== undefined) return pluginResult;
      const events = await table.list({ hook, args });
      const failures: WpError[] = [];
      for (const event of events) {
        const removed = await wpUnscheduleEvent(event.timestamp, hook, args, true);
        if (removed instanceof WpError) failures.push(removed);
      }
      const [failure] = failures;
      if (!failure) return events.length;
      return wpError ? failure : false;
    },
    async wpUnscheduleHook(hook, wpError = false) {
      const pluginResult = await instead<number>(
        'pre_unschedule_hook',
        'A plugin prevented the hook from being cleared.',
        wpError,
        hook,
      );
      return pluginResult !== undefined ? pluginResult : table.removeHook(hook);
    },
  };
}

/** Creates the functions that schedule events, unless a filter short-circuits them. */
function createScheduling(hooks: HookApi, table: CronTable, seconds: () => number) {
  /** Returns the value of a `pre_…` filter, or undefined when none short-circuits. */
  async function instead<T>(
    name: string,
    reason: string,
    wpError: boolean,
    ...args: unknown[]
  ): Promise<T | false | WpError | undefined> {
    const pluginResult = await hooks.applyFilters<unknown>(name, null, ...args, wpError);
    if (pluginResult === null || pluginResult === undefined) return undefined;
    if (pluginResult === false && wpError) return new WpError(`${name}_false`, reason);
    return pluginResult instanceof WpError && !wpError ? false : (pluginResult as T);
  }

  const prevented = (event: CronEvent, wpError: boolean): Promise<boolean | WpError | undefined> =>
    instead<boolean>('pre_schedule_event', 'A plugin prevented the event from being scheduled.', wpError, event);

  async function save(event: CronEvent, wpError: boolean): Promise<boolean | WpError> {
    const final = await hooks.applyFilters<CronEvent | false>('schedule_event', event);
    if (!final || typeof final !== 'object')
      return errorOrFalse(wpError, 'schedule_event_false', 'A plugin disallowed this event.');
    return (
      (await table.save(final)) || errorOrFalse(wpError, 'could_not_set', 'The cron event list could not be saved.')
    );
  }

  async function single(
    rawTimestamp: number,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    if (!isPlannable(rawTimestamp)) return badTime(wpError);
    const timestamp = Math.trunc(rawTimestamp);
    const event: CronEvent = { hook, timestamp, schedule: false, args };
    const pluginResult = await prevented(event, wpError);
    if (pluginResult !== undefined) return pluginResult;
    const from = timestamp < seconds() + DUPLICATE_WINDOW ? 0 : timestamp - DUPLICATE_WINDOW;
    const until = Math.max(timestamp, seconds()) + DUPLICATE_WINDOW;
    if ((await table.list({ hook, args, from, until })).length > 0)
      return errorOrFalse(wpError, 'duplicate_event', 'A duplicate event already exists.');
    return save(event, wpError);
  }

  const recurring = recurringFrom(hooks, async (planned, schedule, wpError) => {
    if (!schedule) return errorOrFalse(wpError, 'invalid_schedule', 'Event schedule does not exist.');
    const event: CronEvent = { ...planned, interval: schedule.interval };
    const pluginResult = await prevented(event, wpError);
    return pluginResult !== undefined ? pluginResult : save(event, wpError);
  });

  return { instead, single, recurring };
}

/** A recurring event whose interval is not known yet. */
interface UnscheduledEvent extends CronEvent {
  schedule: string;
}

/**
 * Creates a function that schedules an event by the name of its recurrence.
 * @param plan receives undefined for an unknown recurrence
 */
function recurringFrom(
  hooks: HookApi,
  plan: (planned: UnscheduledEvent, schedule: CronSchedule | undefined, wpError: boolean) => Promise<boolean | WpError>,
) {
  return async (
    rawTimestamp: number,
    recurrence: string,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> => {
    if (!isPlannable(rawTimestamp)) return badTime(wpError);
    const schedules = await wpGetSchedules(hooks);
    const schedule = Object.hasOwn(schedules, recurrence) ? schedules[recurrence] : undefined;
    return plan({ hook, timestamp: Math.trunc(rawTimestamp), schedule: recurrence, args }, schedule, wpError);
  };
}

/** The end of the year 9999. Later is what milliseconds come to where seconds are meant. */
const LAST_SECOND = 253_402_300_799;
const isPlannable = (rawTimestamp: number): boolean => isTimestamp(rawTimestamp) && rawTimestamp <= LAST_SECOND;

/** Errors are returned as values only when the caller asks for them. */
const errorOrFalse = (wpError: boolean, code: string, message: string): false | WpError =>
  wpError ? new WpError(code, message) : false;
const badTime = (wpError: boolean): false | WpError =>
  errorOrFalse(wpError, 'invalid_timestamp', 'Event timestamp must be a valid Unix timestamp.');
