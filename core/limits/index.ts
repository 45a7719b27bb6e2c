export {
  type Counters,
  createDatabaseCounters,
  createRedisCounters,
  createFallbackCounters,
  hashCounterNames,
} from './counters.js';
export { createEmailLimit, EMAIL_LIMIT, normalizeMailbox } from './email-limit.js';
export { createRateLimits } from './rate-limits.js';
