export { createEditLocks, type EditLocks, HELD_SECONDS, type LockPlace } from './edit-locks.js';
export { createKeptVersions, type KeptVersions, versionsForPlugins } from './kept-versions.js';
