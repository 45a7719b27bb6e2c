import type { CronEvent, CronSchedule } from '../cron.js';
import type { WpError } from '../wp-error.js';

/** WordPress's hooks of scheduled events, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    cron_schedules: (schedules: Record<string, CronSchedule>) => Record<string, CronSchedule>;
    get_schedule: (schedule: string | false, hook: string, args: unknown[]) => string | false;
    pre_clear_scheduled_hook: (
      result: number | false | WpError | null,
      hook: string,
      args: unknown[],
      wpError: boolean,
    ) => number | false | WpError | null;
    pre_get_ready_cron_jobs: (events: CronEvent[] | null) => CronEvent[] | null;
    pre_get_scheduled_event: (
      event: CronEvent | false | null,
      hook: string,
      args: unknown[],
      timestamp: number | null,
    ) => CronEvent | false | null;
    pre_reschedule_event: (
      result: boolean | WpError | null,
      event: CronEvent,
      wpError: boolean,
    ) => boolean | WpError | null;
    pre_schedule_event: (
      result: boolean | WpError | null,
      event: CronEvent,
      wpError: boolean,
    ) => boolean | WpError | null;
    pre_unschedule_event: (
      result: boolean | WpError | null,
      timestamp: number,
      hook: string,
      args: unknown[],
      wpError: boolean,
    ) => boolean | WpError | null;
    pre_unschedule_hook: (
      result: number | false | WpError | null,
      hook: string,
      wpError: boolean,
    ) => number | false | WpError | null;
    schedule_event: (event: CronEvent | false) => CronEvent | false;
    wp_next_scheduled: (timestamp: number | false, event: CronEvent, hook: string, args: unknown[]) => number | false;
  }
  interface Actions {
    wp_update_plugins: () => void;
    wp_update_themes: () => void;
    wp_version_check: () => void;
  }
}

export type {};
