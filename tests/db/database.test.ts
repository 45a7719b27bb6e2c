import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { type Database } from '../../core/api/index.js';
import { isUniqueViolation, migrate, openDatabase } from '../../core/db/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { mysqlServer } from '../kit/mysql-server.js';
import { assertDefined } from '../kit/assert-defined.js';
import { contended, holder } from './contention.js';

describe.each(allEngines)('database on %s', (engine) => {
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

  it('rolls back every write of a transaction that throws', async () => {
    await expect(
      db.transaction(async () => {
        await db()('things').insert({ name: 'a' });
        await db()('things').insert({ name: 'b' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await db()('things')).toHaveLength(0);
  });

  it('joins a nested transaction to the outer one', async () => {
    await expect(
      db.transaction(async () => {
        await db.transaction(async () => void (await db()('things').insert({ name: 'inner' })));
        throw new Error('outer fails');
      }),
    ).rejects.toThrow('outer fails');
    expect(await db()('things')).toHaveLength(0);
  });

  it('runs afterCommit callbacks after the commit, and not on failure', async () => {
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

  it('returns added and renamed columns for a repeated query', async () => {
    await db()('things').insert({ name: 'one' });
    expect(await db()('things').where({ id: 1 })).toEqual([{ id: 1, name: 'one' }]);
    await db().schema.alterTable('things', (table) => void table.integer('size').defaultTo(5));
    expect(await db()('things').where({ id: 1 })).toEqual([{ id: 1, name: 'one', size: 5 }]);
    await db().schema.alterTable('things', (table) => table.renameColumn('size', 'width'));
    expect(await db()('things').where({ id: 1 })).toEqual([{ id: 1, name: 'one', width: 5 }]);
  });

  it('returns binary columns as Buffers, also after a failed statement', async () => {
    await db().schema.alterTable('things', (table) => void table.binary('image'));
    const insert = (name: string): Promise<unknown> => db()('things').insert({ name, image: Buffer.from([1, 0, 255]) });
    await insert('one');
    await expect(insert('one')).rejects.toThrow();
    await insert('two');
    expect(await db()('things').orderBy('id').pluck('image')).toEqual([
      Buffer.from([1, 0, 255]),
      Buffer.from([1, 0, 255]),
    ]);
  });

  it('recognizes a unique violation on each engine', async () => {
    await db()('things').insert({ name: 'one' });
    const error: unknown = await db()('things')
      .insert({ name: 'one' })
      .catch((e: unknown) => e);
    expect(isUniqueViolation(error)).toBe(true);
  });

  it('loses no update of concurrent transactions under a lock', async () => {
    await db()('things').insert({ name: '0' });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.withLock('counter', async () => {
          await db.transaction(async () => {
            const row = (await db()('things').first()) as { id: number; name: string };
            await db()('things')
              .where({ id: row.id })
              .update({ name: String(Number(row.name) + 1) });
          });
        }),
      ),
    );
    expect(await db()('things').pluck('name')).toEqual(['20']);
  });

  it('stores characters outside the basic plane and compares case-sensitively', async () => {
    await db()('things').insert([{ name: 'Zażółć 🐢' }, { name: 'zażółć 🐢' }]);
    expect(await db()('things').where({ name: 'Zażółć 🐢' }).pluck('name')).toEqual(['Zażółć 🐢']);
  });

  it('retries a contended transaction without afterCommit callbacks of earlier tries', async () => {
    const ran: string[] = [];
    let attempts = 0;
    const result = await db.transaction(async () => {
      attempts++;
      await db.afterCommit(() => void ran.push(`after try ${attempts}`));
      await db()('things').insert({ name: `try ${attempts}` });
      // A nested transaction is not retried on its own: the outer one is repeated as a whole.
      await db.transaction(() =>
        attempts < 3 ? Promise.reject(new Error('wrapped', { cause: contended(engine) })) : Promise.resolve(),
      );
      return attempts;
    });
    expect(result).toBe(3);
    expect(await db()('things').pluck('name')).toEqual(['try 3']);
    expect(ran).toEqual(['after try 3']);
  });

  it('retries nothing after another kind of failure', async () => {
    let attempts = 0;
    await expect(db.transaction(() => Promise.reject(new Error(`no ${++attempts}`)))).rejects.toThrow('no 1');
    expect(attempts).toBe(1);
  });

  it('creates an index once, with descending columns where named', async () => {
    await db.createTable('ranked', (table) => {
      table.increments('id');
      table.integer('points').notNullable();
    });
    for (let time = 0; time < 2; time++) await db.createIndex('ranked', 'ranked_points', ['points desc', 'id']);
    for (let points = 0; points < 200; points++) await db()('ranked').insert({ points });
    const query = 'select id from ranked order by points desc, id limit 5';
    const plan = JSON.stringify(
      await db().raw(engine === 'mysql' ? `explain ${query}` : `explain query plan ${query}`),
    );
    expect(plan).toContain('ranked_points');
    expect(plan).not.toMatch(/filesort|TEMP B-TREE/);
  });
});

describe('SQLite file locked by another process', () => {
  let scratch: ScratchDatabase;
  let db: Database;

  beforeEach(async () => {
    scratch = await scratchDatabase('sqlite');
    db = scratch.db;
    await db.createTable('things', (table) => void table.string('name', 100));
    await db()('things').insert({ name: 'before' });
  });
  afterEach(() => scratch.drop());

  it('waits without blocking the event loop or readers, then writes', async () => {
    const { released } = await holder(scratch.file, 2500);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 50);
    let written = 0;
    const writes = [
      db
        .transaction(async () => void (await db()('things').insert({ name: 'in a transaction' })))
        .then(() => written++),
      db()('things')
        .insert({ name: 'alone' })
        .then(() => written++),
    ];
    await wait(500);
    expect(await db()('things').pluck('name')).toEqual(['before']);
    expect(written).toBe(0);
    await Promise.all([...writes, released]);
    clearInterval(timer);
    // About fifty ticks fit; if the process were blocked, there would be one or two.
    expect(ticks).toBeGreaterThan(5);
    expect((await db()('things').pluck<string[]>('name')).sort()).toEqual(['alone', 'before', 'in a transaction']);
  });

  it('runs with synchronous=FULL and the WAL journal', async () => {
    expect(await db().raw('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
    expect(await db().raw('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });
});

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => void (open = resolve));
  return { opened, open: () => open() };
}

// SQLite has only one writer at a time, so deadlocks cannot occur.
(mysqlServer ? describe : describe.skip)('MySQL database with concurrent transactions', () => {
  let scratch: ScratchDatabase;
  let db: Database;

  beforeEach(async () => {
    scratch = await scratchDatabase('mysql');
    db = scratch.db;
    await db.createTable('accounts', (table) => {
      table.integer('id').primary();
      table.integer('balance').notNullable();
    });
    await db.createTable('moves', (table) => void table.increments('id'));
  });
  afterEach(() => scratch.drop());

  const add = (id: number, amount: number): Promise<unknown> =>
    db()('accounts').where({ id }).increment('balance', amount);

  it('resolves a deadlock by retrying, writing each transaction once', async () => {
    await db()('accounts').insert([
      { id: 1, balance: 0 },
      { id: 2, balance: 0 },
    ]);
    let attempts = 0;
    const meeting = [gate(), gate()];
    const both = ([own, other]: readonly number[], index: number): Promise<void> =>
      db.transaction(async () => {
        attempts++;
        await db()('moves').insert({});
        await add(assertDefined(own), 1);
        meeting[index]?.open();
        await meeting[1 - index]?.opened;
        await add(assertDefined(other), 1);
      });
    await Promise.all([both([1, 2], 0), both([2, 1], 1)]);
    expect(attempts).toBeGreaterThan(2);
    expect(await db()('accounts').orderBy('id').pluck('balance')).toEqual([2, 2]);
    expect(await db()('moves')).toHaveLength(2);
  });

  it('retries a whole transaction when a callback swallowed the deadlock', async () => {
    await db()('accounts').insert([
      { id: 1, balance: 0 },
      { id: 2, balance: 0 },
    ]);
    const meeting = [gate(), gate()];
    const both = ([own, other]: readonly number[], index: number): Promise<void> =>
      db.transaction(async () => {
        await add(assertDefined(own), 1);
        meeting[index]?.open();
        await meeting[1 - index]?.opened;
        await add(assertDefined(other), 1).catch(() => undefined);
        await db()('moves')
          .insert({})
          .catch(() => undefined);
      });
    await Promise.all([both([1, 2], 0), both([2, 1], 1)]);
    expect(await db()('accounts').orderBy('id').pluck('balance')).toEqual([2, 2]);
    expect(await db()('moves')).toHaveLength(2);
  });

  it('limits row lock waits and statement time and reports db_busy', async () => {
    const own = await db().raw<[{ limit: number; locks: number; tables: number }[]]>(
      'select @@max_statement_time as `limit`, @@innodb_lock_wait_timeout as locks, @@lock_wait_timeout as tables',
    );
    expect(own[0]).toEqual([{ limit: 15, locks: 3, tables: 3 }]);
    await db().raw('set session max_statement_time=0.2');
    const failure: unknown = await db()
      .raw('select count(*) from seq_1_to_100000 a, seq_1_to_100000 b')
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'db_busy', status: 503, kind: 'outage' });
  });

  it('lifts the time limit for long work and restores it afterwards', async () => {
    const singleConnection = openDatabase({ url: scratch.url, file: '', poolMax: 1 });
    const observed: unknown[] = [];
    const limit = async (): Promise<void> => {
      const [rows] = await singleConnection().raw<[{ limit: number }[]]>('select @@max_statement_time as `limit`');
      observed.push(rows?.[0]?.limit);
    };
    await migrate(singleConnection, 'test', [{ id: '001_long', up: limit }]);
    await limit();
    await singleConnection().schema.alterTable('moves', (table) => void table.integer('size'));
    await limit();
    for await (const row of singleConnection()('accounts').stream()) observed.push(row);
    await limit();
    expect(observed).toEqual([0, 15, 15, 15]);
    await singleConnection.destroy();
  });

  it('loses and duplicates no write in random concurrent transactions', async () => {
    const moves = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }), {
      minLength: 2,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(moves, async (transactions) => {
        await db()('accounts').delete();
        await db()('moves').delete();
        await db()('accounts').insert([1, 2, 3, 4].map((id) => ({ id, balance: 0 })));
        const done = await Promise.allSettled(
          transactions.map((ids) =>
            db.transaction(async () => {
              await db()('moves').insert({});
              for (const id of ids) {
                await add(id, 1);
                await wait(1);
              }
            }),
          ),
        );
        const through = transactions.filter((_ids, index) => done[index]?.status === 'fulfilled');
        expect(await db()('moves')).toHaveLength(through.length);
        expect(await db()('accounts').orderBy('id').pluck('balance')).toEqual(
          [1, 2, 3, 4].map((id) => through.filter((ids) => ids.includes(id)).length),
        );
      }),
      { numRuns: 15 },
    );
  });
});
