import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { collationFold, orderFold } from './collation-fold.js';

/**
 * Adds functions that SQLite does not have to a connection: `fold(text)` for comparing texts in all alphabets, and
 * `fold_order(text)` for sorting them.
 */
export function addFunctions(connection: DatabaseSyncInstance): void {
  const forStrings = (fold: (text: string) => string) => (value: unknown) =>
    typeof value === 'string' ? fold(value) : value;
  connection.function('fold', { deterministic: true }, forStrings(collationFold));
  connection.function('fold_order', { deterministic: true }, forStrings(orderFold));
}
