/**
 * The only door into the host: all that a plugin may import.
 * `import { definePlugin } from 'plinth'`.
 */
export * from './errors.js';
export * from './hooks.js';
export * from './keeping.js';
export * from './wp-error.js';
export * from './db.js';
export * from './options.js';
export * from './users.js';
export * from './post-types.js';
export * from './posts.js';
export * from './post-query.js';
export * from './terms.js';
export * from './metadata.js';
export * from './permalinks.js';
export * from './content.js';
export * from './cron.js';
export * from './dates.js';
export * from './rest.js';
export * from './sessions.js';
export * from './auth.js';
export * from './audit.js';
export * from './assets.js';
export * from './commands.js';
export * from './health.js';
export * from './i18n.js';
export * from './limits.js';
export * from './network.js';
export * from './even-time.js';
export * from './mail.js';
export * from './pages.js';
export * from './passwords.js';
export * from './plugin.js';
export * from './uploads.js';
export * from './services.js';
export * from './formatting.js';
export * from './shortcodes.js';
export * from './blocks.js';
