import {
  type CronApi,
  type Database,
  type JobHandler,
  type JobRecord,
  type MaybePromise,
  PlinthError,
  toUtcString,
} from '../api/index.js';
import { insertedId } from '../db/index.js';
import type { JobRow } from './tables.js';

/** Runs work in an owner context; an error is recorded, and the result is then undefined. */
export type Invoke = <T>(owner: string, what: string, work: () => MaybePromise<T>) => Promise<T | undefined>;

type Jobs = Pick<CronApi, 'registerJob' | 'enqueueJob' | 'getJob' | 'getJobs' | 'completeJob' | 'retryJob' | 'runJobs'>;

interface Registration {
  handler: JobHandler;
  maxAttempts: number;
  /** Milliseconds until the next attempt after that many. */
  delayAfter(attempts: number): number;
}

const MAX_ATTEMPTS = 5;
/** Milliseconds after which a job whose process died is run again. */
const LEASE_MS = 120_000;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 3_600_000;
/** Milliseconds until a job whose handler was not called is tried again. */
const NOT_CALLED_MS = 60_000;
const BATCH = 20;

/**
 * Creates background jobs: run at least once, retried with growing delays, and marked as dead when they keep failing or
 * failed permanently.
 */
export function createJobs({ db, invoke, now }: { db: Database; invoke: Invoke; now: () => number }): Jobs {
  const registrations = new Map<string, Registration>();
  const stamp = (ms = now()): string => toUtcString(ms);
  const update = (id: number, values: Partial<JobRow>): Promise<number> =>
    db()('jobs')
      .where({ id })
      .update({ ...values, updated_at: stamp() });

  /** Reserves a job for this process; returns false when another one was faster. */
  async function claim(job: JobRow): Promise<boolean> {
    const updatedRows = await db()('jobs')
      .where({ id: job.id, state: job.state, attempts: job.attempts })
      .update({
        state: 'running',
        attempts: job.attempts + 1,
        locked_until: stamp(now() + LEASE_MS),
        updated_at: stamp(),
      });
    return updatedRows > 0;
  }

  async function run(job: JobRow, { handler, maxAttempts, delayAfter }: Registration): Promise<void> {
    const attempts = job.attempts + 1;
    const renew = (): Promise<number> => update(job.id, { locked_until: stamp(now() + LEASE_MS) });
    const renewal = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 3);
    renewal.unref();
    const failure = await attempt(job, handler, {
      invoke,
      onProgress: (progress, total) => update(job.id, { progress, total }),
    }).finally(() => clearInterval(renewal));
    if (failure === undefined) {
      await update(job.id, { state: 'done', error: '', locked_until: null });
      return;
    }
    const error = messageOf(failure);
    if (wasNotCalled(failure)) {
      const next = { state: 'waiting', attempts: job.attempts, run_at: stamp(now() + NOT_CALLED_MS) } as const;
      await update(job.id, { ...next, error, locked_until: null });
      return;
    }
    const isOver = attempts >= maxAttempts || (failure instanceof PlinthError && failure.final);
    const state = isOver ? 'dead' : 'waiting';
    await update(job.id, { state, error, locked_until: null, run_at: stamp(now() + delayAfter(attempts)) });
  }

  /** Returns jobs that are due, and those whose process died. */
  function due(): Promise<JobRow[]> {
    return db()('jobs')
      .whereIn('queue', [...registrations.keys()])
      .where(
        (any) =>
          void any
            .where((waiting) => void waiting.where({ state: 'waiting' }).where('run_at', '<=', stamp()))
            .orWhere((lapsed) => void lapsed.where({ state: 'running' }).where('locked_until', '<', stamp())),
      )
      .orderBy('run_at')
      .orderBy('id')
      .limit(BATCH)
      .select('*');
  }

  return {
    registerJob(name, handler, { maxAttempts = MAX_ATTEMPTS, retryDelays = [] } = {}) {
      const registration = { handler, maxAttempts, delayAfter: delaysOf(name, retryDelays) };
      registrations.set(name, registration);
      return () => {
        if (registrations.get(name) === registration) registrations.delete(name);
      };
    },

    async enqueueJob(name, payload = null, { delaySeconds = 0 } = {}) {
      const at = stamp();
      const row = {
        queue: name,
        payload: JSON.stringify(payload),
        state: 'waiting' as const,
        attempts: 0,
        run_at: stamp(now() + delaySeconds * 1000),
        progress: 0,
        total: 0,
        error: '',
        locked_until: null,
        created_at: at,
        updated_at: at,
      };
      return insertedId(await db()('jobs').insert(row));
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
        (await db()('jobs').where({ id, state: 'waiting' }).update({ state: 'done', error: '', updated_at: stamp() })) >
        0
      );
    },

    async retryJob(id) {
      const changed = await db()('jobs')
        .where({ id })
        .whereIn('state', ['dead', 'held'])
        .update({ state: 'waiting', attempts: 0, run_at: stamp(), updated_at: stamp() });
      return changed > 0;
    },

    async runJobs() {
      let attempted = 0;
      for (const job of await due()) {
        const registration = registrations.get(job.queue);
        if (!registration || !(await claim(job))) continue;
        await run(job, registration);
        attempted++;
      }
      return attempted;
    },
  };
}

/**
 * Calls a job's handler.
 * @returns its error; undefined on success
 */
async function attempt(
  job: JobRow,
  handler: JobHandler,
  { invoke, onProgress }: { readonly invoke: Invoke; onProgress(progress: number, total: number): Promise<unknown> },
): Promise<unknown> {
  let failure: unknown;
  try {
    await invoke('core', `job ${job.queue}`, async () => {
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

/** Whether a job's handler was not called because its circuit breaker is open. */
function wasNotCalled(failure: unknown): boolean {
  return failure instanceof PlinthError && failure.code === 'job_not_called';
}

/** @param seconds the configured delays; the last one applies to all further attempts */
function delaysOf(name: string, seconds: readonly number[]): Registration['delayAfter'] {
  if (!seconds.every((one) => Number.isFinite(one) && one >= 0))
    throw new PlinthError(
      'job_delays_invalid',
      `The job "${name}" has a retry delay that is not a number of seconds.`,
      {
        hint: 'Write `retryDelays: [60, 600, 3600]`.',
      },
    );
  return (attempts) => {
    const delay = seconds[Math.min(attempts, seconds.length) - 1];
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

/** Jobs from a restored backup. They may have been done since, so they wait until an administrator decides. */
export interface HeldJobs {
  count(): Promise<number>;
  /** Releases all of them; returns their number. */
  release(): Promise<number>;
  /** Deletes all of them; returns their number. */
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
      const at = toUtcString(now());
      return heldJobs().update({ state: 'waiting', attempts: 0, run_at: at, updated_at: at });
    },
    discard: () => heldJobs().delete(),
  };
}
