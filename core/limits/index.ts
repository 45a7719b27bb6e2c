export { type Counters, databaseCounters, redisCounters } from './counters.js';
export { createLetterLimit, LETTER_LIMIT, mailboxOf } from './letter-limit.js';
export { createRateLimits } from './rate-limits.js';
export { fallbackCounters } from './fallback-counters.js';
