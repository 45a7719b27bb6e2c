import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Database } from '../api/index.js';

/** Tries counted in the running span. */
export interface Count {
  readonly hits: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Where tries are counted. */
export interface Counters {
  hit(name: string, seconds: number): Promise<Count>;
  read(name: string): Promise<Count | undefined>;
  clear(name: string): Promise<void>;
}

/** Long names would be cut alike; so they are told apart by a hash. */
function keyOf(name: string): string {
  return name.length <= 190 ? name : `${name.slice(0, 120)}:${createHash('sha256').update(name).digest('hex').slice(0, 64)}`;
}

/** Counts in the database. */
export function databaseCounters(db: Database, now: () => number = Date.now): Counters {
  const running = (name: string) => db()('rate_limits').where({ name }).where('ends_at', '>', now());

  async function read(name: string): Promise<Count | undefined> {
    const row = (await running(name).first('hits', 'ends_at')) as { hits: number; ends_at: number | string } | undefined;
    return row && { hits: row.hits, endsAt: Number(row.ends_at) };
  }

  /** Counts where a span runs. Nobody counts in between, so that of many at once each is told its own place. */
  const next = (name: string): Promise<Count | undefined> => db.transaction(async () => ((await running(name).increment('hits', 1)) === 0 ? undefined : read(name)));

  async function hit(given: string, seconds: number): Promise<Count> {
    const name = keyOf(given);
    const counted = await next(name);
    if (counted) return counted;
    await db()('rate_limits').where({ name }).where('ends_at', '<=', now()).delete();
    const first = { hits: 0, ends_at: now() + seconds * 1000 };
    // Of two first tries one finds the other's row.
    await db()('rate_limits').insert({ name, ...first }).onConflict('name').ignore();
    return (await next(name)) ?? { hits: 1, endsAt: first.ends_at };
  }

  return {
    read: (name) => read(keyOf(name)),
    // A refused request may roll back; its try counts all the same.
    hit: (name, seconds) => db.detached(() => hit(name, seconds)),
    async clear(name) {
      await db()('rate_limits').where({ name: keyOf(name) }).delete();
    },
  };
}

/** Counts in Redis, where spans end by themselves. */
export function redisCounters(redis: Redis, prefix = 'plinth:limit:'): Counters {
  const span = (left: number): number => Date.now() + Math.max(0, left);
  return {
    async hit(name, seconds) {
      const key = prefix + keyOf(name);
      const [[, hits], , [, left]] = (await redis.multi().incr(key).pexpire(key, seconds * 1000, 'NX').pttl(key).exec()) as [unknown, number][];
      return { hits, endsAt: span(left) };
    },
    async read(name) {
      const key = prefix + keyOf(name);
      const [[, hits], [, left]] = (await redis.multi().get(key).pttl(key).exec()) as [unknown, string | number | null][];
      return hits === null ? undefined : { hits: Number(hits), endsAt: span(Number(left)) };
    },
    async clear(name) {
      await redis.del(prefix + keyOf(name));
    },
  };
}
