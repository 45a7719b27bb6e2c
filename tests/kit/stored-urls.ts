import type { Database } from '../../core/api/index.js';
import { openDatabase } from '../../core/db/index.js';
import type { Sandbox } from './prepared-sandboxes.js';

/** Locations of a site's URL in its database. */
export interface StoredUrls {
  readonly [key: string]: unknown;
  readonly url: string;
  readonly columns: readonly (readonly [table: string, column: string])[];
}

/** Finds where the URL of a site is stored, since each test has its own port. */
export function findStoredUrls(sandbox: Sandbox, url: string): Promise<StoredUrls> {
  return withDatabase(sandbox, async (db) => {
    const columns: [string, string][] = [];
    for (const table of await tablesOf(db)) {
      const rows = (await db()(table).select('*')) as Record<string, unknown>[];
      for (const column of Object.keys(rows[0] ?? {}))
        if (rows.some((row) => String(row[column]).includes(url))) columns.push([table, column]);
    }
    return { url, columns };
  });
}

/** Changes the URL of a site; both must have the same length, which serialized values contain. */
export async function replaceUrl(sandbox: Sandbox, { url, columns }: StoredUrls, by: string): Promise<void> {
  if (columns.length === 0) return;
  await withDatabase(sandbox, async (db) => {
    for (const [table, column] of columns)
      await db()(table).update({ [column]: db().raw('replace(??, ?, ?)', [column, url, by]) });
  });
}

async function tablesOf(db: Database): Promise<string[]> {
  if (db.engine === 'sqlite')
    return db()('sqlite_master')
      .where({ type: 'table' })
      .andWhereNot('name', 'like', 'sqlite_%')
      .pluck<string[]>('name');
  const [rows] = (await db().raw('SHOW TABLES')) as [Record<string, string>[]];
  return rows.flatMap((row) => Object.values(row));
}

async function withDatabase<T>({ url, file }: Sandbox, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, file });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
