import type { Database } from '../api/index.js';
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
