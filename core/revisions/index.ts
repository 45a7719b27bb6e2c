export {
  createEditLocks,
  type EditLocks,
  LOCK_SECONDS as HELD_SECONDS,
  type LockStore as LockPlace,
} from './edit-locks.js';
export { createRevisions, type Revisions, revisionsForPlugins } from './revisions.js';
