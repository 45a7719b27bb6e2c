import { createHash, createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SiteDatabase } from '../db/index.js';

/** Attempts counted in the current period. */
export interface Count {
  readonly hits: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Storage for counters of attempts. */
export interface Counters {
  hit(name: string, seconds: number): Promise<Count>;
  read(name: string): Promise<Count | undefined>;
  clear(name: string): Promise<void>;
}

/** Long names are hashed, since truncation could make them equal. */
function keyOf(name: string): string {
  return name.length <= 190
    ? name
    : `${name.slice(0, 120)}:${createHash('sha256').update(name).digest('hex').slice(0, 64)}`;
}

const [HITS, ENDS_AT] = ['rate_limits.hits', 'rate_limits.ends_at'];

/** Counts in the database. */
export function databaseCounters(db: SiteDatabase, now: () => number = Date.now): Counters {
  const running = (name: string) => db()('rate_limits').where({ name }).where('ends_at', '>', now());

  async function read(name: string): Promise<Count | undefined> {
    const row = await running(name).first<{ hits: number; ends_at: number | string } | undefined>('hits', 'ends_at');
    return row && { hits: row.hits, endsAt: Number(row.ends_at) };
  }

  /**
   * Counts in the current period, or starts one. A single statement for both, followed by a read while the row is
   * locked: concurrent attempts each get their own number, and none meets a row that another one is deleting, which a
   * server would end with a deadlock.
   */
  const hit = (name: string, seconds: number): Promise<Count> =>
    db.transaction(async () => {
      const [at, endsAt] = [now(), now() + seconds * 1000];
      await db()('rate_limits')
        .insert({ name, hits: 1, ends_at: endsAt })
        .onConflict('name')
        .merge({
          // MariaDB assigns one column after the other, SQLite all at once: the period's end is compared before it is
          // changed.
          hits: db().raw('case when ?? <= ? then 1 else ?? + 1 end', [ENDS_AT, at, HITS]),
          ends_at: db().raw('case when ?? <= ? then ? else ?? end', [ENDS_AT, at, endsAt, ENDS_AT]),
        });
      return (await read(name)) ?? { hits: 1, endsAt };
    });

  return {
    read: (name) => read(keyOf(name)),
    // In the caller's transaction, which may hold the only connection. A refused attempt may roll back; it is counted
    // nonetheless.
    hit(name, seconds) {
      const key = keyOf(name);
      db.afterRollback(() => hit(key, seconds));
      return hit(key, seconds);
    },
    // An expired period counts as none. The row is left for the next attempt, and for the daily maintenance.
    clear: (name) =>
      db.transaction(
        async () =>
          void (await db()('rate_limits')
            .where({ name: keyOf(name) })
            .update({ ends_at: 0 })),
      ),
  };
}

/** Returns the results of a transaction without the accompanying errors. */
const values = (replies: [unknown, unknown][] | null): unknown[] => (replies ?? []).map(([, value]) => value);

/** Counts in Redis, where periods expire by themselves. */
export function redisCounters(redis: Redis, prefix = 'plinth:limit:'): Counters {
  const span = (left: number): number => Date.now() + Math.max(0, left);
  return {
    async hit(name, seconds) {
      const key = prefix + keyOf(name);
      const replies = await redis
        .multi()
        .incr(key)
        .pexpire(key, seconds * 1000, 'NX')
        .pttl(key)
        .exec();
      const [hits, , left] = values(replies);
      return { hits: Number(hits), endsAt: span(Number(left)) };
    },
    async read(name) {
      const key = prefix + keyOf(name);
      const [hits = null, left] = values(await redis.multi().get(key).pttl(key).exec());
      return hits === null ? undefined : { hits: Number(hits), endsAt: span(Number(left)) };
    },
    async clear(name) {
      await redis.del(prefix + keyOf(name));
    },
  };
}

/**
 * Hashes the counter names, which contain IP addresses and logins; the part before the first colon identifies the
 * counter, and stays.
 */
export function hashedCounters(counters: Counters, secret: string): Counters {
  const hashed = (name: string): string => {
    const owner = /^[\w-]{1,60}:/.exec(name)?.[0] ?? '';
    return owner + createHmac('sha256', secret).update(name).digest('hex');
  };
  return {
    hit: (name, seconds) => counters.hit(hashed(name), seconds),
    read: (name) => counters.read(hashed(name)),
    clear: (name) => counters.clear(hashed(name)),
  };
}

/** Milliseconds during which the first is not used after an error. */
const PAUSE_MS = 5_000;

/**
 * Counts in the first storage, and in the second while the first is unavailable: a limit must neither be dropped nor
 * lock everyone out.
 */
export function fallbackCounters(first: Counters, second: Counters, now: () => number = Date.now): Counters {
  let awayUntil = 0;
  async function withFallback<T>(operation: (counters: Counters) => Promise<T>): Promise<T> {
    if (now() < awayUntil) return operation(second);
    try {
      return await operation(first);
    } catch {
      // Otherwise every single attempt would wait for it.
      awayUntil = now() + PAUSE_MS;
      return operation(second);
    }
  }

  return {
    hit: (name, seconds) => withFallback((counters) => counters.hit(name, seconds)),
    read: (name) => withFallback((counters) => counters.read(name)),
    async clear(name) {
      await Promise.allSettled(now() < awayUntil ? [second.clear(name)] : [first.clear(name), second.clear(name)]);
    },
  };
}
