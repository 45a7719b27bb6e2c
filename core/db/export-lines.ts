import { isUnfinished } from './migrate.js';
import { type Database, type Knex, PlinthError } from '../api/index.js';

/** A line of an export: the header, the start of a table, a row, or the end. */
export type ExportLine = ExportHeader | TableHeader | readonly unknown[] | ExportEnd;

export interface ExportHeader {
  readonly plinth: string;
  readonly engine: string;
  /** Time of the export in UTC, in ISO 8601 format. */
  readonly at: string;
  /** IDs of the applied migrations by owner. */
  readonly migrations: AppliedMigrations;
  /** Format version; since version 2, the end line contains the numbers of rows. */
  readonly form?: number;
}

export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

interface ExportEnd {
  /** Number of rows by table. */
  readonly end: RowCounts;
}

export type AppliedMigrations = Readonly<Record<string, readonly string[]>>;
export type RowCounts = Readonly<Record<string, number>>;

/** The latest format version that this code writes and reads. */
export const EXPORT_FORMAT = 2;
/** A database that can be read. */
type ReadableDatabase = (() => Knex) & Pick<Database, 'engine'>;

/** Tables that are not exported, because their data is temporary or specific to one database. */
const EXCLUDED_TABLES: readonly string[] = ['locks', 'migrations', 'sessions', 'rate_limits'];
/** Number of rows that one query reads. */
const BATCH_SIZE = 2000;

/**
 * Yields all data of a site line by line, in the same form on both database engines. Inside `snapshot`, the data is
 * consistent.
 * @param time time of the export in UTC, in ISO 8601 format
 */
export function exportLines(
  db: Database,
  version: string,
  time = new Date().toISOString(),
): AsyncGenerator<ExportLine> {
  const connection = db();
  // Streams request lines outside the context of the transaction, so the connection is determined here.
  return generateLines(
    Object.assign(() => connection, { engine: db.engine }),
    version,
    time,
  );
}

async function* generateLines(db: ReadableDatabase, version: string, time: string): AsyncGenerator<ExportLine> {
  yield { plinth: version, engine: db.engine, at: time, migrations: await appliedMigrations(db), form: EXPORT_FORMAT };
  const end: Record<string, number> = {};
  for (const table of await exportedTables(db)) {
    const columns = Object.keys(await db()(table).columnInfo()).sort();
    yield { table, columns };
    let rows = 0;
    for await (const row of generateRows(db, table)) {
      rows += 1;
      yield columns.map((column) => row[column]);
    }
    end[table] = rows;
  }
  yield { end };
}

export function isRow(line: ExportLine): line is readonly unknown[] {
  return Array.isArray(line);
}

/**
 * Parses a line of text.
 * @throws PlinthError `import_invalid`
 */
export function parseLine(text: string): ExportLine {
  try {
    const line: unknown = JSON.parse(text);
    if (
      typeof line === 'object' &&
      line !== null &&
      (Array.isArray(line) || 'plinth' in line || 'table' in line || 'end' in line)
    )
      return line as ExportLine;
  } catch {
    // Reported below.
  }
  throw invalidExport();
}

export function invalidExport(cause?: unknown): PlinthError {
  return new PlinthError('import_invalid', 'The file is not a Plinth export, or it was truncated.', {
    hint: 'Check the path, or create the export again with `db export`.',
    cause,
  });
}

export async function appliedMigrations(db: ReadableDatabase): Promise<AppliedMigrations> {
  const rows = await db()<{ owner: string; id: string }>('migrations').orderBy(['owner', 'id']);
  const owners: Record<string, string[]> = {};
  for (const { owner, id } of rows) if (!isUnfinished(owner)) (owners[owner] ??= []).push(id);
  return owners;
}

/** Returns the names of the tables that an export includes. */
export async function exportedTables(db: ReadableDatabase): Promise<string[]> {
  const names =
    db.engine === 'sqlite'
      ? await db()<{ name: string; type: string }>('sqlite_master')
          .where({ type: 'table' })
          .whereNot('name', 'like', 'sqlite_%')
          .pluck<string[]>('name')
      : await db()<{ name: string }>('information_schema.tables')
          .whereRaw('table_schema = database()')
          .pluck<string[]>('table_name');
  return names.filter((name) => !EXCLUDED_TABLES.includes(name)).sort();
}

/** Returns the current number of rows of these tables. */
export async function countRows(db: ReadableDatabase, tables: readonly string[]): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [{ rows }] = (await db()(table).count({ rows: '*' })) as [{ rows: number | string }];
    counts[table] = Number(rows);
  }
  return counts;
}

type Row = Readonly<Record<string, unknown>>;

async function* generateRows(db: ReadableDatabase, table: string): AsyncGenerator<Row> {
  if (db.engine === 'mysql') {
    for await (const row of db()(table).stream() as AsyncIterable<Row>) yield row;
    return;
  }
  for (let lastRowId = -1; ;) {
    const rows = (await db()(table)
      .select('*', db().raw('rowid as "rowid$"'))
      .where('rowid', '>', lastRowId)
      .orderBy('rowid')
      .limit(BATCH_SIZE)) as (Row & { rowid$: number })[];
    for (const row of rows) yield row;
    const last = rows.at(-1);
    if (!last) return;
    lastRowId = last.rowid$;
  }
}
