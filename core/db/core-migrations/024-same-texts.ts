import type { Migration } from '../../api/index.js';

const INDEXES = [
  ['users_login_not_ascii', 'users', 'user_login'],
  ['users_email_not_ascii', 'users', 'user_email'],
  ['options_name_not_ascii', 'options', 'name'],
] as const;

/**
 * SQLite finds logins, email addresses and option names with letters other than A to Z without reading all rows: their
 * own indexes ignore the case of A to Z only. MariaDB compares all letters itself.
 */
export const indexSameTexts: Migration = {
  id: '024_same_texts',
  async up(db) {
    if (db.engine !== 'sqlite') return;
    for (const [name, table, column] of INDEXES)
      await db().raw('create index if not exists ?? on ?? (??) where length(??) <> length(cast(?? as blob))', [
        name,
        table,
        column,
        column,
        column,
      ]);
  },
};
