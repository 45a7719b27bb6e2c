import type { CronSchedule, HookApi } from '../api/index.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const core: Record<string, CronSchedule> = {
  hourly: { interval: HOUR, display: 'Once Hourly' },
  twicedaily: { interval: 12 * HOUR, display: 'Twice Daily' },
  daily: { interval: DAY, display: 'Once Daily' },
  weekly: { interval: 7 * DAY, display: 'Once Weekly' },
};

/** The recurrences there are; a plugin adds its own and cannot change the core ones (WordPress: wp_get_schedules). */
export async function wpGetSchedules(hooks: HookApi): Promise<Record<string, CronSchedule>> {
  const added = await hooks.applyFilters<Record<string, CronSchedule>>('cron_schedules', {});
  return { ...added, ...core };
}
