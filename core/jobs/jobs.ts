import {
  type CronApi,
  type Database,
  type JobHandler,
  type JobRecord,
  type MaybePromise,
  PlinthError,
  toUtcString,
} from '../api/index.js';
import { getInsertedId } from '../db/index.js';
import type { JobRow } from './tables.js';

/** Runs scheduled work. If it throws an error, this is logged, and the result is undefined. */
export type RunLogged = <T>(owner: string, description: string, work: () => MaybePromise<T>) => Promise<T | undefined>;

type Jobs = Pick<CronApi, 'registerJob' | 'enqueueJob' | 'getJob' | 'getJobs' | 'completeJob' | 'retryJob' | 'runJobs'>;

interface Registration {
  handler: JobHandler;
  maxAttempts: number;
  /** Returns the milliseconds until the next attempt, after the given number of attempts. */
  delayAfter(attempts: number): number;
}

const MAX_ATTEMPTS = 5;
/** Milliseconds after which a job is run again because its process has crashed. It is renewed while the job runs. */
const LEASE_MS = 120_000;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 3_600_000;
/** Milliseconds until the next attempt for a job whose handler was not called. */
const NOT_CALLED_DELAY_MS = 60_000;
const BATCH_SIZE = 20;

/**
 * Creates the functions for background jobs. A job runs at least once. After a failure, it is retried with growing
 * delays. It is marked as dead if all attempts fail or a failure is permanent.
 */
export function createJobs({ db, runLogged, now }: { db: Database; runLogged: RunLogged; now: () => number }): Jobs {
  const registrations = new Map<string, Registration>();
  const utcTime = (ms = now()): string => toUtcString(ms);
  const updateJob = (id: number, values: Partial<JobRow>): Promise<number> =>
    db()('jobs')
      .where({ id })
      .update({ ...values, updated_at: utcTime() });

  /** Reserves a job for this process. Returns false if another process has reserved it. */
  async function claim(job: JobRow): Promise<boolean> {
    const updatedRows = await db()('jobs')
      .where({ id: job.id, state: job.state, attempts: job.attempts })
      .update({
        state: 'running',
        attempts: job.attempts + 1,
        locked_until: utcTime(now() + LEASE_MS),
        updated_at: utcTime(),
      });
    return updatedRows > 0;
  }

  async function runJob(job: JobRow, { handler, maxAttempts, delayAfter }: Registration): Promise<void> {
    const attempts = job.attempts + 1;
    const renewLease = (): Promise<number> => updateJob(job.id, { locked_until: utcTime(now() + LEASE_MS) });
    const renewal = setInterval(() => void renewLease().catch(() => undefined), LEASE_MS / 3);
    renewal.unref();
    const failure = await callHandler(job, handler, {
      runLogged,
      onProgress: (progress, total) => updateJob(job.id, { progress, total }),
    }).finally(() => clearInterval(renewal));
    if (failure === undefined) {
      await updateJob(job.id, { state: 'done', error: '', locked_until: null });
      return;
    }
    const error = messageOf(failure);
    if (wasNotCalled(failure)) {
      const next = { state: 'waiting', attempts: job.attempts, run_at: utcTime(now() + NOT_CALLED_DELAY_MS) } as const;
      await updateJob(job.id, { ...next, error, locked_until: null });
      return;
    }
    const isOver = attempts >= maxAttempts || (failure instanceof PlinthError && failure.final);
    const state = isOver ? 'dead' : 'waiting';
    await updateJob(job.id, { state, error, locked_until: null, run_at: utcTime(now() + delayAfter(attempts)) });
  }

  /** Returns the jobs that are due, and those whose process has crashed. */
  function findDueJobs(): Promise<JobRow[]> {
    return db()('jobs')
      .whereIn('queue', [...registrations.keys()])
      .where(
        (any) =>
          void any
            .where((waiting) => void waiting.where({ state: 'waiting' }).where('run_at', '<=', utcTime()))
            .orWhere((lapsed) => void lapsed.where({ state: 'running' }).where('locked_until', '<', utcTime())),
      )
      .orderBy('run_at')
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select('*');
  }

  return {
    registerJob(name, handler, { maxAttempts = MAX_ATTEMPTS, retryDelays = [] } = {}) {
      const registration = { handler, maxAttempts, delayAfter: createDelays(name, retryDelays) };
      registrations.set(name, registration);
      return () => {
        if (registrations.get(name) === registration) registrations.delete(name);
      };
    },

    async enqueueJob(name, payload = null, { delaySeconds = 0 } = {}) {
      const time = utcTime();
      const row = {
        queue: name,
        payload: JSON.stringify(payload),
        state: 'waiting' as const,
        attempts: 0,
        run_at: utcTime(now() + delaySeconds * 1000),
        progress: 0,
        total: 0,
        error: '',
        locked_until: null,
        created_at: time,
        updated_at: time,
      };
      return getInsertedId(await db()('jobs').insert(row));
    },

    async getJob(id) {
      const row = await db()('jobs').where({ id }).first();
      return row && toRecord(row);
    },

    async getJobs({ queue, state, limit = 100 } = {}) {
      const query = db()('jobs').orderBy('id', 'desc').limit(limit);
      if (queue !== undefined) void query.where({ queue });
      if (state !== undefined) void query.where({ state });
      return (await query.select('*')).map(toRecord);
    },

    async completeJob(id) {
      return (
        (await db()('jobs')
          .where({ id, state: 'waiting' })
          .update({ state: 'done', error: '', updated_at: utcTime() })) > 0
      );
    },

    async retryJob(id) {
      const changed = await db()('jobs')
        .where({ id })
        .whereIn('state', ['dead', 'held'])
        .update({ state: 'waiting', attempts: 0, run_at: utcTime(), updated_at: utcTime() });
      return changed > 0;
    },

    async runJobs() {
      let attempted = 0;
      for (const job of await findDueJobs()) {
        const registration = registrations.get(job.queue);
        if (!registration || !(await claim(job))) continue;
        await runJob(job, registration);
        attempted++;
      }
      return attempted;
    },
  };
}

