/**
 * The only door into the host: all that a plugin may import.
 * `import { definePlugin } from 'plinth'`.
 */
export * from './errors.js';
export type * from './hooks.js';
export type * from './keeping.js';
export * from './wp-error.js';
export type * from './db.js';
export type * from './options.js';
export type * from './users.js';
export type * from './post-types.js';
export type * from './posts.js';
export type * from './post-query.js';
export type * from './terms.js';
export type * from './metadata.js';
export type * from './permalinks.js';
export type * from './content.js';
export type * from './cron.js';
export type * from './dates.js';
export * from './rest.js';
export type * from './sessions.js';
export type * from './auth.js';
export type * from './audit.js';
export type * from './assets.js';
export type * from './attachments.js';
export type * from './commands.js';
export type * from './health.js';
export type * from './i18n.js';
export type * from './limits.js';
export * from './network.js';
export * from './even-time.js';
export type * from './mail.js';
export * from './maybe-promise.js';
export * from './steps.js';
export type * from './pages.js';
export type * from './passwords.js';
export * from './plugin.js';
export type * from './uploads.js';
export * from './utc-text.js';
export type * from './services.js';
export type * from './formatting.js';
export type * from './shortcodes.js';
export type * from './blocks.js';
