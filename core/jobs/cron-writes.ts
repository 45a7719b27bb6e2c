import { type CronApi, type CronEvent, type CronSchedule, type HookApi, WpError } from '../api/index.js';
import { type CronReads, wpGetSchedules } from './cron-reads.js';
import { type CronTable, isTimestamp } from './cron-table.js';

interface CronWritesDeps {
  readonly hooks: HookApi;
  readonly table: CronTable;
  readonly reads: Pick<CronReads, 'wpGetScheduledEvent'>;
  /** Returns the current Unix time in seconds. */
  seconds(): number;
}

/** The functions that schedule and unschedule events. */
export type CronWrites = Pick<
  CronApi,
  | 'wpScheduleSingleEvent'
  | 'wpScheduleEvent'
  | 'wpRescheduleEvent'
  | 'wpUnscheduleEvent'
  | 'wpClearScheduledHook'
  | 'wpUnscheduleHook'
>;

/** Two single events with the same hook and arguments within this number of seconds are duplicates. */
const DUPLICATE_WINDOW_SECONDS = 600;

export function createCronWrites({ hooks, table, reads, seconds }: CronWritesDeps): CronWrites {
  const scheduling = createScheduling(hooks, table, seconds);
  const { instead } = scheduling;

  const wpRescheduleEvent = createRecurring(hooks, async (planned, schedule, wpError) => {
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
    if (!isTimestamp(rawTimestamp)) return invalidTimestamp(wpError);
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

/** Creates the functions that schedule events. Filters can prevent this. */
function createScheduling(hooks: HookApi, table: CronTable, seconds: () => number) {
  /** Returns the result of a `pre_…` filter; undefined if no callback has returned one. */
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

  const applyPreSchedule = (event: CronEvent, wpError: boolean): Promise<boolean | WpError | undefined> =>
    instead<boolean>('pre_schedule_event', 'A plugin prevented the event from being scheduled.', wpError, event);

  async function saveEvent(event: CronEvent, wpError: boolean): Promise<boolean | WpError> {
    const filteredEvent = await hooks.applyFilters<CronEvent | false>('schedule_event', event);
    if (!filteredEvent || typeof filteredEvent !== 'object')
      return errorOrFalse(wpError, 'schedule_event_false', 'A plugin disallowed this event.');
    return (
      (await table.save(filteredEvent)) ||
      errorOrFalse(wpError, 'could_not_set', 'The cron event list could not be saved.')
    );
  }

  async function scheduleSingle(
    rawTimestamp: number,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    if (!isSchedulable(rawTimestamp)) return invalidTimestamp(wpError);
    const timestamp = Math.trunc(rawTimestamp);
    const event: CronEvent = { hook, timestamp, schedule: false, args };
    const pluginResult = await applyPreSchedule(event, wpError);
    if (pluginResult !== undefined) return pluginResult;
    const from = timestamp < seconds() + DUPLICATE_WINDOW_SECONDS ? 0 : timestamp - DUPLICATE_WINDOW_SECONDS;
    const until = Math.max(timestamp, seconds()) + DUPLICATE_WINDOW_SECONDS;
    if ((await table.list({ hook, args, from, until })).length > 0)
      return errorOrFalse(wpError, 'duplicate_event', 'A duplicate event already exists.');
    return saveEvent(event, wpError);
  }

  const scheduleRecurring = createRecurring(hooks, async (planned, schedule, wpError) => {
    if (!schedule) return errorOrFalse(wpError, 'invalid_schedule', 'Event schedule does not exist.');
    const event: CronEvent = { ...planned, interval: schedule.interval };
    const pluginResult = await applyPreSchedule(event, wpError);
    return pluginResult !== undefined ? pluginResult : saveEvent(event, wpError);
  });

  return { instead, single: scheduleSingle, recurring: scheduleRecurring };
}

/** A recurring event whose interval is not determined yet. */
interface UnscheduledEvent extends CronEvent {
  schedule: string;
}

/**
 * Creates a function that schedules an event with the name of its recurrence.
 * @param plan schedules the event; `schedule` is undefined for an unknown recurrence
 */
function createRecurring(
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
    if (!isSchedulable(rawTimestamp)) return invalidTimestamp(wpError);
    const schedules = await wpGetSchedules(hooks);
    const schedule = Object.hasOwn(schedules, recurrence) ? schedules[recurrence] : undefined;
    return plan({ hook, timestamp: Math.trunc(rawTimestamp), schedule: recurrence, args }, schedule, wpError);
  };
}

/** The end of the year 9999 as Unix time. Later values are usually milliseconds by mistake. */
const MAX_TIMESTAMP = 253_402_300_799;
const isSchedulable = (rawTimestamp: number): boolean => isTimestamp(rawTimestamp) && rawTimestamp <= MAX_TIMESTAMP;

/** Returns an error only if the caller requests errors, otherwise false. */
const errorOrFalse = (wpError: boolean, code: string, message: string): false | WpError =>
  wpError ? new WpError(code, message) : false;
const invalidTimestamp = (wpError: boolean): false | WpError =>
  errorOrFalse(wpError, 'invalid_timestamp', 'Event timestamp must be a valid Unix timestamp.');
