import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, prepareMigrations, type SiteDatabase } from '../../core/db/index.js';
import { createDatabase, dropDatabase, mysqlServer, mysqlUrl } from './mysql-server.js';

export type Engine = 'sqlite' | 'mysql';

/**
 * Both databases: for code that builds SQL, schemas, transactions, locks, backups, searches and indexes. Only SQLite
 * without MariaDB.
 */
export const allEngines: readonly Engine[] = mysqlServer ? ['sqlite', 'mysql'] : ['sqlite'];

/** For code that is independent of the database: SQLite, and MariaDB too in a run with `ENGINES=all`. */
export const defaultEngines: readonly Engine[] = process.env.ENGINES === 'all' ? allEngines : ['sqlite'];

export interface ScratchDatabase {
  db: SiteDatabase;
  url: string | undefined;
  file: string;
  drop(): Promise<void>;
}

/** Creates an empty database on the given engine, with the migrator's tables. */
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
  const name = await createDatabase();
  const url = mysqlUrl(name);
  const db = openDatabase({ url, file: '' });
  return {
    db,
    url,
    file: '',
    async drop() {
      await db.destroy();
      await dropDatabase(name);
    },
  };
}
