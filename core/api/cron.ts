import type { WpError } from './wp-error.js';

/** Recurrence of scheduled events. */
export interface CronSchedule {
  /** Seconds. */
  interval: number;
  display: string;
}

/** A scheduled call of a hook. */
export interface CronEvent {
  hook: string;
  /** Unix seconds, UTC. */
  timestamp: number;
  /** Name of the recurrence; false for a single event. */
  schedule: string | false;
  args: unknown[];
  /** Seconds, for recurring events. */
  interval?: number;
}

/** State of a background job. */
export interface JobRecord {
  id: number;
  queue: string;
  payload: unknown;
  /** `held`: restored from a backup, waiting for the owner's approval. */
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

/** Reports the progress of a job. */
export type JobProgress = (done: number, total: number) => Promise<void>;
/** Processes a job of a queue. If it throws, the job is retried later, unless the error is `final`. */
export type JobHandler = (payload: unknown, progress: JobProgress) => unknown;

/** Retry options of a job. */
export interface JobOptions {
  /** Maximum number of attempts before the job is marked as dead; defaults to 5. */
  maxAttempts?: number;
  /**
   * Seconds between attempts; the last value applies to all further ones. Defaults to 30, 60, 120 … up to one hour.
   * @since 0.1.0
   */
  retryDelays?: readonly number[];
}

/** @since 0.1.0 */
export interface CronApi {
  /** Schedules a single call; the same call within ten minutes counts as a duplicate (`wp_schedule_single_event`). */
  wpScheduleSingleEvent(timestamp: number, hook: string, args?: unknown[], wpError?: false): Promise<boolean>;
  wpScheduleSingleEvent(timestamp: number, hook: string, args: unknown[], wpError: boolean): Promise<boolean | WpError>;
  /**
   * Schedules a recurring action, first at `timestamp` (seconds, UTC); false if the recurrence is unknown
   * (`wp_schedule_event`).
   */
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
  /** Moves an event that ran to its next time, a whole number of intervals in the future (`wp_reschedule_event`). */
  wpRescheduleEvent(
    timestamp: number,
    recurrence: string,
    hook: string,
    args?: unknown[],
    wpError?: boolean,
  ): Promise<boolean | WpError>;
  /** Unschedules an event by its time (seconds, UTC), hook and arguments (`wp_unschedule_event`). */
  wpUnscheduleEvent(timestamp: number, hook: string, args?: unknown[], wpError?: boolean): Promise<boolean | WpError>;
  /** Unschedules all events of a hook with these arguments and returns their number (`wp_clear_scheduled_hook`). */
  wpClearScheduledHook(hook: string, args?: unknown[], wpError?: boolean): Promise<number | false | WpError>;
  /** Unschedules all events of a hook, whatever their arguments (`wp_unschedule_hook`). */
  wpUnscheduleHook(hook: string, wpError?: boolean): Promise<number | false | WpError>;
  /**
   * Returns the time of the next event with this hook and exactly these arguments (seconds, UTC), or false
   * (`wp_next_scheduled`).
   */
  wpNextScheduled(hook: string, args?: unknown[]): Promise<number | false>;
  /**
   * Returns the event at a time (seconds, UTC), or the next one if no time is given; false if there is none
   * (`wp_get_scheduled_event`).
   */
  wpGetScheduledEvent(hook: string, args?: unknown[], timestamp?: number | null): Promise<CronEvent | false>;
  /** Returns the recurrence of the next event of a hook; false if there is none or it runs once (`wp_get_schedule`). */
  wpGetSchedule(hook: string, args?: unknown[]): Promise<string | false>;
  /** Returns all recurrences by name; plugins add theirs with the filter `cron_schedules` (`wp_get_schedules`). */
  wpGetSchedules(): Promise<Record<string, CronSchedule>>;
  /** Returns the events that are due, in order (`wp_get_ready_cron_jobs`). */
  wpGetReadyCronJobs(): Promise<CronEvent[]>;
  /** Returns all scheduled events, the next first. */
  getCronEvents(): Promise<CronEvent[]>;
  /** Runs the events that are due, on one node at a time, and returns them. */
  runDueEvents(): Promise<CronEvent[]>;

  /** Registers the handler of a queue; the returned function removes it. */
  registerJob(name: string, handler: JobHandler, options?: JobOptions): () => void;
  /** Adds a job to a queue, to be processed at least once, and returns its ID. */
  enqueueJob(name: string, payload?: unknown, options?: { delaySeconds?: number }): Promise<number>;
  /** Returns a job by its ID, with its state and progress. */
  getJob(id: number): Promise<JobRecord | undefined>;
  /** Returns the newest jobs, optionally of one queue or state; `limit` defaults to 100. */
  getJobs(filter?: { queue?: string; state?: JobRecord['state']; limit?: number }): Promise<JobRecord[]>;
  /**
   * Marks a waiting job as done without running it; false if it is no longer waiting.
   * @since 0.1.0
   */
  completeJob(id: number): Promise<boolean>;
  /** Retries a dead job, or releases a held one. */
  retryJob(id: number): Promise<boolean>;
  /** Processes the waiting jobs that are due and returns how many were attempted. */
  runJobs(): Promise<number>;
}
