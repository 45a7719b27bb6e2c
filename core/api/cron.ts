import type { WpError } from './wp-error.js';

/** A recurrence that events can have. */
export interface CronSchedule {
  /** Seconds. */
  interval: number;
  display: string;
}

/** One planned call of a hook. */
export interface CronEvent {
  hook: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** The recurrence's name, or false for a single event. */
  schedule: string | false;
  args: unknown[];
  /** Seconds, for recurring events. */
  interval?: number;
}

/** Where a background job stands. */
export interface JobRecord {
  id: number;
  queue: string;
  payload: unknown;
  /** `held`: it came with a restored backup, and waits for the owner's word. */
  state: 'waiting' | 'running' | 'done' | 'dead' | 'held';
  attempts: number;
  /** UTC. */
  runAt: string;
  progress: number;
  total: number;
  error: string;
  createdAt: string;
  updatedAt: string;
}

/** Tells readers how far a job is. */
export type JobProgress = (done: number, total: number) => Promise<void>;
/** Does one job of a queue. What it throws is tried again later, unless the error is `final`. */
export type JobHandler = (payload: unknown, progress: JobProgress) => unknown;

/** How a job is tried again. */
export interface JobOptions {
  /** How often it is tried before it is laid aside; 5. */
  maxAttempts?: number;
  /**
   * Seconds between one try and the next; the last holds for all that follow. 30, 60, 120 … up to an hour otherwise.
   * @since 0.3.0
   */
  retryDelays?: readonly number[];
}

/** @since 0.1.0 */
export interface CronApi {
  /** Plans one call; the same call within ten minutes is a duplicate (`wp_schedule_single_event`). */
  wpScheduleSingleEvent(timestamp: number, hook: string, args?: unknown[], wpError?: false): Promise<boolean>;
  wpScheduleSingleEvent(timestamp: number, hook: string, args: unknown[], wpError: boolean): Promise<boolean | WpError>;
  /** Runs an action again and again, first at `timestamp` (seconds, UTC); false when the recurrence is not known (`wp_schedule_event`). */
  wpScheduleEvent(
    timestamp: number,
    recurrence: string,
    hook: string,
    args?: unknown[],
    wpError?: false,
  ): Promise<boolean>;
  wpScheduleEvent(
    timestamp: number,
    recurrence: string,
    hook: string,
    args: unknown[],
    wpError: boolean,
  ): Promise<boolean | WpError>;
  /** Puts an event that ran at its next time, a whole number of intervals later than now (`wp_reschedule_event`). */
  wpRescheduleEvent(
    timestamp: number,
    recurrence: string,
    hook: string,
    args?: unknown[],
    wpError?: boolean,
  ): Promise<boolean | WpError>;
  /** Takes one event back, by its time (seconds, UTC), hook and arguments (`wp_unschedule_event`). */
  wpUnscheduleEvent(timestamp: number, hook: string, args?: unknown[], wpError?: boolean): Promise<boolean | WpError>;
  /** Unplans every call with these arguments; how many there were (`wp_clear_scheduled_hook`). */
  wpClearScheduledHook(hook: string, args?: unknown[], wpError?: boolean): Promise<number | false | WpError>;
  /** Unplans every call of the hook whatever its arguments (`wp_unschedule_hook`). */
  wpUnscheduleHook(hook: string, wpError?: boolean): Promise<number | false | WpError>;
  /** When the next event of a hook with just these arguments runs (seconds, UTC), or false (`wp_next_scheduled`). */
  wpNextScheduled(hook: string, args?: unknown[]): Promise<number | false>;
  /** The event at a time (seconds, UTC), or the next one when no time is given; false when there is none (`wp_get_scheduled_event`). */
  wpGetScheduledEvent(hook: string, args?: unknown[], timestamp?: number | null): Promise<CronEvent | false>;
  /** The recurrence of the next event of a hook, or false when there is none or it runs once (`wp_get_schedule`). */
  wpGetSchedule(hook: string, args?: unknown[]): Promise<string | false>;
  /** Every recurrence by its name; plugins add theirs with the filter `cron_schedules` (`wp_get_schedules`). */
  wpGetSchedules(): Promise<Record<string, CronSchedule>>;
  /** Events whose time has come, in order (`wp_get_ready_cron_jobs`). */
  wpGetReadyCronJobs(): Promise<CronEvent[]>;
  /** Every event that is planned, the next first. */
  getCronEvents(): Promise<CronEvent[]>;
  /** Runs what is due, on one node at a time; the events that were run. */
  runDueEvents(): Promise<CronEvent[]>;

  /** Names the work of a queue; the returned function takes it away again. */
  registerJob(name: string, handler: JobHandler, options?: JobOptions): () => void;
  /** Puts work in a queue, to be done at least once; the job's id. */
  enqueueJob(name: string, payload?: unknown, options?: { delaySeconds?: number }): Promise<number>;
  /** A job by its id, with its state and progress. */
  getJob(id: number): Promise<JobRecord | undefined>;
  /** The newest jobs, of one queue or in one state when asked for; 100 unless `limit` says otherwise. */
  getJobs(filter?: { queue?: string; state?: JobRecord['state']; limit?: number }): Promise<JobRecord[]>;
  /** Says that the work of a waiting job was done without it; false when it does not wait any more. @since 0.2.0 */
  completeJob(id: number): Promise<boolean>;
  /** Gives a dead job another try, and lets a held one go on. */
  retryJob(id: number): Promise<boolean>;
  /** Does the waiting jobs whose time has come; how many were tried. */
  runJobs(): Promise<number>;
}
