export { createEditLocks, type EditLocks, LOCK_SECONDS, type LockStore } from './edit-locks.js';
export { createRevisions, type Revisions, revisionsForPlugins } from './revisions.js';
