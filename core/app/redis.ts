import { createRequire } from 'node:module';
import type * as Ioredis from 'ioredis';
import { PlinthError } from '../api/index.js';
import type { Log } from './log.js';

const load = createRequire(__filename);
/** Read by sites that have a Redis alone. */
const ioredis = (): typeof Ioredis => load('ioredis') as typeof Ioredis;

/** What Redis says of a wrong name or password, which does not come right by waiting. */
const REFUSED = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b/;
/** Milliseconds a command may take: a visitor waits for it. */
const COMMAND_MS = 1_000;

/**
 * Opens the Redis that several nodes share. While it is away, also at the start, commands fail at once; it is tried again by itself.
 * @throws PlinthError `redis_unreachable` when it does not let the site in
 */
export async function openRedis(url: string, log: Log): Promise<Ioredis.Redis> {
  const { Redis } = ioredis();
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 3000,
    commandTimeout: COMMAND_MS,
  });
  let reason = '';
  redis.on('error', (error: Error) => void (reason = error.message));
  // A line that breaks is no error of its own; but whatever was wrong, it is tried again.
  redis.on('reconnecting', () => log.warn({ error: reason }, 'Redis does not answer'));
  try {
    await redis.connect();
  } catch (cause) {
    const said = `${reason} ${(cause as Error).message}`;
    if (!REFUSED.test(said)) {
      log.warn({ error: reason }, 'Redis does not answer');
      return redis;
    }
    redis.disconnect();
    throw new PlinthError('redis_unreachable', 'The Redis of REDIS_URL does not let the site in.', {
      hint: 'Correct or remove REDIS_URL.',
      cause,
    });
  }
  return redis;
}
