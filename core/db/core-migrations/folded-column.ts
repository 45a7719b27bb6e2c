import type { Database, Knex } from '../../api/index.js';

/**
 * A text column that compares without regard to case, as all of WordPress's text columns do:
 * logins, option names, meta keys, titles and slugs are found however they are written.
 * SQLite folds A to Z only.
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
