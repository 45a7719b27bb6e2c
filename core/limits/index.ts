export { type Counters, databaseCounters, redisCounters } from './counters.js';
export { createRateLimits } from './rate-limits.js';
export { fallbackCounters } from './fallback-counters.js';
