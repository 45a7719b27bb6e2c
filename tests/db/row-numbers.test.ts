import { getInsertedId } from '../../core/db/index.js';

it('returns the id of a new row', () => {
  expect(getInsertedId([7])).toBe(7);
});

it('throws db_no_row_number when the database returns no id', () => {
  expect(() => getInsertedId([])).toThrow(
    expect.objectContaining({ code: 'db_no_row_number', message: 'The database did not return an ID for a new row.' }),
  );
});
