import { type Database, PlinthError } from '../api/index.js';
import {
  appliedMigrations,
  countRows,
  invalidExport,
  EXPORT_FORMAT,
  type ExportHeader,
  type ExportLine,
  isRow,
  type RowCounts,
  type TableHeader,
  exportedTables,
} from './export-lines.js';
import { schemaNewerError } from './migrate.js';
import { withoutTimeLimit } from './no-timeout.js';

/** Options of an import. */
interface ImportOptions {
  /** Whether tables that this site does not have are skipped. Otherwise the import is rejected. */
  readonly skipUnknownTables?: boolean;
  /** Converts a value before it is stored. */
  readonly convert?: (value: unknown, table: string, column: string) => unknown;
  onRows?(rows: number): void;
}

export interface ImportResult {
  /** Number of imported rows by table. */
  readonly rows: RowCounts;
  /** Number of skipped rows by table, for tables that this site does not have. */
  readonly skippedRows: RowCounts;
}

const BATCH_SIZE = 500;
/** Maximum number of values in an SQLite statement. */
const MAX_VALUES = 30_000;

/**
 * Replaces all data of a site with an export in one transaction, and ends all sessions. The tables must exist.
 * Migrations that the export does not contain are marked as not applied, so that `migrate` applies them again.
 * @param read starts with the first line on each call, because a transaction is retried after a conflict
 * @throws PlinthError `import_invalid`, `import_tables_not_found`, `import_columns_not_found`, `import_incomplete`,
 * `import_newer`; the site is unchanged then
 */
export async function importLines(
  db: Database,
  read: () => AsyncIterable<ExportLine>,
  { skipUnknownTables = false, convert, onRows }: ImportOptions = {},
): Promise<ImportResult> {
  return withoutTimeLimit(() =>
    db.transaction(async () => {
      const existingNames = await exportedTables(db);
      for (const table of [...existingNames, 'sessions']) await db()(table).delete();
      const tables = createTableWriter(db, { existingTables: existingNames, skipUnknownTables, convert, onRows });
      let header: ExportHeader | undefined;
      let end: RowCounts | undefined;
      for await (const line of read()) {
        if (end) throw invalidExport();
        if (isRow(line)) await tables.add(line);
        else if ('plinth' in line) {
          if (header) throw invalidExport();
          header = line;
          await assertSchemaNotNewer(db, header, skipUnknownTables);
        } else if ('table' in line) await tables.begin(line);
        else end = line.end;
      }
      await tables.flush();
      if (!header || ((header.form ?? 1) >= 2 && !end)) throw invalidExport();
      const { rows, leftOut: skippedRows } = tables;
      assertRowCounts(end, { ...rows, ...skippedRows }, await countRows(db, Object.keys(rows)), rows);
      await deleteLaterMigrations(db, header);
      return { rows, skippedRows };
    }),
  );
}

type TableWriterOptions = ImportOptions & {
  readonly skipUnknownTables: boolean;
  readonly existingTables: readonly string[];
};

/** Writes the rows in batches, one table after the other. */
function createTableWriter(db: Database, { existingTables, skipUnknownTables, convert, onRows }: TableWriterOptions) {
  const rows: Record<string, number> = {};
  const skippedCounts: Record<string, number> = {};
  let currentTable: TableHeader | undefined;
  let batch: Record<string, unknown>[] = [];
  let total = 0;

  async function flush(): Promise<void> {
    if (currentTable && batch.length > 0) {
      const size = Math.max(1, Math.min(BATCH_SIZE, Math.floor(MAX_VALUES / currentTable.columns.length)));
      await db().batchInsert(currentTable.table, batch, size);
    }
    onRows?.((total += batch.length));
    batch = [];
  }

  async function beginTable(start: TableHeader): Promise<void> {
    const { table, columns } = start;
    await flush();
    currentTable = start;
    if (table in rows || table in skippedCounts) throw invalidExport();
    if (!existingTables.includes(table)) {
      if (!skipUnknownTables) throw tableMissingError(table);
      skippedCounts[table] = 0;
      return;
    }
    rows[table] = 0;
    const known = Object.keys(await db()(table).columnInfo());
    const missingColumns = columns.filter((column) => !known.includes(column));
    if (missingColumns.length > 0) throw columnsMissingError(table, missingColumns);
  }

  async function add(line: readonly unknown[]): Promise<void> {
    if (!currentTable || line.length !== currentTable.columns.length) throw invalidExport();
    const { table, columns } = currentTable;
    if (table in skippedCounts) {
      skippedCounts[table] = (skippedCounts[table] ?? 0) + 1;
      return;
    }
    rows[table] = (rows[table] ?? 0) + 1;
    const values = columns.map((column, index) => [
      column,
      convert ? convert(line[index], table, column) : line[index],
    ]);
    batch.push(Object.fromEntries(values) as Record<string, unknown>);
    if (batch.length >= BATCH_SIZE * 4) await flush();
  }

  return { rows, leftOut: skippedCounts, begin: beginTable, add, flush };
}

const tableMissingError = (table: string): PlinthError =>
  new PlinthError('import_tables_not_found', `This site has no table "${table}".`, {
    hint: 'Install the plugin that owns the table, in the version that was exported, or skip its data with --skip-missing-plugins.',
  });

const columnsMissingError = (table: string, columns: readonly string[]): PlinthError =>
  new PlinthError(
    'import_columns_not_found',
    `The table "${table}" of this site is missing columns: ${columns.join(', ')}.`,
    {
      hint: 'Update Plinth, or the plugin the table belongs to, to the version of the export.',
    },
  );

/** Rejects the export of a newer schema, because it may contain data that this code cannot store. */
async function assertSchemaNotNewer(db: Database, head: ExportHeader, leaveOut: boolean): Promise<void> {
  if ((head.form ?? 1) > EXPORT_FORMAT)
    throw new PlinthError(
      'import_newer',
      `The export was created by Plinth ${head.plinth}, in a newer format that this version cannot read.`,
      { hint: 'Update Plinth first.' },
    );
  const here = await appliedMigrations(db);
  for (const [owner, ids] of Object.entries(head.migrations)) {
    const unknown = ids.filter((id) => !here[owner]?.includes(id));
    if (unknown.length > 0 && !(leaveOut && owner !== 'core' && !(owner in here)))
      throw schemaNewerError(owner, unknown, 'export');
  }
}

/** Compares the numbers of rows in the file's end line, in the file itself, and in the tables. */
function assertRowCounts(
  declaredCounts: RowCounts | undefined,
  readCounts: RowCounts,
  tableCounts: RowCounts,
  inserted: RowCounts,
): void {
  const lost = [
    ...Object.entries(declaredCounts ?? {})
      .filter(([table, rows]) => (readCounts[table] ?? 0) !== rows)
      .map(([table, rows]) => `${table}: the file contains ${readCounts[table] ?? 0} of ${rows} rows`),
    ...Object.entries(inserted)
      .filter(([table, rows]) => tableCounts[table] !== rows)
      .map(([table, rows]) => `${table}: ${tableCounts[table]} of ${rows} rows were imported`),
  ];
  if (lost.length > 0)
    throw new PlinthError('import_incomplete', `Rows are missing: ${lost.join('; ')}.`, {
      hint: 'Use another export or backup; this one was changed or truncated.',
      details: { lost },
    });
}

async function deleteLaterMigrations(db: Database, head: ExportHeader): Promise<void> {
  for (const [owner, ids] of Object.entries(head.migrations))
    await db()('migrations')
      .where({ owner })
      .whereNotIn('id', [...ids])
      .delete();
}
