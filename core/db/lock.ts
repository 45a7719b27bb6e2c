import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type Database, PlinthError } from '../api/index.js';
import { isContention, isUniqueViolation } from './outage.js';

const POLL_MS = 50;

/** SQL for the current Unix time in milliseconds by the clock of the database, because the clocks of nodes differ. */
const NOW: Readonly<Record<Database['engine'], string>> = {
  mysql: 'floor(unix_timestamp(now(3)) * 1000)',
  sqlite: "cast(round(unixepoch('now', 'subsec') * 1000) as integer)",
};

/** SQL for the Unix time that is a number of milliseconds from now, by the same clock. */
const FROM_NOW: Readonly<Record<Database['engine'], string>> = {
  mysql: 'floor(unix_timestamp(now(3)) * 1000) + ?',
  sqlite: "cast(round(unixepoch('now', 'subsec') * 1000) as integer) + ?",
};

interface LockOptions {
  wait?: number;
  ttl?: number;
  engine: Database['engine'];
}

/**
 * Runs a function while holding a lock, which is a row of the table `locks`. This also works on several nodes and on
 * clusters without GET_LOCK. The lock is renewed while the function runs; after a crash, it expires after `ttl` ms.
 */
export async function withLock<T>(
  pool: Knex,
  name: string,
  work: () => Promise<T>,
  { wait = 30_000, ttl = 30_000, engine }: LockOptions,
): Promise<T> {
  const lock: Lock = {
    name,
    owner: randomUUID(),
    now: () => pool.raw(NOW[engine]),
    end: () => pool.raw(FROM_NOW[engine], [ttl]),
  };
  const { owner } = lock;
  await acquire(pool, lock, wait);
  const renewal = setInterval(() => {
    pool('locks')
      .where({ name, owner })
      .update({ expires_at: lock.end() })
      .catch(() => undefined);
  }, ttl / 3);
  renewal.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await pool('locks').where({ name, owner }).delete();
  }
}

interface Lock {
  readonly name: string;
  readonly owner: string;
  /** The current time by the clock of the database. */
  now(): Knex.Raw;
  /** The time at which a lock that is acquired now expires. */
  end(): Knex.Raw;
}

async function acquire(pool: Knex, lock: Lock, wait: number): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    if (await tryAcquire(pool, lock)) return;
    if (performance.now() - startedAt >= wait) {
      throw new PlinthError(
        'db_lock_timeout',
        `Another process did not release the lock "${lock.name}" within ${wait} ms.`,
        {
          hint: 'Wait until the other process is finished, then try again.',
          status: 503,
          kind: 'outage',
        },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function tryAcquire(pool: Knex, { name, owner, now, end }: Lock): Promise<boolean> {
  try {
    const updatedRows = await pool('locks')
      .where({ name })
      .where('expires_at', '<', now())
      .update({ owner, expires_at: end() });
    if (updatedRows > 0) return true;
    await pool('locks').insert({ name, owner, expires_at: end() });
    return true;
  } catch (error) {
    if (isUniqueViolation(error) || isContention(error)) return false;
    throw error;
  }
}
