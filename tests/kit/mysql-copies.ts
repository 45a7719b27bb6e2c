import type { Connection, RowDataPacket } from 'mysql2/promise';
import { asAdmin, createDatabase } from './mysql-server.js';

/** The recorded state of a database. */
export interface DatabaseRecord {
  /** Database with copies of the rows, in tables without transaction logs, which are fast to create. */
  readonly backup: string;
  /** The statements that create its tables. */
  readonly structure: readonly string[];
  /** Tables, columns and indexes as one text. */
  readonly schema: string;
  readonly tables: Readonly<Record<string, TableState>>;
}

interface TableState {
  readonly checksum: string;
  /** The id of the next row; null for tables without auto-increment. */
  readonly next: number | null;
}

/**
 * Copies the rows of a database, so that {@link resetDatabase} can undo any changes by a test; the copies last as long as the
 * run.
 */
export function recordDatabase(database: string): Promise<DatabaseRecord> {
  const backup = `${database}_kept`;
  return asAdmin(async (connection) => {
    const tables = await statesOf(connection);
    const structure: string[] = [];
    for (const table of Object.keys(tables)) {
      const [[createRow]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE \`${table}\``);
      structure.push(String(createRow?.['Create Table']));
    }
    const record = { backup, structure, schema: await schemaOf(connection), tables };
    await connection.query(
      `DROP DATABASE IF EXISTS ${backup}; CREATE DATABASE ${backup} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    );
    for (const table of Object.keys(tables))
      await connection.query(`CREATE TABLE ${backup}.\`${table}\` ENGINE=MyISAM SELECT * FROM \`${table}\``);
    return record;
  }, database);
}

/** Creates another database from a recorded state. */
export async function copyDatabase(record: DatabaseRecord): Promise<string> {
  const database = await createDatabase();
  await asAdmin((connection) => connection.query(record.structure.join('; ')), database);
  if (!(await resetDatabase(database, record))) throw new Error('The copy has other tables than what was remembered.');
  return database;
}

/**
 * Resets a database to its recorded state, table by table where something changed.
 * @returns false when a test changed more than rows; nothing is done then
 */
export function resetDatabase(database: string, { backup, schema, tables }: DatabaseRecord): Promise<boolean> {
  return asAdmin(async (connection) => {
    if ((await schemaOf(connection)) !== schema) return false;
    const now = await statesOf(connection);
    const steps = ["SET SESSION sql_mode='NO_AUTO_VALUE_ON_ZERO'"];
    for (const [table, { checksum, next }] of Object.entries(tables)) {
      if (now[table]?.checksum !== checksum)
        steps.push(`TRUNCATE \`${table}\``, `INSERT INTO \`${table}\` SELECT * FROM ${backup}.\`${table}\``);
      // Inserting rows sets it too, unless the last rows had been deleted before the recording.
      if (next !== null && (now[table]?.next !== next || now[table].checksum !== checksum))
        steps.push(`ALTER TABLE \`${table}\` AUTO_INCREMENT=${next}`);
    }
    await connection.query(steps.join('; '));
    return true;
  }, database);
}

async function schemaOf(connection: Connection): Promise<string> {
  const [columns] = await connection.query(
    'SELECT table_name, column_name, column_type, column_default, is_nullable, collation_name FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position',
  );
  const [indexes] = await connection.query(
    'SELECT table_name, index_name, column_name, non_unique, sub_part FROM information_schema.statistics WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index',
  );
  return JSON.stringify([columns, indexes]);
}

async function statesOf(connection: Connection): Promise<Record<string, TableState>> {
  const [tables] = await connection.query<RowDataPacket[]>(
    'SELECT table_name AS name, auto_increment AS next FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  const [checksums] = await connection.query<RowDataPacket[]>(
    `CHECKSUM TABLE ${tables.map(({ name }) => `\`${String(name)}\``).join(', ')}`,
  );
  return Object.fromEntries(
    tables.map(({ name, next }, index) => [
      String(name),
      { checksum: String(checksums[index]?.Checksum), next: next as number | null },
    ]),
  );
}
