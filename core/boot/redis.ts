import { Redis } from 'ioredis';
import { PlinthError } from '../api/index.js';
import type { Log } from './log.js';

/**
 * Opens the Redis that several nodes share.
 * @throws PlinthError `redis_unreachable`
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, connectTimeout: 3000 });
  redis.on('error', (error: Error) => log.warn({ error: error.message }, 'Redis does not answer'));
  try {
    await redis.connect();
  } catch (cause) {
    redis.disconnect();
    throw new PlinthError('redis_unreachable', 'The Redis of REDIS_URL cannot be reached.', { cure: 'Start it, or correct or remove REDIS_URL.', cause });
  }
  return redis;
}
