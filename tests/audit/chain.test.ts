import { type Audit, createAudit } from '../../core/audit/index.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { CLIENT_IP } from '../../core/context/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';
import { defaultEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { assertDefined } from '../kit/assert-defined.js';

const DAY_MS = 86_400_000;
const START = Date.UTC(2031, 4, 1);

describe.each(defaultEngines)('audit log chain on %s', (engine) => {
  let scratch: ScratchDatabase;
  let audit: Audit;
  let now: number;
  let settings: Record<string, unknown>;
  let loggedErrors: string[];

  const open = (): Audit =>
    createAudit({
      db: scratch.db,
      now: () => now,
      secret: async () => 'a secret of the tests that is long enough for a key',
      options: { getOption: async <T>(name: string, fallback?: unknown) => (settings[name] ?? fallback) as T },
      log: { info: () => undefined, error: (_fields, message) => void loggedErrors.push(message) },
    });
  const rows = () => scratch.db()('audit_log');
  /** Writes entries by a visitor, one per day. */
  async function write(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const context = createContext('a request');
      context.memo.set(CLIENT_IP, '198.51.100.7');
      await runInContext(context, () =>
        audit.record({
          action: 'orders.placed',
          subject: { kind: 'order', id: index, title: `No ${index}` },
          details: { total: index },
        }),
      );
      now += DAY_MS;
    }
    await audit.append();
  }

  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
    [now, settings, loggedErrors] = [START, {}, []];
    audit = open();
  });
  afterEach(async () => {
    await audit.close();
    await scratch.drop();
  });

  it('verifies an untouched log, before and after entries are appended', async () => {
    await audit.record({ action: 'orders.placed' });
    expect(await audit.verify()).toMatchObject({ isValid: true, entries: 1 });
    await write(4);
    expect(await audit.verify()).toMatchObject({ isValid: true, entries: 5, end: { end_position: 5 } });
  });

  it.each([
    [
      'a changed time',
      () => rows().where({ position: 2 }).update({ at: '2031-05-02 00:00:01' }),
      { row: 2, reason: 'changed' },
    ],
    [
      'changed details',
      () => rows().where({ position: 3 }).update({ details: '{"total":0}' }),
      { row: 3, reason: 'changed' },
    ],
    [
      'another person',
      () => rows().where({ position: 1 }).update({ user_id: 7, actor: 'somebody' }),
      { row: 1, reason: 'changed' },
    ],
    [
      'another IP address',
      () => rows().where({ position: 4 }).update({ address: '203.0.113.9' }),
      { row: 4, reason: 'changed' },
    ],
    [
      'an IP address erased too early',
      () => rows().where({ position: 4 }).update({ address: '', address_salt: '' }),
      { row: 4, reason: 'changed' },
    ],
    ['a deleted middle row', () => rows().where({ position: 3 }).delete(), { row: 3, reason: 'missing' }],
    ['a deleted first row', () => rows().where({ position: 1 }).delete(), { row: 1, reason: 'missing' }],
    ['a deleted last row', () => rows().where({ position: 5 }).delete(), { row: 5, reason: 'missing' }],
    ['all rows deleted', () => rows().delete(), { row: 1, reason: 'missing' }],
    [
      'a deleted last row with the stored end moved back',
      async () => {
        const before = (await rows().where({ position: 4 }).first()) as { hash: string };
        await rows().where({ position: 5 }).delete();
        await scratch.db()('audit_chain').update({ end_position: 4, end_hash: before.hash });
      },
      { row: 0, reason: 'ends' },
    ],
    [
      'a moved start of the chain',
      () => scratch.db()('audit_chain').update({ start_position: 2 }),
      { row: 0, reason: 'ends' },
    ],
    [
      'a row inserted after the end',
      async () => {
        const { id: _id, ...last } = (await rows().where({ position: 5 }).first()) as { id: number };
        await rows().insert({ ...last, position: 6 });
      },
      { row: 6, reason: 'foreign' },
    ],
    [
      'a row inserted twice',
      async () => {
        const { id: _id, ...third } = (await rows().where({ position: 3 }).first()) as { id: number };
        await rows().insert(third);
      },
      { row: 3, reason: 'foreign' },
    ],
    [
      'two swapped rows',
      async () => {
        await rows().where({ position: 2 }).update({ position: 99 });
        await rows().where({ position: 3 }).update({ position: 2 });
        await rows().where({ position: 99 }).update({ position: 3 });
      },
      { row: 2, reason: 'changed' },
    ],
  ])('detects tampering: %s', async (_what, tamper, found) => {
    await write(5);
    await tamper();
    expect(await audit.verify()).toMatchObject({ isValid: false, ...found });
  });

  it('detects an entry changed before it was appended to the chain', async () => {
    await write(2);
    await audit.record({ action: 'orders.placed', details: { total: 5 } });
    await rows().whereNull('position').update({ details: '{"total":6}' });
    expect(await audit.verify()).toMatchObject({ isValid: false, reason: 'changed' });
    await audit.append();
    expect(await audit.verify()).toMatchObject({ isValid: false, row: 3, reason: 'changed' });
  });

  it('fails verification with another secret', async () => {
    await write(2);
    const other = createAudit({
      db: scratch.db,
      now: () => now,
      secret: async () => 'another secret',
      options: { getOption: async <T>() => 0 as T },
      log: { info: () => undefined, error: () => undefined },
    });
    expect(await other.verify()).toMatchObject({ isValid: false, reason: 'ends' });
  });

  it('prunes old entries and addresses by its settings, and still verifies', async () => {
    Object.assign(settings, { audit_days: 10, audit_address_days: 3 });
    await write(20);
    const last = (await rows().where({ position: 20 }).first()) as { hash: string };
    expect(await audit.prune()).toEqual({ entries: 10, addresses: 7 });
    expect((await rows().orderBy('position').pluck('position')).map(Number)).toEqual([
      11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
    expect((await rows().whereNot({ address: '' }).orderBy('position').pluck('position')).map(Number)).toEqual([
      18, 19, 20,
    ]);
    expect(await audit.verify()).toMatchObject({
      isValid: true,
      entries: 10,
      end: { start_position: 10, end_position: 20, end_hash: last.hash },
    });
    // Entries following the pruned ones must not be missing.
    await rows().where({ position: 11 }).delete();
    expect(await audit.verify()).toMatchObject({ isValid: false, row: 11, reason: 'missing' });
  });

  it('prunes all entries, and continues the chain from there', async () => {
    await write(3);
    now += 400 * DAY_MS;
    expect(await audit.prune()).toEqual({ entries: 3, addresses: 0 });
    expect(await audit.verify()).toMatchObject({ isValid: true, entries: 0 });
    await write(2);
    expect(await audit.verify()).toMatchObject({
      isValid: true,
      entries: 2,
      end: { start_position: 3, end_position: 5 },
    });
    await rows().where({ position: 4 }).delete();
    expect(await audit.verify()).toMatchObject({ isValid: false, row: 4, reason: 'missing' });
  });

  it('rolls back an entry with its transaction', async () => {
    await expect(
      scratch.db.transaction(async () => {
        await audit.record({ action: 'orders.placed' });
        throw new Error('no order after all');
      }),
    ).rejects.toThrow('no order after all');
    expect(await audit.count({})).toBe(0);
  });

  it('records concurrent entries of two nodes without losing or doubling any', async () => {
    const second = open();
    const order = (node: Audit, id: number): Promise<void> =>
      scratch.db.transaction(async () => {
        await node.record({ action: 'orders.placed', subject: { kind: 'order', id } });
        if (id % 10 === 0) await node.append();
      });
    await Promise.all(Array.from({ length: 100 }, (_unused, id) => order(id % 2 === 0 ? audit : second, id)));
    await Promise.all([audit.append(), second.append(), audit.append()]);
    await second.close();
    expect(await audit.verify()).toMatchObject({ isValid: true, entries: 100, end: { end_position: 100 } });
    expect(new Set((await audit.list({ limit: 200 })).map((entry) => entry.subject_id)).size).toBe(100);
  });

  it('hides secrets and limits details to 8 KB', async () => {
    await audit.record({
      action: 'settings.changed',
      details: { smtp_password: 'hunter2', nested: { apiKey: 'abc' }, shown: 'yes' },
    });
    await audit.record({
      action: 'settings.changed',
      details: { long: 'ą'.repeat(20_000), list: Array.from({ length: 5000 }, (_unused, index) => index) },
    });
    await audit.record({
      action: 'x.y',
      details: Object.fromEntries(Array.from({ length: 5000 }, (_unused, index) => [`name ${index}`, 'v'.repeat(150)])),
    });
    const [huge, long, secret] = await audit.list({ limit: 3 });
    expect(JSON.parse(assertDefined(secret?.details))).toEqual({
      smtp_password: '(hidden)',
      nested: { apiKey: '(hidden)' },
      shown: 'yes',
    });
    for (const { details } of [assertDefined(huge), assertDefined(long)])
      expect(Buffer.byteLength(details)).toBeLessThanOrEqual(8192);
    expect(JSON.parse(assertDefined(long?.details))).toMatchObject({
      cut: true,
      list: expect.arrayContaining([0, 19]) as unknown,
    });
    expect(await audit.verify()).toMatchObject({ isValid: true });
  });

  it('accepts any text, and filters by text, day and group', async () => {
    await audit.record({
      action: 'orders.placed',
      subject: { kind: 'order', id: 'A/1', title: `Zażółć\u0000 \ud83d 100% ${'x'.repeat(300)}` },
    });
    now += DAY_MS;
    await audit.record({ action: 'orders.refunded', subject: { kind: 'order', id: 'A_2', title: 'Second' } });
    await audit.record({ action: 'users.created' });
    await audit.append();
    expect(await audit.verify()).toMatchObject({ isValid: true, entries: 3 });
    const ids = async (query: Parameters<Audit['count']>[0]): Promise<string[]> =>
      (await audit.list({ ...query, limit: 9 })).map((entry) => entry.subject_id);
    expect(await ids({ action: 'orders' })).toEqual(['A_2', 'A/1']);
    expect(await ids({ action: 'orders.refunded' })).toEqual(['A_2']);
    expect(await ids({ text: '100%' })).toEqual(['A/1']);
    expect(await ids({ text: 'a_' })).toEqual(['A_2']);
    expect(await ids({ since: '2031-05-02 00:00:00', action: 'orders' })).toEqual(['A_2']);
    expect(await ids({ until: '2031-05-01 23:59:59' })).toEqual(['A/1']);
    expect(await audit.groups()).toEqual(['orders', 'users']);
  });

  it('logs a broken table, and refuses only actions that require an audit entry', async () => {
    await scratch.db().schema.renameTable('audit_log', 'audit_log_away');
    await expect(audit.record({ action: 'access.signed_in' })).resolves.toBeUndefined();
    await expect(
      scratch.db.transaction(async () => {
        await audit.record({ action: 'orders.placed' });
        return 'ordered';
      }),
    ).resolves.toBe('ordered');
    expect(audit.failedWrites()).toBe(2);
    expect(loggedErrors.filter((line) => line.startsWith('AUDIT:'))).toHaveLength(2);
    await expect(audit.record({ action: 'data.exported' }, { required: true })).rejects.toMatchObject({
      code: 'audit_unavailable',
      status: 503,
    });
    await scratch.db().schema.renameTable('audit_log_away', 'audit_log');
  });
});
