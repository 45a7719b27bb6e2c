import type { Database } from '../api/index.js';
import { collationFold } from './collation-fold.js';

/** SQL of a column (`??`) whose text is compared without case and accents; MariaDB's columns do so by themselves. */
export const comparedColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold(??)' : '??';

/** The same of a column that MariaDB compares letter by letter otherwise. */
export const comparedExactColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold(??)' : '?? collate utf8mb4_unicode_ci';

/** A text that such a column is compared with. */
export const comparedText = ({ engine }: Pick<Database, 'engine'>, text: string): string =>
  engine === 'sqlite' ? collationFold(text) : text;

/** SQL of a column (`??`) by whose text rows are sorted. */
export const sortedColumn = ({ engine }: Pick<Database, 'engine'>): string =>
  engine === 'sqlite' ? 'fold_order(??)' : '??';
