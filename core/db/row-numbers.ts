import { PlinthError } from '../api/index.js';

/** Returns the offset of a list, but not more than the largest number that databases accept. */
export function rowOffset(offset: number): number {
  return Math.min(Math.abs(offset), Number.MAX_SAFE_INTEGER);
}

/**
 * Returns the ID that the database assigned to a single inserted row.
 * @param ids result of the insert
 * @throws PlinthError `db_no_row_number` if the database returned no ID
 */
export function getInsertedId([id]: readonly number[]): number {
  if (id !== undefined) return id;
  throw new PlinthError('db_no_row_number', 'The database did not return an ID for a new row.', {
    hint: 'Check the table in the database: its first column must be an auto-increment column.',
    kind: 'outage',
  });
}
