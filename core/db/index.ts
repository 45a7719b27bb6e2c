export { assertReachable, openDatabase, type DatabaseOptions, type SiteDatabase } from './database.js';
export { forgetMigrations, migrate, prepareMigrations, schemaNewer } from './migrate.js';
export { isUniqueViolation } from './unique-violation.js';
export { databaseFailure, isContended, isOutage } from './outage.js';
export { type AppliedMigrations, appliedMigrations, countRows, type ExportHead, type ExportLine, exportLines, isRow, parseLine, type RowCounts, tablesOf } from './export-lines.js';
export { linesOfText, readExport, writeExport } from './export-file.js';
export { importLines, type Imported, type ImportOptions } from './import-lines.js';
export { unhurried } from './unhurried.js';
