export { createEditLocks, type EditLocks, HELD_SECONDS, type LockPlace } from './edit-locks.js';
export { createRevisions, type Revisions, revisionsForPlugins } from './revisions.js';
