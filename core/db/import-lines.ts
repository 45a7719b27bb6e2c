import { type Database, PlinthError } from '../api/index.js';
import {
  appliedMigrations,
  countRows,
  damaged,
  EXPORT_FORM,
  type ExportHead,
  type ExportLine,
  isRow,
  type RowCounts,
  type TableStart,
  tablesOf,
} from './export-lines.js';
import { schemaNewer } from './migrate.js';
import { unhurried } from './no-timeout.js';

/** Options of an import. */
interface ImportOptions {
  /** Whether to skip tables that this site lacks instead of rejecting the import. */
  readonly skipUnknownTables?: boolean;
  /** Converts a value before it is stored. */
  readonly convert?: (value: unknown, table: string, column: string) => unknown;
  onRows?(rows: number): void;
}

export interface ImportResult {
  /** Rows by table. */
  readonly rows: RowCounts;
  /** Rows skipped by table because this site has no such table. */
  readonly skippedRows: RowCounts;
}

const BATCH = 500;
/** Maximum number of values in a SQLite statement. */
const MAX_VALUES = 30_000;

/**
 * Replaces all data of a site with an export in one transaction, and ends all sessions. The tables must exist.
 * Migrations unknown to the export are marked as not applied, so that `migrate` applies them to the imported data.
 * @param read starts at the first line on each call, because a transaction is retried after a conflict
 * @throws PlinthError `import_invalid`, `import_tables_not_found`, `import_columns_not_found`, `import_incomplete`,
 * `import_newer`; the site is then unchanged
 */
export async function importLines(
  db: Database,
  read: () => AsyncIterable<ExportLine>,
  { skipUnknownTables = false, convert, onRows }: ImportOptions = {},
): Promise<ImportResult> {
  return unhurried(() =>
    db.transaction(async () => {
      const here = await tablesOf(db);
      for (const table of [...here, 'sessions']) await db()(table).delete();
      const tables = createTableWriter(db, { existingTables: here, skipUnknownTables, convert, onRows });
      let head: ExportHead | undefined;
      let end: RowCounts | undefined;
      for await (const line of read()) {
        if (end) throw damaged();
        if (isRow(line)) await tables.add(line);
        else if ('plinth' in line) {
          if (head) throw damaged();
          head = line;
          await assertKnown(db, head, skipUnknownTables);
        } else if ('table' in line) await tables.begin(line);
        else end = line.end;
      }
      await tables.flush();
      if (!head || ((head.form ?? 1) >= 2 && !end)) throw damaged();
      const { rows, leftOut: skippedRows } = tables;
      assertNothingLost(end, { ...rows, ...skippedRows }, await countRows(db, Object.keys(rows)), rows);
      await forgetLaterSteps(db, head);
      return { rows, skippedRows: skippedRows };
    }),
  );
}

type TableWriterOptions = ImportOptions & {
  readonly skipUnknownTables: boolean;
  readonly existingTables: readonly string[];
};

/** Writes the rows table by table, in batches. */
function createTableWriter(db: Database, { existingTables, skipUnknownTables, convert, onRows }: TableWriterOptions) {
  const rows: Record<string, number> = {};
  const leftOut: Record<string, number> = {};
  let into: TableStart | undefined;
  let batch: Record<string, unknown>[] = [];
  let total = 0;

  async function flush(): Promise<void> {
    if (into && batch.length > 0) {
      const size = Math.max(1, Math.min(BATCH, Math.floor(MAX_VALUES / into.columns.length)));
      await db().batchInsert(into.table, batch, size);
    }
    onRows?.((total += batch.length));
    batch = [];
  }

  async function beginTable(start: TableStart): Promise<void> {
    const { table, columns } = start;
    await flush();
    into = start;
    if (table in rows || table in leftOut) throw damaged();
    if (!existingTables.includes(table)) {
      if (!skipUnknownTables) throw tableMissing(table);
      leftOut[table] = 0;
      return;
    }
    rows[table] = 0;
    const known = Object.keys(await db()(table).columnInfo());
    const lost = columns.filter((column) => !known.includes(column));
    if (lost.length > 0) throw columnsMissing(table, lost);
  }

  async function add(line: readonly unknown[]): Promise<void> {
    if (!into || line.length !== into.columns.length) throw damaged();
    const { table, columns } = into;
    if (table in leftOut) {
      leftOut[table] = (leftOut[table] ?? 0) + 1;
      return;
    }
    rows[table] = (rows[table] ?? 0) + 1;
    const values = columns.map((column, index) => [
      column,
      convert ? convert(line[index], table, column) : line[index],
    ]);
    batch.push(Object.fromEntries(values) as Record<string, unknown>);
    if (batch.length >= BATCH * 4) await flush();
  }

  return { rows, leftOut, begin: beginTable, add, flush };
}

const tableMissing = (table: string): PlinthError =>
  new PlinthError('import_tables_not_found', `This site has no table "${table}".`, {
    hint: 'Install the plugin that owns the table, in the version that was exported, or skip its data with --skip-missing-plugins.',
  });

const columnsMissing = (table: string, columns: readonly string[]): PlinthError =>
  new PlinthError(
    'import_columns_not_found',
    `The table "${table}" of this site is missing columns: ${columns.join(', ')}.`,
    {
      hint: 'Update Plinth, or the plugin the table belongs to, to the version of the export.',
    },
  );

/** An export of a newer schema may contain data this code cannot store. */
async function assertKnown(db: Database, head: ExportHead, leaveOut: boolean): Promise<void> {
  if ((head.form ?? 1) > EXPORT_FORM)
    throw new PlinthError(
      'import_newer',
      `The export was created by Plinth ${head.plinth}, in a newer format that this version cannot read.`,
      { hint: 'Update Plinth first.' },
    );
  const here = await appliedMigrations(db);
  for (const [owner, ids] of Object.entries(head.migrations)) {
    const unknown = ids.filter((id) => !here[owner]?.includes(id));
    if (unknown.length > 0 && !(leaveOut && owner !== 'core' && !(owner in here)))
      throw schemaNewer(owner, unknown, 'export');
  }
}

/** Compares the number of rows declared in the file, read from it, and now in the tables. */
function assertNothingLost(
  promised: RowCounts | undefined,
  readCounts: RowCounts,
  now: RowCounts,
  inserted: RowCounts,
): void {
  const lost = [
    ...Object.entries(promised ?? {})
      .filter(([table, rows]) => (readCounts[table] ?? 0) !== rows)
      .map(([table, rows]) => `${table}: the file contains ${readCounts[table] ?? 0} of ${rows} rows`),
    ...Object.entries(inserted)
      .filter(([table, rows]) => now[table] !== rows)
      .map(([table, rows]) => `${table}: ${now[table]} of ${rows} rows were imported`),
  ];
  if (lost.length > 0)
    throw new PlinthError('import_incomplete', `Rows are missing: ${lost.join('; ')}.`, {
      hint: 'Use another export or backup; this one was changed or truncated.',
      details: { lost },
    });
}

async function forgetLaterSteps(db: Database, head: ExportHead): Promise<void> {
  for (const [owner, ids] of Object.entries(head.migrations))
    await db()('migrations')
      .where({ owner })
      .whereNotIn('id', [...ids])
      .delete();
}
