import { type Database, PlinthError } from '../api/index.js';
import { unhurried } from './unhurried.js';

/** A line of an export: the head, the beginning of a table, or one of its rows. */
export type ExportLine = ExportHead | TableStart | readonly unknown[];

export interface ExportHead {
  readonly plinth: string;
  readonly engine: string;
  /** UTC. */
  readonly at: string;
  /** Whose migrations the tables come from, with the ids of those that were applied. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
}

export interface TableStart {
  readonly table: string;
  readonly columns: readonly string[];
}

/** What is true only for the moment, or for one database. */
const LEFT_OUT: readonly string[] = ['locks', 'migrations', 'sessions', 'rate_limits'];
const BATCH = 500;
/** SQLite takes at most this many values in a statement. */
const MOST_VALUES = 30_000;

/** Everything a site keeps, line by line, alike on both engines; one state of it, even while the site runs. */
export async function* exportLines(db: Database, version: string): AsyncGenerator<ExportLine> {
  yield { plinth: version, engine: db.engine, at: new Date().toISOString(), migrations: await appliedMigrations(db) };
  for (const table of await tablesOf(db)) {
    const columns = Object.keys(await db()(table).columnInfo()).sort();
    yield { table, columns };
    for await (const row of rowsOf(db, table)) yield columns.map((column) => row[column]);
  }
}

/**
 * Replaces everything a site keeps by what an export holds, in one transaction. The tables must be there already.
 * @param read begins at the first line each time it is called: a transaction that another one stopped is done again
 * @returns how many rows came in
 * @throws PlinthError `import_invalid`, `import_lacks_tables`; the site stays as it was then
 */
export async function importLines(db: Database, read: () => AsyncIterable<ExportLine>): Promise<number> {
  return unhurried(() => db.transaction(async () => {
    const here = await tablesOf(db);
    for (const table of here) await db()(table).delete();
    let into: TableStart | undefined;
    let waiting: Record<string, unknown>[] = [];
    let rows = 0;
    const flush = async (): Promise<void> => {
      if (into && waiting.length > 0) await db().batchInsert(into.table, waiting, Math.max(1, Math.min(BATCH, Math.floor(MOST_VALUES / into.columns.length))));
      rows += waiting.length;
      waiting = [];
    };
    for await (const line of read()) {
      if (isRow(line)) {
        if (!into || line.length !== into.columns.length) throw damaged();
        const { columns } = into;
        waiting.push(Object.fromEntries(columns.map((column, index) => [column, line[index]])));
        if (waiting.length >= BATCH * 4) await flush();
      } else if ('table' in line) {
        await flush();
        if (!here.includes(line.table)) throw new PlinthError('import_lacks_tables', `This site has no table "${line.table}".`, { cure: 'Install the plugin it belongs to, in the version of the export.' });
        into = line;
      }
    }
    await flush();
    return rows;
  }));
}

function isRow(line: ExportLine): line is readonly unknown[] {
  return Array.isArray(line);
}

function damaged(): PlinthError {
  return new PlinthError('import_invalid', 'The file is not an export of Plinth, or was cut off.', { cure: 'Make it again with `db export`.' });
}

async function appliedMigrations(db: Database): Promise<Record<string, string[]>> {
  const rows = await db()<{ owner: string; id: string }>('migrations').orderBy(['owner', 'id']);
  const owners: Record<string, string[]> = {};
  for (const { owner, id } of rows) (owners[owner] ??= []).push(id);
  return owners;
}

async function tablesOf(db: Database): Promise<string[]> {
  const names = db.engine === 'sqlite'
    ? await db()<{ name: string; type: string }>('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite_%').pluck<string[]>('name')
    : await db()<{ name: string }>('information_schema.tables').whereRaw('table_schema = database()').pluck<string[]>('table_name');
  return names.filter((name) => !LEFT_OUT.includes(name)).sort();
}

type Row = Readonly<Record<string, unknown>>;

async function* rowsOf(db: Database, table: string): AsyncGenerator<Row> {
  if (db.engine === 'mysql') {
    for await (const row of db()(table).stream() as AsyncIterable<Row>) yield row;
    return;
  }
  for (let after = -1; ; ) {
    const rows = await db()(table).select('*', db().raw('rowid as "rowid$"')).where('rowid', '>', after).orderBy('rowid').limit(BATCH * 4) as (Row & { rowid$: number })[];
    for (const row of rows) yield row;
    const last = rows.at(-1);
    if (!last) return;
    after = last.rowid$;
  }
}
