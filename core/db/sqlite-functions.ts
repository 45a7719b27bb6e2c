import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { collationFold, orderFold } from './collation-fold.js';

/**
 * Adds functions that SQLite lacks to a connection: `fold(text)` for comparing texts in all alphabets, and
 * `fold_order(text)` for sorting them.
 */
export function addFunctions(connection: DatabaseSyncInstance): void {
  const onTexts = (fold: (text: string) => string) => (value: unknown) =>
    typeof value === 'string' ? fold(value) : value;
  connection.function('fold', { deterministic: true }, onTexts(collationFold));
  connection.function('fold_order', { deterministic: true }, onTexts(orderFold));
}
