import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { collationFold, orderFold } from './collation-fold.js';

/** Gives a connection what SQLite lacks: `fold(text)`, by which texts of all alphabets are compared, and `fold_order(text)`, by which they are sorted. */
export function addFunctions(connection: DatabaseSyncInstance): void {
  const onTexts = (fold: (text: string) => string) => (value: unknown) =>
    typeof value === 'string' ? fold(value) : value;
  connection.function('fold', { deterministic: true }, onTexts(collationFold));
  connection.function('fold_order', { deterministic: true }, onTexts(orderFold));
}
