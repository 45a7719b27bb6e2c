import type { Database, Knex } from '../../api/index.js';

/**
 * Adds a text column that is compared without case, like all of WordPress's text columns: logins, option names, meta
 * keys, titles and slugs are found in any spelling. SQLite ignores case for A to Z only.
 */
export function foldedColumn(
  db: Database,
  table: Knex.CreateTableBuilder,
  name: string,
  type: string,
): Knex.ColumnBuilder {
  const collation = db.engine === 'mysql' ? 'collate utf8mb4_unicode_ci' : 'collate nocase';
  return table.specificType(name, `${type} ${collation}`);
}
