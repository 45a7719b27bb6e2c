import type { SiteDatabase } from '../../core/db/index.js';
import { openDatabase } from '../../core/db/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { refusingMysql, type RefusingMysql } from '../kit/refusing-mysql.js';

const NOT_READY = { errno: 1047, message: 'WSREP has not yet prepared node for application use' };
const NOT_PRIMARY = { errno: 1180, message: 'Got error 5 "Input/output error" during COMMIT' };
const CONFLICT = { errno: 1213, message: 'Deadlock found when trying to get lock; try restarting transaction' };

const messages = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  );

describe.each(allEngines)('end of a transaction on %s', (engine) => {
  let scratch: ScratchDatabase;
  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    await scratch.db.createTable('parents', (table) => void table.integer('id').primary());
    await scratch.db.createTable('children', (table) => {
      table.integer('id').primary();
      if (engine === 'sqlite') table.integer('parent').references('parents.id').deferrable('deferred');
    });
  });
  afterEach(() => scratch.drop());

  it('leaves a usable connection and no partial data after a refused commit', async () => {
    const through = engine === 'mysql' ? await refusingMysql(scratch.url ?? '') : undefined;
    const db = through ? openDatabase({ url: through.url, file: '', poolMax: 1 }) : scratch.db;
    through?.refuse(/^commit/i, NOT_PRIMARY);
    const failed = await messages(
      db.transaction(async () => {
        await db()('children').insert({ id: 1, ...(engine === 'sqlite' ? { parent: 7 } : {}) });
      }),
    );
    expect(failed).toContain(engine === 'mysql' ? 'during COMMIT' : 'FOREIGN KEY');
    through?.heal();
    await db.transaction(async () => void (await db()('parents').insert({ id: 1 })));
    expect(await scratch.db()('children')).toEqual([]);
    if (through) await db.destroy();
    await through?.close();
  });
});

const onMysql = allEngines.includes('mysql') ? describe : describe.skip;

onMysql('database connection to a refusing cluster node', () => {
  let scratch: ScratchDatabase;
  let node: RefusingMysql;
  let db: SiteDatabase;
  beforeEach(async () => {
    scratch = await scratchDatabase('mysql');
    await scratch.db.createTable('things', (table) => void table.integer('id').primary());
    node = await refusingMysql(scratch.url ?? '');
    // One connection, so that consecutive queries share it.
    db = openDatabase({ url: node.url, file: '', poolMax: 1 });
  });
  afterEach(async () => {
    await db.destroy();
    await node.close();
    await scratch.drop();
  });
  const ids = async (): Promise<number[]> => scratch.db()('things').orderBy('id').pluck('id');

  it('never commits a half-finished transaction along with the next after a refused rollback', async () => {
    await messages(
      db.transaction(async () => {
        await db()('things').insert({ id: 1 });
        node.refuse(/./, NOT_READY);
        await db()('things').insert({ id: 2 });
      }),
    );
    node.heal();
    await db.transaction(async () => void (await db()('things').insert({ id: 3 })));
    await db()('things').insert({ id: 4 });
    expect(await ids()).toEqual([3, 4]);
  });

  it('reports a refusing cluster node as a database outage', async () => {
    for (const refusal of [NOT_READY, NOT_PRIMARY]) {
      node.refuse(/./, refusal);
      await expect(Promise.resolve(db()('things').first())).rejects.toMatchObject({
        code: 'db_unreachable',
        status: 503,
        kind: 'outage',
      });
      node.heal();
    }
  });

  it('retries statements and transactions after a conflict with another node', async () => {
    node.refuse(/^insert/i, CONFLICT, 8);
    await db()('things').insert({ id: 1 });
    node.refuse(/^commit/i, CONFLICT, 8);
    await db.transaction(async () => void (await db()('things').insert({ id: 2 })));
    expect(await ids()).toEqual([1, 2]);
  });
});
