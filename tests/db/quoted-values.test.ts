import { inspect, types } from 'node:util';
import { describeError } from '../../core/app/log.js';
import { busyError } from '../../core/db/outage.js';
import { withoutValues } from '../../core/db/quoted-values.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

const SECRET = "celina'private@example.com";

/** Everything about an error that could appear in a log, on a screen or in an email. */
const everything = (error: unknown): string =>
  `${describeError(error)} ${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)}`;

describe.each(allEngines)('database error message on %s', (engine) => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await scratch.db.createTable('people', (table) => {
      table.string('email', 40).primary();
      table.integer('age').unsigned();
    });
    await scratch.db()('people').insert({ email: SECRET, age: 1 });
  });
  afterAll(() => scratch.drop());

  const failing: Readonly<Record<string, (db: ScratchDatabase['db']) => Promise<unknown>>> = {
    'of a value that is there already': async (db) => void (await db()('people').insert({ email: SECRET, age: 2 })),
    'of a table that is not there': async (db) => void (await db()('nobody').insert({ email: SECRET })),
    'of a column that is not there': async (db) =>
      void (await db()('people').where({ email: SECRET, name: SECRET }).first()),
    'of a statement that is wrong': async (db) => void (await db().raw('select ? frm people where', [SECRET])),
    'of a value that does not fit': async (db) =>
      void (await (engine === 'mysql'
        ? db()('people').insert({ email: 'a', age: SECRET })
        : db().raw('selec ?', [SECRET]))),
  };

  it.each(Object.keys(failing))('names the problem without any value: %s', async (name) => {
    const { db } = scratch;
    const failingQuery = failing[name];
    for (const within of [() => failingQuery?.(db), () => db.transaction(async () => failingQuery?.(db))]) {
      const error: unknown = await Promise.resolve(within()).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(types.isNativeError(error)).toBe(true);
      for (const secret of ['celina', 'private@']) expect(everything(error)).not.toContain(secret);
      expect((error as Error).message).toMatch(/people|nobody|\?/);
    }
  });
});

describe('removal of values from server messages', () => {
  it.each([
    ["Duplicate entry 'a' for key 'b' for key 'users.email'", "Duplicate entry for key 'users.email'"],
    [
      "Incorrect integer value: 'o'clock' for column `a`.`b` at row 1",
      'Incorrect integer value: for column `a`.`b` at row 1',
    ],
    ["Truncated incorrect DOUBLE value: 'x'", 'Truncated incorrect DOUBLE value:'],
    ["You have an error near 'values ('x')' at line 1", 'You have an error near … at line 1'],
    ["Unknown column 'name' in 'field list'", "Unknown column 'name' in 'field list'"],
  ])('removes the values from %s', (message, left) => {
    const error = withoutValues(Object.assign(new Error(message), { sql: message, sqlMessage: message })) as Error;
    expect(error.message).toBe(left);
    expect(error.stack).toContain(left);
    expect(Object.keys(error)).toEqual(['sqlMessage']);
  });

  it('leaves no value in a db_busy error', () => {
    const cause = withoutValues(Object.assign(new Error('Lock wait timeout'), { sql: `update ${SECRET}` }));
    expect(everything(busyError(cause))).not.toContain(SECRET);
  });
});
