import type { RateLimitResult, RateLimitsApi } from '../api/index.js';
import type { AttemptCount, Counters } from './counters.js';

/** Creates rate limits that are shared by all nodes. */
export function createRateLimits(counters: Counters, now: () => number = Date.now): RateLimitsApi {
  const limitResult = (count: AttemptCount | undefined, limit: number, allowed: boolean): RateLimitResult => ({
    allowed,
    remaining: Math.max(0, limit - (count?.hits ?? 0)),
    retryAfter: count ? Math.max(0, Math.ceil((count.endsAt - now()) / 1000)) : 0,
  });
  return {
    async consumeRateLimit(name, limit, seconds) {
      const count = await counters.hit(name, seconds);
      return limitResult(count, limit, count.hits <= limit);
    },
    async peekRateLimit(name, limit) {
      const count = await counters.read(name);
      return limitResult(count, limit, (count?.hits ?? 0) < limit);
    },
    clearRateLimit: (name) => counters.clear(name),
  };
}
