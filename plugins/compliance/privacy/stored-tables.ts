import type { Database } from 'plinth';

/** Column names that tell that a row is about a person. */
const PERSON_COLUMN = /(?:^|_)(?:email|recipients?|user_id|ip|phone|customer)$/;

/** Returns the tables of the site that have a column for an email address, an account or the like; sorted. */
export async function listPersonTables(db: Database): Promise<string[]> {
  const columns = db.engine === 'sqlite' ? await listSqliteColumns(db) : await listMysqlColumns(db);
  return [...new Set(columns.filter(({ column }) => PERSON_COLUMN.test(column)).map(({ table }) => table))].sort();
}

type Column = Readonly<{ table: string; column: string }>;

async function listSqliteColumns(db: Database): Promise<Column[]> {
  return await db().raw(
    "select m.name as 'table', p.name as 'column' from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table'",
  );
}

async function listMysqlColumns(db: Database): Promise<Column[]> {
  const [rows] = (await db().raw(
    'select table_name as `table`, column_name as `column` from information_schema.columns where table_schema = database()',
  )) as [Column[]];
  return rows;
}
