/**
 * The only door into the host: all that a plugin may import.
 * `import { definePlugin } from 'plinth'`.
 */
export * from './errors.js';
export * from './hooks.js';
export * from './wp-error.js';
export * from './db.js';
