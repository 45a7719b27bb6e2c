import type { CronApi, CronEvent, HookApi, CronSchedule } from '../api/index.js';
import { type CronTable, isTimestamp } from './cron-table.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const core: Record<string, CronSchedule> = {
  hourly: { interval: HOUR, display: 'Once Hourly' },
  twicedaily: { interval: 12 * HOUR, display: 'Twice Daily' },
  daily: { interval: DAY, display: 'Once Daily' },
  weekly: { interval: 7 * DAY, display: 'Once Weekly' },
};

/**
 * Returns the available recurrences; plugins may add their own but cannot change the core ones (WordPress:
 * wp_get_schedules).
 */
export async function wpGetSchedules(hooks: HookApi): Promise<Record<string, CronSchedule>> {
  const added = await hooks.applyFilters<Record<string, CronSchedule>>('cron_schedules', {});
  return { ...added, ...core };
}

/** Reads scheduled events. */
export type CronReads = Pick<
  CronApi,
  | 'wpGetScheduledEvent'
  | 'wpGetReadyCronJobs'
  | 'wpNextScheduled'
  | 'wpGetSchedule'
  | 'wpGetSchedules'
  | 'getCronEvents'
>;

interface CronReadsDeps {
  readonly hooks: HookApi;
  readonly table: CronTable;
  /** Seconds since 1970. */
  seconds(): number;
}

export function createCronReads({ hooks, table, seconds }: CronReadsDeps): CronReads {
  async function wpGetScheduledEvent(
    hook: string,
    args: unknown[] = [],
    rawTimestamp: number | null = null,
  ): Promise<CronEvent | false> {
    const timestamp = rawTimestamp === null ? null : Math.trunc(rawTimestamp);
    const pluginResult = await hooks.applyFilters<CronEvent | false | null>(
      'pre_get_scheduled_event',
      null,
      hook,
      args,
      timestamp,
    );
    if (pluginResult !== null) return pluginResult;
    if (timestamp !== null && !isTimestamp(timestamp)) return false;
    const events = await table.list(
      timestamp === null ? { hook, args } : { hook, args, from: timestamp, until: timestamp },
    );
    return events[0] ?? false;
  }

  async function wpGetReadyCronJobs(): Promise<CronEvent[]> {
    const pluginResult = await hooks.applyFilters<CronEvent[] | null>('pre_get_ready_cron_jobs', null);
    return pluginResult ?? table.list({ until: seconds() });
  }

  return {
    wpGetReadyCronJobs,
    getCronEvents: () => table.list(),
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
  };
}
