export { createCron, scheduleUpdateChecks } from './cron.js';
export { createHeldJobs, type HeldJobs, createJobs, type RunLogged } from './jobs.js';
export { createMaintenance } from './maintenance.js';
