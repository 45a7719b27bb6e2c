export { readDatabaseUrl } from './database-url.js';
export { assertReachable, openDatabase, refuseInTransaction, type SiteDatabase } from './database.js';
export { forgetMigrations, migrate, noteUnfinished, prepareMigrations, schemaNewer, stepsOf } from './migrate.js';
export { isUniqueViolation, databaseFailure, isContended } from './outage.js';
export {
  type AppliedMigrations,
  appliedMigrations,
  countRows,
  type ExportHead,
  type ExportLine,
  exportLines,
  isRow,
  type RowCounts,
  tablesOf,
} from './export-lines.js';
export { linesOfText, readExport, writeExport } from './export-file.js';
export { importLines, type ImportResult } from './import-lines.js';
export { comparedColumn, comparedExactColumn, comparedText, sortedColumn } from './compared-texts.js';
export { insertedId, rowOffset } from './row-numbers.js';
export { unhurried } from './no-timeout.js';
export { askNamed, nameValues, unlessRefused } from './named-values.js';
