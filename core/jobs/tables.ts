import type { JobRecord } from '../api/index.js';

/** A row of `cron_events`. There is one per time, hook and arguments. */
export interface CronEventRow {
  readonly id: number;
  /** Unix time in seconds. */
  readonly timestamp: number | string;
  readonly hook: string;
  /** Arguments as JSON. */
  readonly args: string;
  readonly args_hash: string;
  /** Name of the recurrence; empty for a single event. */
  readonly schedule: string;
  /** Interval in seconds; 0 for a single event. */
  readonly interval: number;
  /** Unix time in seconds when the event was scheduled; 0 in rows from before this column existed. */
  readonly planned_at: number | string;
}

/** A row of `jobs`. */
export interface JobRow {
  readonly id: number;
  readonly queue: string;
  /** Payload as JSON. */
  readonly payload: string;
  readonly state: JobRecord['state'];
  readonly attempts: number;
  readonly run_at: string;
  readonly progress: number;
  readonly total: number;
  readonly error: string;
  readonly locked_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    cron_events: CronEventRow;
    jobs: JobRow;
  }
}