/**
 * Calls the handler of a job.
 * @returns the error of the handler; undefined if it succeeded
 */
async function callHandler(
  job: JobRow,
  handler: JobHandler,
  {
    runLogged,
    onProgress,
  }: { readonly runLogged: RunLogged; onProgress(progress: number, total: number): Promise<unknown> },
): Promise<unknown> {
  let failure: unknown;
  try {
    await runLogged('core', `job ${job.queue}`, async () => {
      try {
        await handler(JSON.parse(job.payload), async (progress, total) => void (await onProgress(progress, total)));
      } catch (error) {
        failure = error ?? new Error('unknown failure');
        throw error;
      }
    });
  } catch (error) {
    failure ??= error;
  }
  return failure;
}

/** Whether the handler of a job was not called because the circuit breaker of its plugin is open. */
function wasNotCalled(failure: unknown): boolean {
  return failure instanceof PlinthError && failure.code === 'job_not_called';
}

/** @param delaySecondsList the configured delays; the last one applies to all later attempts */
function createDelays(name: string, delaySecondsList: readonly number[]): Registration['delayAfter'] {
  if (!delaySecondsList.every((seconds) => Number.isFinite(seconds) && seconds >= 0))
    throw new PlinthError(
      'job_delays_invalid',
      `The job "${name}" has a retry delay that is not a number of seconds.`,
      {
        hint: 'Write `retryDelays: [60, 600, 3600]`.',
      },
    );
  return (attempts) => {
    const delay = delaySecondsList[Math.min(attempts, delaySecondsList.length) - 1];
    return delay === undefined ? Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)) : delay * 1000;
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function toRecord(row: JobRow): JobRecord {
  return {
    id: row.id,
    queue: row.queue,
    payload: JSON.parse(row.payload) as unknown,
    state: row.state,
    attempts: row.attempts,
    runAt: row.run_at,
    progress: row.progress,
    total: row.total,
    error: row.error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Jobs from a restored backup. They may have run since the backup, so an administrator decides about them. */
export interface HeldJobs {
  count(): Promise<number>;
  /** Releases all held jobs, so that they run. Returns their number. */
  release(): Promise<number>;
  /** Deletes all held jobs. Returns their number. */
  discard(): Promise<number>;
}

export function createHeldJobs({ db, now = Date.now }: { db: Database; now?: () => number }): HeldJobs {
  const heldJobs = () => db()('jobs').where({ state: 'held' });
  return {
    async count() {
      const row = await heldJobs().count({ jobs: '*' }).first();
      return Number(row?.jobs ?? 0);
    },
    release() {
      const time = toUtcString(now());
      return heldJobs().update({ state: 'waiting', attempts: 0, run_at: time, updated_at: time });
    },
    discard: () => heldJobs().delete(),
  };
}
