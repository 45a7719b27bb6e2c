import { randomBytes } from 'node:crypto';
import mysql, { type Connection } from 'mysql2/promise';

/** Where the run's MariaDB listens, set by the global setup; absent when the machine has none. */
export const mysqlServer = process.env.TEST_MYSQL_URL;

/** The address of one of its databases. */
export function mysqlUrl(database: string): string {
  if (!mysqlServer) throw new Error('No MariaDB in this run.');
  return new URL(database, mysqlServer).href;
}

/** @param work gets a connection that takes several statements at once, in the database when one is named */
export async function asAdmin<T>(work: (connection: Connection) => Promise<T>, database = ''): Promise<T> {
  const connection = await mysql.createConnection({ uri: mysqlUrl(database), multipleStatements: true });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** A new one, named after the run, whose end throws away what was left behind. */
export async function createDatabase(): Promise<string> {
  const name = `plinth_test_${process.env.TEST_RUN ?? 'x'}_${randomBytes(6).toString('hex')}`;
  await asAdmin((connection) => connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`));
  return name;
}

export async function dropDatabase(name: string): Promise<void> {
  await asAdmin((connection) => connection.query(`DROP DATABASE IF EXISTS ${name}`));
}
