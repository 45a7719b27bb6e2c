import { PlinthError } from '../api/index.js';

/** How many rows a list leaves out: however far somebody asks, no further than databases count. */
export function rowOffset(wanted: number): number {
  return Math.min(Math.abs(wanted), Number.MAX_SAFE_INTEGER);
}

/**
 * The number that the database gave to the one row of an insert.
 * @param ids what the insert answered
 * @throws PlinthError `db_no_row_number` when the database answered with none
 */
export function insertedId([id]: readonly number[]): number {
  if (id !== undefined) return id;
  throw new PlinthError('db_no_row_number', 'The database gave no number to a new row.', {
    hint: 'Look at the database: the first column of the table has to count by itself.',
    kind: 'outage',
  });
}
