export { assertReachable, openDatabase, type DatabaseOptions, type SiteDatabase } from './database.js';
export { forgetMigrations, migrate, prepareMigrations } from './migrate.js';
export { isUniqueViolation } from './unique-violation.js';
export { databaseFailure, isOutage } from './outage.js';
export { type ExportLine, exportLines, importLines } from './transfer.js';
