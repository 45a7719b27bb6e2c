import { type Database, PlinthError } from '../../core/api/index.js';
import { isUniqueViolation, migrate } from '../../core/db/index.js';
import { engines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

describe.each(engines)('the database on %s', (engine) => {
  let scratch: ScratchDatabase;
  let db: Database;

  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    db = scratch.db;
    await db.createTable('things', (table) => {
      table.increments('id');
      table.string('name', 100).notNullable().unique();
    });
  });
  afterEach(() => scratch.drop());

  it('undoes every write of a transaction that throws', async () => {
    await expect(
      db.transaction(async () => {
        await db()('things').insert({ name: 'a' });
        await db()('things').insert({ name: 'b' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await db()('things')).toHaveLength(0);
  });

  it('joins an inner transaction to the outer one', async () => {
    await expect(
      db.transaction(async () => {
        await db.transaction(async () => void (await db()('things').insert({ name: 'inner' })));
        throw new Error('outer fails');
      }),
    ).rejects.toThrow('outer fails');
    expect(await db()('things')).toHaveLength(0);
  });

  it('runs what waits for the commit after it, and not when the work fails', async () => {
    const ran: string[] = [];
    await db.transaction(async () => {
      await db.afterCommit(() => void ran.push('after'));
      ran.push('inside');
    });
    await db
      .transaction(async () => {
        await db.afterCommit(() => void ran.push('never'));
        throw new Error('x');
      })
      .catch(() => undefined);
    expect(ran).toEqual(['inside', 'after']);
  });

  it('reads a column that was added or renamed since the same question was asked', async () => {
    await db()('things').insert({ name: 'one' });
    expect(await db()('things').where({ id: 1 })).toEqual([{ id: 1, name: 'one' }]);
    await db().schema.alterTable('things', (table) => void table.integer('size').defaultTo(5));
    expect(await db()('things').where({ id: 1 })).toEqual([{ id: 1, name: 'one', size: 5 }]);
    await db().schema.alterTable('things', (table) => table.renameColumn('size', 'width'));
    expect(await db()('things').where({ id: 1 })).toEqual([{ id: 1, name: 'one', width: 5 }]);
  });

  it('reads what is not text or number as a Buffer, and asks again after a statement failed', async () => {
    await db().schema.alterTable('things', (table) => void table.binary('picture'));
    const insert = (name: string): Promise<unknown> => db()('things').insert({ name, picture: Buffer.from([1, 0, 255]) });
    await insert('one');
    await expect(insert('one')).rejects.toThrow();
    await insert('two');
    expect(await db()('things').orderBy('id').pluck('picture')).toEqual([Buffer.from([1, 0, 255]), Buffer.from([1, 0, 255])]);
  });

  it('names a duplicate the same way on each engine', async () => {
    await db()('things').insert({ name: 'one' });
    const error: unknown = await db()('things').insert({ name: 'one' }).catch((e: unknown) => e);
    expect(isUniqueViolation(error)).toBe(true);
  });

  it('loses no update among concurrent transactions', async () => {
    await db()('things').insert({ name: '0' });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.withLock('counter', async () => {
          await db.transaction(async () => {
            const row = (await db()('things').first()) as { id: number; name: string };
            await db()('things').where({ id: row.id }).update({ name: String(Number(row.name) + 1) });
          });
        }),
      ),
    );
    expect(await db()('things').pluck('name')).toEqual(['20']);
  });

  it('applies each migration once when two nodes start together', async () => {
    let runs = 0;
    const steps = [
      {
        id: '001_add',
        async up(inner: Database) {
          runs++;
          await inner()('things').insert({ name: `run ${runs}` });
        },
      },
    ];
    await Promise.all([migrate(db, 'test', steps), migrate(db, 'test', steps)]);
    expect(runs).toBe(1);
    expect(await migrate(db, 'test', steps)).toEqual([]);
  });

  it('keeps finished steps and names the failing one', async () => {
    const good = { id: '001_good', up: async (inner: Database) => void (await inner()('things').insert({ name: 'kept' })) };
    const bad = { id: '002_bad', up: () => Promise.reject(new Error('half-way')) };
    await expect(migrate(db, 'test', [good, bad])).rejects.toMatchObject({ code: 'db_migration_failed' } satisfies Partial<PlinthError>);
    expect(await db()('things').pluck('name')).toEqual(['kept']);
    expect(await migrate(db, 'test', [good])).toEqual([]);
  });

  it('stores letters outside the basic plane and tells upper from lower case', async () => {
    await db()('things').insert([{ name: 'Zażółć 🐢' }, { name: 'zażółć 🐢' }]);
    expect(await db()('things').where({ name: 'Zażółć 🐢' }).pluck('name')).toEqual(['Zażółć 🐢']);
  });
});
