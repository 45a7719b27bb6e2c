import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type Database, PlinthError } from '../api/index.js';
import { isContended, isUniqueViolation } from './outage.js';

const POLL_MS = 50;

/** Milliseconds since 1970 by the database's clock, which all nodes share; the clocks of nodes may differ. */
const NOW: Readonly<Record<Database['engine'], string>> = {
  mysql: 'floor(unix_timestamp(now(3)) * 1000)',
  sqlite: "cast(round(unixepoch('now', 'subsec') * 1000) as integer)",
};

/** The given number of milliseconds from now, by the same clock. */
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
 * A lock stored as a row: works on one node, on many, and on clusters without GET_LOCK. The holder renews it; the lock
 * of a holder that died expires after `ttl` ms.
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
  /** Time of the database's clock. */
  now(): Knex.Raw;
  /** Expiry of a lock taken now. */
  end(): Knex.Raw;
}

async function acquire(pool: Knex, lock: Lock, wait: number): Promise<void> {
  const started = performance.now();
  for (;;) {
    if (await tryAcquire(pool, lock)) return;
    if (performance.now() - started >= wait) {
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
    const takenOver = await pool('locks')
      .where({ name })
      .where('expires_at', '<', now())
      .update({ owner, expires_at: end() });
    if (takenOver > 0) return true;
    await pool('locks').insert({ name, owner, expires_at: end() });
    return true;
  } catch (error) {
    if (isUniqueViolation(error) || isContended(error)) return false;
    throw error;
  }
}
