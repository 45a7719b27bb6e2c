export { parseDatabaseUrl } from './database-url.js';
export { assertReachable, openDatabase, refuseInTransaction, type SiteDatabase } from './database.js';
export {
  deleteMigrationRecords,
  migrate,
  markUnfinished,
  prepareMigrations,
  schemaNewerError,
  appliedMigrationIds,
} from './migrate.js';
export { isUniqueViolation, classifyDatabaseError, isContention } from './outage.js';
export {
  type AppliedMigrations,
  appliedMigrations,
  countRows,
  type ExportHeader,
  type ExportLine,
  exportLines,
  isRow,
  type RowCounts,
  exportedTables,
} from './export-lines.js';
export { parseLines, readExport, writeExport } from './export-file.js';
export { importLines, type ImportResult } from './import-lines.js';
export { comparedColumn, comparedExactColumn, comparedText, sortedColumn, whereSameText } from './compared-texts.js';
export { quickCheck } from './quick-check.js';
export { collationFold } from './collation-fold.js';
export { getInsertedId, rowOffset } from './row-numbers.js';
export { withoutTimeLimit } from './no-timeout.js';
export { runNamed, nameValues, runChangedOrOwn } from './named-values.js';
