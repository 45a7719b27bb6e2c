import type { JobRecord } from '../api/index.js';

/** A row of `cron_events`: one per time, hook and arguments. */
export interface CronEventRow {
  readonly id: number;
  /** Seconds since 1970. */
  readonly timestamp: number | string;
  readonly hook: string;
  /** JSON. */
  readonly args: string;
  readonly args_hash: string;
  /** The name of its recurrence; empty for a single event. */
  readonly schedule: string;
  /** Seconds. */
  readonly interval: number;
  /** Seconds since 1970, by the clock of then; 0 of rows from before this was noted. */
  readonly planned_at: number | string;
}

/** A row of `jobs`. */
export interface JobRow {
  readonly id: number;
  readonly queue: string;
  /** JSON. */
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
