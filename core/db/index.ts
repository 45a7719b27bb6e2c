export { parseDatabaseUrl as readDatabaseUrl } from './database-url.js';
export { assertReachable, openDatabase, refuseInTransaction, type SiteDatabase } from './database.js';
export {
  deleteMigrationRecords as forgetMigrations,
  migrate,
  markUnfinished as noteUnfinished,
  prepareMigrations,
  schemaNewerError as schemaNewer,
  appliedMigrationIds as stepsOf,
} from './migrate.js';
export { isUniqueViolation, classifyDatabaseError as databaseFailure, isContention as isContended } from './outage.js';
export {
  type AppliedMigrations,
  appliedMigrations,
  countRows,
  type ExportHeader as ExportHead,
  type ExportLine,
  exportLines,
  isRow,
  type RowCounts,
  exportedTables as tablesOf,
} from './export-lines.js';
export { parseLines as linesOfText, readExport, writeExport } from './export-file.js';
export { importLines, type ImportResult } from './import-lines.js';
export { comparedColumn, comparedExactColumn, comparedText, sortedColumn, whereSameText } from './compared-texts.js';
export { quickCheck } from './quick-check.js';
export { collationFold } from './collation-fold.js';
export { getInsertedId as insertedId, rowOffset } from './row-numbers.js';
export { withoutTimeLimit as unhurried } from './no-timeout.js';
export { runNamed as askNamed, nameValues, runChangedOrOwn as unlessRefused } from './named-values.js';
