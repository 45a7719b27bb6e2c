export { createCron, type CronDeps, type Invoke } from './cron.js';
