export { type Backups, createBackups } from './backups.js';
export { type BackupSource, type BackupOptions, createBackup } from './create.js';
export { createPluginTables } from './plugin-tables.js';
export {
  type RestoreResult,
  restoreBackup,
  type RestoreDeps,
  type RestorePhase,
  type RestoreOptions,
} from './restore.js';
export { createBackupStore, type StoredBackup } from './backup-store.js';
export { verifyBackup } from './verify.js';
export { recoverRestore } from './restore-staging.js';
