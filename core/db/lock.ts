import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { PlinthError } from '../api/index.js';
import { isContended, isUniqueViolation } from './outage.js';

const POLL_MS = 50;

/**
 * A lock as a row: it works on one node, on many, and on clusters that have no GET_LOCK.
 * The holder renews it; the lock of a holder that died lapses after `ttl` ms.
 */
export async function withLock<T>(
  pool: Knex,
  name: string,
  work: () => Promise<T>,
  { wait = 30_000, ttl = 30_000 }: { wait?: number; ttl?: number } = {},
): Promise<T> {
  const owner = randomUUID();
  await acquire(pool, name, owner, wait, ttl);
  const renewal = setInterval(() => {
    pool('locks')
      .where({ name, owner })
      .update({ expires_at: Date.now() + ttl })
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

async function acquire(pool: Knex, name: string, owner: string, wait: number, ttl: number): Promise<void> {
  const deadline = Date.now() + wait;
  for (;;) {
    if (await tryAcquire(pool, name, owner, ttl)) return;
    if (Date.now() >= deadline) {
      throw new PlinthError('db_lock_timeout', `Another process held the lock "${name}" for ${wait} ms.`, {
        cure: 'Wait until it is done and try again.',
        status: 503,
        kind: 'outage',
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function tryAcquire(pool: Knex, name: string, owner: string, ttl: number): Promise<boolean> {
  const now = Date.now();
  try {
    const takenOver = await pool('locks')
      .where({ name })
      .where('expires_at', '<', now)
      .update({ owner, expires_at: now + ttl });
    if (takenOver > 0) return true;
    await pool('locks').insert({ name, owner, expires_at: now + ttl });
    return true;
  } catch (error) {
    if (isUniqueViolation(error) || isContended(error)) return false;
    throw error;
  }
}
