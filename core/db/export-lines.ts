import { isUnfinished } from './migrate.js';
import { type Database, type Knex, PlinthError } from '../api/index.js';

/** A line of an export: the head, the beginning of a table, one of its rows, or the end. */
export type ExportLine = ExportHead | TableStart | readonly unknown[] | ExportEnd;

export interface ExportHead {
  readonly plinth: string;
  readonly engine: string;
  /** UTC. */
  readonly at: string;
  /** Whose migrations the tables come from, with the ids of those that were applied. */
  readonly migrations: AppliedMigrations;
  /** From the second form on, an end says how many rows there are. */
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

/** The newest form this code writes and reads. */
export const EXPORT_FORM = 2;
/** What is needed of a database to read it. */
type Reader = (() => Knex) & Pick<Database, 'engine'>;

/** What is true only for the moment, or for one database. */
const LEFT_OUT: readonly string[] = ['locks', 'migrations', 'sessions', 'rate_limits'];
/** Rows read at once. */
const BATCH = 2000;

/**
 * Everything a site keeps, line by line, alike on both engines. It is one state of it inside `snapshot`.
 * @param at UTC
 */
export function exportLines(db: Database, version: string, at = new Date().toISOString()): AsyncGenerator<ExportLine> {
  const open = db();
  // Lines are asked for by streams, which know nothing of the transaction that was open here.
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

/** What a line of text says. @throws PlinthError `import_invalid` */
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
    // Said below.
  }
  throw damaged();
}

export function damaged(cause?: unknown): PlinthError {
  return new PlinthError('import_invalid', 'The file is not an export of Plinth, or was cut off.', {
    hint: 'Check its path, or make it again with `db export`.',
    cause,
  });
}

export async function appliedMigrations(db: Reader): Promise<AppliedMigrations> {
  const rows = await db()<{ owner: string; id: string }>('migrations').orderBy(['owner', 'id']);
  const owners: Record<string, string[]> = {};
  for (const { owner, id } of rows) if (!isUnfinished(owner)) (owners[owner] ??= []).push(id);
  return owners;
}

/** The tables an export holds. */
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

/** How many rows each of these tables has now. */
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
