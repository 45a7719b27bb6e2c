export { createAdmin } from './admin.js';
