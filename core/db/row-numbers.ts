import { PlinthError } from '../api/index.js';

/** Returns the offset of a list, limited to the largest number that databases accept. */
export function rowOffset(wanted: number): number {
  return Math.min(Math.abs(wanted), Number.MAX_SAFE_INTEGER);
}

/**
 * Returns the ID that the database assigned to the single row of an insert.
 * @param ids result of the insert
 * @throws PlinthError `db_no_row_number` if the database returned none
 */
export function insertedId([id]: readonly number[]): number {
  if (id !== undefined) return id;
  throw new PlinthError('db_no_row_number', 'The database gave no number to a new row.', {
    hint: 'Look at the database: the first column of the table has to count by itself.',
    kind: 'outage',
  });
}
