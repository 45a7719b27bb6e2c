export { type Backups, type BackupSettings, createBackups, type LastBackup } from './backups.js';
export { type BackupSource, type BackupWish, createBackup } from './create.js';
export { type BackupKind, type BackupManifest } from './manifest.js';
export { makePluginTables } from './plugin-tables.js';
export { type Restored, restoreBackup, type RestoreDeps, type RestorePhase, type RestoreWish } from './restore.js';
export { createShelf, type Shelf, type ShelvedBackup } from './shelf.js';
export { type Verdict, verifyBackup } from './verify.js';
export { isRestoring, recoverRestore } from './workshop.js';
