import { EventEmitter } from 'node:events';
import type { Knex } from 'knex';
import { watchStatements } from '../../core/db/slow-database.js';
import { classifyDatabaseError } from '../../core/db/outage.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(allEngines)('database monitoring on %s', (engine) => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await scratch.db.createTable('things', (table) => {
      table.increments('id');
      table.string('name', 20).notNullable().unique();
    });
  });
  afterAll(() => scratch.drop());

  it('reports no delay once statements and transactions have ended, even failed ones', async () => {
    const { db } = scratch;
    await db.transaction(() => db()('things').insert({ name: 'one' }));
    await db.transaction(() => db()('things').insert({ name: 'one' })).catch(() => undefined);
    await db()
      .raw('select nonsense from nowhere')
      .catch(() => undefined);
    // Longer than a query may take before it counts as slow.
    await wait(1100);
    expect(db.isBusy()).toBe(false);
  });

  if (engine === 'mysql')
    it('reconnects after the server killed a connection', async () => {
      const { db } = scratch;
      await expect(db().raw('kill connection_id()')).rejects.toMatchObject({ kind: 'outage', status: 503 });
      expect(await db()('things').select('name')).toBeInstanceOf(Array);
    });

  it('classifies a duplicate value as a refusal, with and without returned rows', async () => {
    const { db } = scratch;
    const insert = "insert into things (name) values ('one')";
    await db()('things')
      .insert({ name: 'one' })
      .catch(() => undefined);
    for (const sql of engine === 'sqlite' ? [insert, `${insert} returning id`] : [insert]) {
      expect([
        sql,
        classifyDatabaseError(
          await db()
            .raw(sql)
            .catch((error: unknown) => error),
        ),
      ]).toEqual([sql, 'refusal']);
    }
  });
});

it('classifies a full SQLite file as an outage', async () => {
  const { db, drop } = await scratchDatabase('sqlite');
  await db().raw("attach database ':memory:' as tiny");
  await db().raw('pragma tiny.max_page_count = 1');
  expect(
    classifyDatabaseError(
      await db()
        .raw('create table tiny.t (a)')
        .catch((error: unknown) => error),
    ),
  ).toBe('outage');
  await drop();
});

describe('detection of a slow database', () => {
  /** A simulated database whose queries start and end on command, with its own clock. */
  function watched(pool?: { numPendingAcquires(): number }): {
    emitter: EventEmitter;
    clock: { at: number };
    isHeldUp(): boolean;
  } {
    const emitter = Object.assign(new EventEmitter(), { client: { pool } });
    const clock = { at: 50_000 };
    return { emitter, clock, isHeldUp: watchStatements(emitter as unknown as Knex, () => clock.at) };
  }

  it.each(['query-response', 'query-error'])(
    'reports a delay once a statement takes over a second, until its %s',
    (end) => {
      const { emitter, clock, isHeldUp } = watched();
      emitter.emit('query', { __knexQueryUid: 'slow' });
      clock.at += 500;
      emitter.emit('query', { __knexQueryUid: 'quick' });
      clock.at += 500;
      expect(isHeldUp()).toBe(false);
      clock.at += 1;
      expect(isHeldUp()).toBe(true);
      emitter.emit(end, end === 'query-error' ? new Error('no') : [], { __knexQueryUid: 'slow' });
      expect(isHeldUp()).toBe(false);
      clock.at += 500;
      expect(isHeldUp()).toBe(true);
      emitter.emit(end, [], { __knexQueryUid: 'quick' });
      expect(isHeldUp()).toBe(false);
    },
  );

  it('ignores commits, whose end is not reported', () => {
    const { emitter, clock, isHeldUp } = watched();
    emitter.emit('query', {});
    clock.at += 60_000;
    expect(isHeldUp()).toBe(false);
  });

  it('reports a delay while a connection is awaited', () => {
    let waiting = 1;
    const { isHeldUp } = watched({ numPendingAcquires: () => waiting });
    expect(isHeldUp()).toBe(true);
    waiting = 0;
    expect(isHeldUp()).toBe(false);
  });
});
