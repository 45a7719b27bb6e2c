import type { CronApi, CronEvent, HookApi, CronSchedule } from '../api/index.js';
import { type CronTable, isTimestamp } from './cron-table.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const CORE_SCHEDULES: Record<string, CronSchedule> = {
  hourly: { interval: HOUR_SECONDS, display: 'Once Hourly' },
  twicedaily: { interval: 12 * HOUR_SECONDS, display: 'Twice Daily' },
  daily: { interval: DAY_SECONDS, display: 'Once Daily' },
  weekly: { interval: 7 * DAY_SECONDS, display: 'Once Weekly' },
};

/**
 * Returns the available recurrences (WordPress: wp_get_schedules). Plugins can add recurrences, but not change those of
 * core.
 */
export async function wpGetSchedules(hooks: HookApi): Promise<Record<string, CronSchedule>> {
  const pluginSchedules = await hooks.applyFilters<Record<string, CronSchedule>>('cron_schedules', {});
  return { ...pluginSchedules, ...CORE_SCHEDULES };
}

/** The functions that read scheduled events. */
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
  /** Returns the current Unix time in seconds. */
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
