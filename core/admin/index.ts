export { createAdmin } from './admin.js';
export type { AdminDeps } from './deps.js';
