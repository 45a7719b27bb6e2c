import { isUnfinished } from './migrate.js';
import { type Database, type Knex, PlinthError } from '../api/index.js';

/** A line of an export: the header, the start of a table, a row, or the end. */
export type ExportLine = ExportHead | TableStart | readonly unknown[] | ExportEnd;

export interface ExportHead {
  readonly plinth: string;
  readonly engine: string;
  /** UTC. */
  readonly at: string;
  /** Owners of the migrations behind the tables, with the IDs of those applied. */
  readonly migrations: AppliedMigrations;
  /** Format version; from version 2 on, the end line contains row counts. */
  readonly form?: number;
}

export interface TableStart {
  readonly table: string;
  readonly columns: readonly string[];
}

interface ExportEnd {
  /** Rows by table. */
  readonly end: RowCounts;
}

export type AppliedMigrations = Readonly<Record<string, readonly string[]>>;
export type RowCounts = Readonly<Record<string, number>>;

/** The latest format version that this code writes and reads. */
export const EXPORT_FORM = 2;
/** A database that can be read. */
type Reader = (() => Knex) & Pick<Database, 'engine'>;

/** Tables with temporary data, or data specific to one database. */
const LEFT_OUT: readonly string[] = ['locks', 'migrations', 'sessions', 'rate_limits'];
/** Number of rows read at once. */
const BATCH = 2000;

/**
 * Yields all data of a site line by line, in the same form on both database engines. Within `snapshot` it is
 * consistent.
 * @param at UTC
 */
export function exportLines(db: Database, version: string, at = new Date().toISOString()): AsyncGenerator<ExportLine> {
  const open = db();
  // Streams request lines outside the transaction's context.
  return linesOf(
    Object.assign(() => open, { engine: db.engine }),
    version,
    at,
  );
}

async function* linesOf(db: Reader, version: string, at: string): AsyncGenerator<ExportLine> {
  yield { plinth: version, engine: db.engine, at, migrations: await appliedMigrations(db), form: EXPORT_FORM };
  const end: Record<string, number> = {};
  for (const table of await tablesOf(db)) {
    const columns = Object.keys(await db()(table).columnInfo()).sort();
    yield { table, columns };
    let rows = 0;
    for await (const row of rowsOf(db, table)) {
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
  throw damaged();
}

export function damaged(cause?: unknown): PlinthError {
  return new PlinthError('import_invalid', 'The file is not a Plinth export, or it was truncated.', {
    hint: 'Check the path, or create the export again with `db export`.',
    cause,
  });
}

export async function appliedMigrations(db: Reader): Promise<AppliedMigrations> {
  const rows = await db()<{ owner: string; id: string }>('migrations').orderBy(['owner', 'id']);
  const owners: Record<string, string[]> = {};
  for (const { owner, id } of rows) if (!isUnfinished(owner)) (owners[owner] ??= []).push(id);
  return owners;
}

/** Returns the tables that an export includes. */
export async function tablesOf(db: Reader): Promise<string[]> {
  const names =
    db.engine === 'sqlite'
      ? await db()<{ name: string; type: string }>('sqlite_master')
          .where({ type: 'table' })
          .whereNot('name', 'like', 'sqlite_%')
          .pluck<string[]>('name')
      : await db()<{ name: string }>('information_schema.tables')
          .whereRaw('table_schema = database()')
          .pluck<string[]>('table_name');
  return names.filter((name) => !LEFT_OUT.includes(name)).sort();
}

/** Returns the current number of rows of these tables. */
export async function countRows(db: Reader, tables: readonly string[]): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [{ rows }] = (await db()(table).count({ rows: '*' })) as [{ rows: number | string }];
    counts[table] = Number(rows);
  }
  return counts;
}

type Row = Readonly<Record<string, unknown>>;

async function* rowsOf(db: Reader, table: string): AsyncGenerator<Row> {
  if (db.engine === 'mysql') {
    for await (const row of db()(table).stream() as AsyncIterable<Row>) yield row;
    return;
  }
  for (let after = -1; ;) {
    const rows = (await db()(table)
      .select('*', db().raw('rowid as "rowid$"'))
      .where('rowid', '>', after)
      .orderBy('rowid')
      .limit(BATCH)) as (Row & { rowid$: number })[];
    for (const row of rows) yield row;
    const last = rows.at(-1);
    if (!last) return;
    after = last.rowid$;
  }
}
