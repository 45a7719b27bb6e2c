export { createCron, type CronDeps, type Invoke } from './cron.js';
export { createHousekeeping, type Removed } from './housekeeping.js';
