export { type Counters, databaseCounters, redisCounters, fallbackCounters, hashedCounters } from './counters.js';
export { createEmailLimit, EMAIL_LIMIT, mailboxOf } from './email-limit.js';
export { createRateLimits } from './rate-limits.js';
