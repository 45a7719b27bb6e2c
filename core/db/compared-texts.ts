import type { Database } from '../api/index.js';
import { collationFold } from './collation-fold.js';

/** SQL for a column (`??`) compared without case and accents; MariaDB does so by collation. */
export const comparedColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold(??)' : '??';

/** The same for a column that MariaDB otherwise compares exactly. */
export const comparedExactColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold(??)' : '?? collate utf8mb4_unicode_ci';

/** Returns the value with which such a column is compared. */
export const comparedText = ({ engine }: Pick<Database, 'engine'>, text: string): string =>
  engine === 'sqlite' ? collationFold(text) : text;

/** SQL for a column (`??`) by which rows are sorted. */
export const sortedColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold_order(??)' : '??';
