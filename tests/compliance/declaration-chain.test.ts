import { createJobTables } from '../../core/db/core-migrations/006-jobs.js';
import type { Database } from '../../core/api/index.js';
import { openDatabase } from '../../core/db/index.js';
import {
  declarationEnd,
  declarationTables,
  flagColumn,
  receiptStatus,
} from '../../plugins/compliance/database/declaration-tables.js';
import { contractTables } from '../../plugins/compliance/database/order-tables.js';
import { createDeclarations, type Declarations, hashOf } from '../../plugins/compliance/declarations/declarations.js';
import { createKnownOrders } from '../../plugins/compliance/declarations/known-orders.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';
import { assertDefined } from '../kit/assert-defined.js';

const TABLE = 'compliance_declarations';

describe.each(allEngines)('declaration chain on %s', (engine) => {
  let scratch: ScratchDatabase;
  let now: number;
  let declarations: Declarations;
  const madeOn = (db: Database): Declarations =>
    createDeclarations({
      db,
      clock: createClock({ getOption: async <T>() => 'UTC' as T }, () => (now += 1000)),
      audit: { record: async () => undefined },
    });

  beforeEach(async () => {
    scratch = await withTables(engine, 'compliance', [
      createJobTables,
      declarationTables,
      flagColumn,
      declarationEnd,
      contractTables,
      receiptStatus,
    ]);
    now = Date.UTC(2028, 1, 29, 23, 59, 50);
    declarations = madeOn(scratch.db);
  });
  afterEach(() => scratch.drop());

  const declare = (email: string, by = declarations) =>
    by.add(
      { kind: 'withdrawal', email, orderId: 0, fields: { name: email, order: '1' }, locale: 'pl_PL', flag: '' },
      async () => undefined,
    );
  const rows = (): Promise<{ id: number; hash: string; previous_hash: string }[]> =>
    scratch.db()(TABLE).orderBy('id').select('id', 'hash', 'previous_hash');

  it('links every declaration to the previous one', async () => {
    for (const email of ['ewa@example.test', 'jan@example.test', 'ola@example.test']) await declare(email);
    const [first, second, third] = await rows();
    expect([first?.previous_hash, second?.previous_hash, third?.previous_hash]).toEqual([
      '',
      first?.hash,
      second?.hash,
    ]);
    expect(await declarations.findBroken()).toBeUndefined();
  });

  it('detects a deleted declaration although the next one was erased', async () => {
    for (const email of ['ewa@example.test', 'jan@example.test', 'ola@example.test']) await declare(email);
    const [first, second] = await rows();
    expect(await declarations.erase('jan@example.test')).toBe(1);
    expect(await declarations.findBroken()).toBeUndefined();
    await scratch.db()(TABLE).where({ id: first?.id }).delete();
    expect(await declarations.findBroken()).toBe(second?.id);
  });

  it('detects two exchanged erased declarations', async () => {
    for (const email of ['ewa@example.test', 'ewa@example.test', 'ola@example.test']) await declare(email);
    await declarations.erase('ewa@example.test');
    const [first, second] = await rows();
    await scratch.db()(TABLE).where({ id: first?.id }).update({ hash: 'x' });
    await scratch.db()(TABLE).where({ id: second?.id }).update({ hash: first?.hash });
    await scratch.db()(TABLE).where({ id: first?.id }).update({ hash: second?.hash });
    expect(await declarations.findBroken()).toBe(second?.id);
  });

  it('detects a changed and an inserted declaration', async () => {
    await declare('ewa@example.test');
    await declare('jan@example.test');
    const [first, second] = await rows();
    const forged = JSON.stringify({ kind: 'withdrawal', createdAt: '2028-03-01 00:00:01', email: 'x', fields: {} });
    await scratch
      .db()(TABLE)
      .insert({
        kind: 'withdrawal',
        email: 'x',
        order_id: 0,
        statement: forged,
        hash: hashOf(assertDefined(second?.hash), forged),
        previous_hash: second?.hash,
        locale: 'pl_PL',
        status: 'recorded',
        decision: '',
        flag: '',
        created_at: '2028-03-01 00:00:01',
      });
    // Chained correctly but not written by the site, so the stored end of the chain differs.
    await declare('ola@example.test');
    expect(await declarations.findBroken()).toBe(assertDefined(second?.id) + 2);
    await scratch
      .db()(TABLE)
      .where({ id: first?.id })
      .update({ statement: scratch.db().raw("replace(statement, 'ewa', 'eva')") });
    expect(await declarations.findBroken()).toBe(first?.id);
  });

  it('accepts an empty chain, and detects deletion of the newest or all', async () => {
    expect(await declarations.findBroken()).toBeUndefined();
    await declare('ewa@example.test');
    await declare('jan@example.test');
    const [first, second] = await rows();
    await scratch.db()(TABLE).where({ id: second?.id }).delete();
    expect(await declarations.findBroken()).toBe(second?.id);
    await scratch.db()(TABLE).where({ id: first?.id }).delete();
    expect(await declarations.findBroken()).toBe(second?.id);
  });

  it.each([499, 500, 501])('verifies a chain of %d declarations to its end', async (length) => {
    const chain: Record<string, unknown>[] = [];
    let previous = '';
    for (let n = 1; n <= length; n++) {
      const createdAt = '2028-02-29 12:00:00';
      const statement = JSON.stringify({ kind: 'report', createdAt, email: `${n}@example.test`, fields: {} });
      const hash = hashOf(previous, statement);
      chain.push({
        kind: 'report',
        email: `${n}@example.test`,
        order_id: 0,
        statement,
        hash,
        previous_hash: previous,
        locale: 'pl_PL',
        status: 'recorded',
        decision: '',
        flag: '',
        created_at: createdAt,
      });
      previous = hash;
    }
    await scratch.db().batchInsert(TABLE, chain as never, 50);
    const last = (await rows()).at(-1);
    await scratch.db()('compliance_declaration_end').update({ declaration_id: last?.id, hash: previous });
    expect(await declarations.findBroken()).toBeUndefined();
    await scratch.db()(TABLE).where({ id: last?.id }).update({ created_at: '2028-02-29 12:00:01' });
    expect(await declarations.findBroken()).toBe(last?.id);
  });

  it('lists, counts, finds, decides and erases declarations', async () => {
    const add = (kind: 'withdrawal' | 'report', email: string, flag: '' | 'honeypot' = '') =>
      declarations.add(
        { kind, email, orderId: kind === 'report' ? 0 : 7, fields: { name: email }, locale: 'pl_PL', flag },
        async () => undefined,
      );
    const added = [
      await add('withdrawal', 'ewa@example.test'),
      await add('report', 'ewa@example.test', 'honeypot'),
      await add('withdrawal', 'jan@example.test'),
    ];
    const ids = added.map(({ id }) => id);
    const listed = async (query: Parameters<Declarations['list']>[0]): Promise<number[]> =>
      (await declarations.list(query)).map(({ id }) => ids.indexOf(id));
    expect([
      await listed({ limit: 10, offset: 0 }),
      await listed({ limit: 1, offset: 1 }),
      await listed({ kind: 'withdrawal', limit: 10, offset: 0 }),
      await listed({ kind: 'report', limit: 10, offset: 0 }),
    ]).toEqual([[2, 1, 0], [1], [2, 0], [1]]);
    expect([
      await declarations.count(),
      await declarations.count({ kind: 'withdrawal' }),
      await declarations.count({ kind: 'report' }),
    ]).toEqual([3, 2, 1]);
    expect((await declarations.listByEmail('ewa@example.test')).map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect(await declarations.get(assertDefined(ids[1]))).toEqual({
      ...added[1],
      kind: 'report',
      email: 'ewa@example.test',
      orderId: 0,
      fields: { name: 'ewa@example.test' },
      locale: 'pl_PL',
      status: 'recorded',
      decision: '',
      flag: 'honeypot',
      createdAt: '2028-02-29 23:59:52',
    });
    expect(await declarations.get(assertDefined(ids[2]) + 1)).toBeUndefined();
    await declarations.decide(assertDefined(ids[0]), 'rejected', 'Too late.');
    expect(
      (await Promise.all(ids.map((id) => declarations.get(id)))).map((declaration) => [
        declaration?.status,
        declaration?.decision,
      ]),
    ).toEqual([
      ['rejected', 'Too late.'],
      ['recorded', ''],
      ['recorded', ''],
    ]);
    expect(await declarations.erase('ewa@example.test')).toBe(2);
    expect(await declarations.get(assertDefined(ids[0]))).toMatchObject({
      email: '',
      fields: {},
      decision: '',
      hash: added[0]?.hash,
      createdAt: added[0]?.createdAt,
    });
    expect(await declarations.get(assertDefined(ids[2]))).toEqual(added[2]);
    expect(await declarations.findBroken()).toBeUndefined();
  });

  it('finds the quoted order in any notation, only for its customer', async () => {
    const orders = createKnownOrders({ db: scratch.db });
    const remember = (id: number, number: string, email: string): Promise<void> =>
      orders.add({ id, number, billing: { email } } as Parameters<typeof orders.add>[0]);
    await remember(7, '2028-00001-5', 'Ewa@Example.test');
    await remember(8, '2028-00002-3', 'jan@example.test');
    await remember(9, '2028-00001-5', 'thief@example.test');
    expect(
      await Promise.all([
        orders.find('2028-00001-5', 'ewa@example.test'),
        orders.find(' #2028-00001-5 ', ' EWA@example.TEST '),
        orders.find('2028-00002-3', 'ewa@example.test'),
        orders.find('2028-00001-5', 'thief@example.test'),
        orders.find('2028#00001-5', 'ewa@example.test'),
        orders.find('2028-00001', 'ewa@example.test'),
        orders.find('', ''),
      ]),
    ).toEqual([7, 7, 0, 0, 7, 0, 0]);
  });

  it('stays valid when two connections add declarations simultaneously', async () => {
    const other = openDatabase({ ...(scratch.url ? { url: scratch.url } : {}), file: scratch.file });
    try {
      const otherSite = madeOn(other);
      const added = await Promise.all(
        Array.from({ length: 16 }, (_, n) => declare(`${n}@example.test`, n % 2 === 0 ? declarations : otherSite)),
      );
      expect(new Set(added.map(({ hash }) => hash)).size).toBe(16);
      expect(await rows()).toHaveLength(16);
      expect(await declarations.findBroken()).toBeUndefined();
    } finally {
      await other.destroy();
    }
  });

  it('leaves no lock when adding fails and its connection closes', async () => {
    const closedDatabase = openDatabase({ ...(scratch.url ? { url: scratch.url } : {}), file: scratch.file });
    let signalReached: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (signalReached = resolve));
    const never = madeOn(closedDatabase).add(
      { kind: 'withdrawal', email: 'dead@example.test', orderId: 0, fields: {}, locale: 'pl_PL', flag: '' },
      async () => {
        signalReached();
        throw new Error('killed');
      },
    );
    await inside;
    await expect(never).rejects.toThrow('killed');
    await closedDatabase.destroy();
    expect(await scratch.db()('locks')).toEqual([]);
    await declare('ewa@example.test');
    expect(await rows()).toHaveLength(1);
    expect(await declarations.findBroken()).toBeUndefined();
  });

  it('rolls back the declaration when its accompanying work fails', async () => {
    await expect(
      declarations.add(
        { kind: 'report', email: 'x@example.test', orderId: 0, fields: {}, locale: 'pl_PL', flag: '' },
        async () => {
          throw new Error('no letter');
        },
      ),
    ).rejects.toThrow('no letter');
    expect(await rows()).toEqual([]);
    await declare('ewa@example.test');
    expect((await rows())[0]?.previous_hash).toBe('');
  });
});
