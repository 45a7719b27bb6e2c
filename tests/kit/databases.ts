import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import type { Database } from '../../core/api/index.js';
import { openDatabase, prepareMigrations } from '../../core/db/index.js';

export type Engine = 'sqlite' | 'mysql';

/** Where the run's MariaDB listens, set by the global setup; absent when the machine has none. */
export const mysqlServer = process.env.TEST_MYSQL_URL;

/** The engines this run covers: SQLite always, MariaDB when one is there. */
export const engines: readonly Engine[] = mysqlServer ? ['sqlite', 'mysql'] : ['sqlite'];

export interface ScratchDatabase {
  db: Database;
  url: string | undefined;
  file: string;
  drop(): Promise<void>;
}

/** A fresh, empty database of its own on the given engine, with the migrator's tables. */
export async function scratchDatabase(engine: Engine): Promise<ScratchDatabase> {
  const scratch = engine === 'sqlite' ? scratchSqlite() : await scratchMysql();
  await prepareMigrations(scratch.db);
  return scratch;
}

function scratchSqlite(): ScratchDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-db-'));
  const file = join(folder, 'site.sqlite');
  const db = openDatabase({ file });
  return {
    db,
    url: undefined,
    file,
    async drop() {
      await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function scratchMysql(): Promise<ScratchDatabase> {
  if (!mysqlServer) throw new Error('No MariaDB in this run.');
  const name = `plinth_test_${randomBytes(6).toString('hex')}`;
  const admin = async (sql: string): Promise<void> => {
    const connection = await mysql.createConnection(mysqlServer);
    await connection.query(sql);
    await connection.end();
  };
  await admin(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const url = new URL(mysqlServer);
  url.pathname = `/${name}`;
  const db = openDatabase({ url: url.href, file: '' });
  return {
    db,
    url: url.href,
    file: '',
    async drop() {
      await db.destroy();
      await admin(`DROP DATABASE ${name}`);
    },
  };
}
