import { insertedId } from '../../core/db/index.js';

it('returns the id of a new row', () => {
  expect(insertedId([7])).toBe(7);
});

it('throws db_no_row_number when the database returns no id', () => {
  expect(() => insertedId([])).toThrow(
    expect.objectContaining({ code: 'db_no_row_number', message: 'The database did not return an ID for a new row.' }),
  );
});
