export { createCron, type CronDeps } from './cron.js';
export type { Invoke } from './jobs.js';
export { createHousekeeping, type Removed } from './housekeeping.js';
