import { createRequire } from 'node:module';
import type * as Ioredis from 'ioredis';
import { PlinthError } from '../api/index.js';
import type { Log } from './log.js';

const load = createRequire(__filename);
/** Loaded only by sites that use Redis. */
const ioredis = (): typeof Ioredis => load('ioredis') as typeof Ioredis;

/** Redis errors about a wrong name or password, which retrying does not fix. */
const CREDENTIAL_ERROR = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b/;
/** Command timeout in milliseconds, because visitors wait for the response. */
const COMMAND_TIMEOUT_MS = 1_000;

/**
 * Connects to the Redis shared by several nodes. While it is unavailable, also at startup, commands fail immediately
 * and the connection is retried automatically.
 * @throws PlinthError `redis_unreachable` if it rejects the credentials
 */
export async function openRedis(url: string, log: Log): Promise<Ioredis.Redis> {
  const { Redis } = ioredis();
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 3000,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  let reason = '';
  redis.on('error', (error: Error) => void (reason = error.message));
  // A lost connection is not an error of its own; it is retried in any case.
  redis.on('reconnecting', () => log.warn({ error: reason }, 'Redis does not respond'));
  try {
    await redis.connect();
  } catch (cause) {
    const errorText = `${reason} ${(cause as Error).message}`;
    if (!CREDENTIAL_ERROR.test(errorText)) {
      log.warn({ error: reason }, 'Redis does not respond');
      return redis;
    }
    redis.disconnect();
    throw new PlinthError('redis_unreachable', 'Redis denied access with the credentials in REDIS_URL.', {
      hint: 'Correct or remove REDIS_URL.',
      cause,
    });
  }
  return redis;
}
