import { randomBytes } from 'node:crypto';
import mysql, { type Connection } from 'mysql2/promise';

/** URL of the run's MariaDB, set by the global setup; undefined when the machine has none. */
export const mysqlServer = process.env.TEST_MYSQL_URL;

/** Returns the URL of one of its databases. */
export function mysqlUrl(database: string): string {
  if (!mysqlServer) throw new Error('No MariaDB in this run.');
  return new URL(database, mysqlServer).href;
}

/** @param work receives a connection that accepts multiple statements, in the database if one is given */
export async function asAdmin<T>(work: (connection: Connection) => Promise<T>, database = ''): Promise<T> {
  const connection = await mysql.createConnection({
    uri: mysqlUrl(database),
    multipleStatements: true,
    connectTimeout: 120_000,
  });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** Creates a database named after the run, which deletes remaining ones at its end. */
export async function createDatabase(): Promise<string> {
  const name = `plinth_test_${process.env.TEST_RUN ?? 'x'}_${randomBytes(6).toString('hex')}`;
  await asAdmin((connection) => connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`));
  return name;
}

export async function dropDatabase(name: string): Promise<void> {
  await asAdmin((connection) => connection.query(`DROP DATABASE IF EXISTS ${name}`));
}
