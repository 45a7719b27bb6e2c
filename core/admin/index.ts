export { createAdmin } from './admin.js';
export type { AdminDeps } from './deps.js';
export type { HealthCheck } from './tools/health-check.js';
