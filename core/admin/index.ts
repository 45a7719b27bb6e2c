export { type AdminDeps, createAdmin } from './admin.js';
