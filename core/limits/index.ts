export {
  type Counters,
  createDatabaseCounters as databaseCounters,
  createRedisCounters as redisCounters,
  createFallbackCounters as fallbackCounters,
  hashCounterNames as hashedCounters,
} from './counters.js';
export { createEmailLimit, EMAIL_LIMIT, normalizeMailbox as mailboxOf } from './email-limit.js';
export { createRateLimits } from './rate-limits.js';
