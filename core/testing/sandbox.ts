import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Mysql from 'mysql2/promise';

/** A data folder and a database that are deleted after the test. */
export interface Sandbox {
  readonly dataDir: string;
  /** URL of the database; undefined for SQLite, which is in the folder. */
  readonly databaseUrl: string | undefined;
  release(): Promise<void>;
}

const requireModule = createRequire(__filename);

/** @param database `sqlite`, or the URL of a MariaDB server, on which a separate database is created for the test */
export async function createSandbox(database: string): Promise<Sandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-test-'));
  const removeFolder = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  if (database === 'sqlite') return { dataDir, databaseUrl: undefined, release: removeFolder };
  const name = `plinth_test_${randomBytes(8).toString('hex')}`;
  const server = new URL('/', database.replace(/^mariadb:/, 'mysql:')).href;
  try {
    await runStatement(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  } catch (error) {
    await removeFolder();
    throw error;
  }
  return {
    dataDir,
    databaseUrl: new URL(name, server).href,
    async release() {
      await runStatement(server, `DROP DATABASE IF EXISTS ${name}`);
      await removeFolder();
    },
  };
}

async function runStatement(server: string, statement: string): Promise<void> {
  const connection = await (requireModule('mysql2/promise') as typeof Mysql).createConnection(server);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
