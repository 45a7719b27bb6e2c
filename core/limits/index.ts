export { type Counters, databaseCounters, redisCounters } from './counters.js';
export { createRateLimits } from './rate-limits.js';
