export { createCron } from './cron.js';
export { createHeldJobs, type HeldJobs, createJobs, type Invoke } from './jobs.js';
export { createHousekeeping } from './housekeeping.js';
export { scheduleUpdateChecks } from './update-checks.js';
