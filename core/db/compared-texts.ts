import type { Database, Knex } from '../api/index.js';
import { collationFold } from './collation-fold.js';

/** SQL for comparing a column (`??`) without case and accents. In MariaDB, the collation of the column does this. */
export const comparedColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold(??)' : '??';

/** Like `comparedColumn`, for a column that MariaDB otherwise compares exactly. */
export const comparedExactColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold(??)' : '?? collate utf8mb4_unicode_ci';

/** Returns the value that is compared with `comparedColumn`. */
export const comparedText = ({ engine }: Pick<Database, 'engine'>, text: string): string =>
  engine === 'sqlite' ? collationFold(text) : text;

/** SQL for sorting by a column (`??`). */
export const sortedColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold_order(??)' : '??';

/**
 * Limits a query of `users` or `options` to the rows whose unique text equals one of the values, without case and
 * accents. In SQLite, the column's own index ignores the case of A to Z, and a partial index has all other texts.
 */
export function whereSameText(
  db: Pick<Database, 'engine'>,
  query: Knex.QueryBuilder,
  [table, column]: readonly ['users' | 'options', string],
  values: readonly string[],
): void {
  if (db.engine !== 'sqlite') return void query.whereIn(column, values);
  const folded = values.map(collationFold);
  const list = values.map(() => '?').join(', ');
  void query.whereRaw(
    'id in (select id from ?? where ?? in (' +
      list +
      ') union all select id from ?? where length(??) <> length(cast(?? as blob)) and fold(??) in (' +
      list +
      '))',
    [table, column, ...folded, table, column, column, column, ...folded],
  );
}
