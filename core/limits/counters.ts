import { createHash, createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SiteDatabase } from '../db/index.js';

/** Number of attempts in the current period. */
export interface AttemptCount {
  readonly hits: number;
  /** Unix time in milliseconds. */
  readonly endsAt: number;
}

/** Storage for the counters of rate limits. */
export interface Counters {
  hit(name: string, seconds: number): Promise<AttemptCount>;
  read(name: string): Promise<AttemptCount | undefined>;
  clear(name: string): Promise<void>;
}

/** Returns the key of a counter. A long name is hashed, because truncated names could be equal. */
function toKey(name: string): string {
  return name.length <= 190
    ? name
    : `${name.slice(0, 120)}:${createHash('sha256').update(name).digest('hex').slice(0, 64)}`;
}

const [HITS_COLUMN, ENDS_AT_COLUMN] = ['rate_limits.hits', 'rate_limits.ends_at'];

/** Creates counters in the database. */
export function createDatabaseCounters(db: SiteDatabase, now: () => number = Date.now): Counters {
  const currentPeriod = (name: string) => db()('rate_limits').where({ name }).where('ends_at', '>', now());

  async function read(name: string): Promise<AttemptCount | undefined> {
    const row = await currentPeriod(name).first<{ hits: number; ends_at: number | string } | undefined>(
      'hits',
      'ends_at',
    );
    return row && { hits: row.hits, endsAt: Number(row.ends_at) };
  }

  /**
   * Counts an attempt in the current period, or starts a new period. A single statement does both and locks the row,
   * which is then read. Therefore concurrent attempts get different numbers, and there are no deadlocks with deleted
   * rows.
   */
  const hit = (name: string, seconds: number): Promise<AttemptCount> =>
    db.transaction(async () => {
      const [index, endsAt] = [now(), now() + seconds * 1000];
      await db()('rate_limits')
        .insert({ name, hits: 1, ends_at: endsAt })
        .onConflict('name')
        .merge({
          // MariaDB assigns the columns one after the other, SQLite all at once. The end of the period is compared
          // before it is changed.
          hits: db().raw('case when ?? <= ? then 1 else ?? + 1 end', [ENDS_AT_COLUMN, index, HITS_COLUMN]),
          ends_at: db().raw('case when ?? <= ? then ? else ?? end', [ENDS_AT_COLUMN, index, endsAt, ENDS_AT_COLUMN]),
        });
      return (await read(name)) ?? { hits: 1, endsAt };
    });

  return {
    read: (name) => read(toKey(name)),
    // This runs in the caller's transaction, which may use the only connection. If the transaction is rolled back, the
    // attempt is counted again.
    hit(name, seconds) {
      const key = toKey(name);
      db.afterRollback(() => hit(key, seconds));
      return hit(key, seconds);
    },
    // An expired period has no attempts. The row remains for the next attempt; the daily maintenance deletes it.
    clear: (name) =>
      db.transaction(
        async () =>
          void (await db()('rate_limits')
            .where({ name: toKey(name) })
            .update({ ends_at: 0 })),
      ),
  };
}

/** Returns the results of a Redis transaction without their errors. */
const replyValues = (replies: [unknown, unknown][] | null): unknown[] => (replies ?? []).map(([, value]) => value);

/** Creates counters in Redis, where periods expire automatically. */
export function createRedisCounters(redis: Redis, prefix = 'plinth:limit:'): Counters {
  const toEndTime = (remainingMs: number): number => Date.now() + Math.max(0, remainingMs);
  return {
    async hit(name, seconds) {
      const key = prefix + toKey(name);
      const replies = await redis
        .multi()
        .incr(key)
        .pexpire(key, seconds * 1000, 'NX')
        .pttl(key)
        .exec();
      const [hits, , left] = replyValues(replies);
      return { hits: Number(hits), endsAt: toEndTime(Number(left)) };
    },
    async read(name) {
      const key = prefix + toKey(name);
      const [hits = null, left] = replyValues(await redis.multi().get(key).pttl(key).exec());
      return hits === null ? undefined : { hits: Number(hits), endsAt: toEndTime(Number(left)) };
    },
    async clear(name) {
      await redis.del(prefix + toKey(name));
    },
  };
}

/**
 * Hashes the names of counters, because they contain IP addresses and usernames. The part before the first colon, which
 * identifies the kind of counter, remains.
 */
export function hashCounterNames(counters: Counters, secret: string): Counters {
  const hashName = (name: string): string => {
    const owner = /^[\w-]{1,60}:/.exec(name)?.[0] ?? '';
    return owner + createHmac('sha256', secret).update(name).digest('hex');
  };
  return {
    hit: (name, seconds) => counters.hit(hashName(name), seconds),
    read: (name) => counters.read(hashName(name)),
    clear: (name) => counters.clear(hashName(name)),
  };
}

/** Milliseconds for which the first storage is not used after an error. */
const PAUSE_MS = 5_000;

/**
 * Uses the second storage for counters while the first one is unavailable, so that limits neither stop working nor lock
 * everyone out.
 */
export function createFallbackCounters(first: Counters, second: Counters, now: () => number = Date.now): Counters {
  let pausedUntil = 0;
  async function withFallback<T>(operation: (counters: Counters) => Promise<T>): Promise<T> {
    if (now() < pausedUntil) return operation(second);
    try {
      return await operation(first);
    } catch {
      // Without this pause, every attempt would wait for the first storage.
      pausedUntil = now() + PAUSE_MS;
      return operation(second);
    }
  }

  return {
    hit: (name, seconds) => withFallback((counters) => counters.hit(name, seconds)),
    read: (name) => withFallback((counters) => counters.read(name)),
    async clear(name) {
      await Promise.allSettled(now() < pausedUntil ? [second.clear(name)] : [first.clear(name), second.clear(name)]);
    },
  };
}
