import { insertedId } from '../../core/db/index.js';

it('answers the number of a new row', () => {
  expect(insertedId([7])).toBe(7);
});

it('fails with a clear error when the database gave no number', () => {
  expect(() => insertedId([])).toThrow(
    expect.objectContaining({ code: 'db_no_row_number', message: 'The database gave no number to a new row.' }),
  );
});
