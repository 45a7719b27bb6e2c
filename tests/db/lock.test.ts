import type { Knex } from 'knex';
import type { Database } from '../../core/api/index.js';
import { withLock } from '../../core/db/lock.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

describe.each(allEngines)('database lock on %s', (engine) => {
  let scratch: ScratchDatabase;
  let db: Database;
  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    db = scratch.db;
  });
  afterEach(() => scratch.drop());

  const insertLock = (owner: string, until: number): Promise<unknown> =>
    db()('locks').insert({ name: 'work', owner, expires_at: until });
  const row = async (): Promise<{ owner: string; expires_at: number } | undefined> => {
    const found = await db()('locks')
      .where({ name: 'work' })
      .first<{ owner: string; expires_at: number | string } | undefined>('owner', 'expires_at');
    return found && { owner: found.owner, expires_at: Number(found.expires_at) };
  };

  it('takes over a lapsed lock and releases it afterwards', async () => {
    await insertLock('the dead', Date.now() - 1);
    expect(await db.withLock('work', async () => (await row())?.owner, { wait: 0 })).not.toBe('the dead');
    expect(await row()).toBeUndefined();
  });

  it('refuses to take over the lock of a living holder', async () => {
    await insertLock('the living', Date.now() + 3_600_000);
    await expect(db.withLock('work', async () => 'mine', { wait: 120 })).rejects.toMatchObject({
      code: 'db_lock_timeout',
      status: 503,
      kind: 'outage',
    });
    expect((await row())?.owner).toBe('the living');
  });

  it('stays with its holder when another node’s clock is ahead', async () => {
    const ahead = Date.now() + 3_600_000;
    await db.withLock('work', async () => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(ahead);
      try {
        await expect(db.withLock('work', async () => 'mine', { wait: 0 })).rejects.toMatchObject({
          code: 'db_lock_timeout',
        });
      } finally {
        clock.mockRestore();
      }
    });
  });

  it('passes to a waiting caller as soon as it is free', async () => {
    const order: string[] = [];
    let free: (() => void) | undefined;
    const first = db.withLock('work', () =>
      new Promise<void>((resolve) => (free = resolve)).then(() => void order.push('first')),
    );
    while (!free) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = db.withLock('work', async () => void order.push('second'));
    free();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('renews while the work takes', async () => {
    const before = Date.now();
    await db.withLock(
      'work',
      async () => {
        const first = (await row())?.expires_at ?? 0;
        expect(first).toBeGreaterThanOrEqual(before + 300);
        // Regardless of the machine's speed, the lock is held and its expiry is extended.
        let end = first;
        while (end === first) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          end = (await row())?.expires_at ?? 0;
        }
        expect(end).toBeGreaterThan(first);
      },
      { ttl: 300 },
    );
  });

  it('renews at a third of its lifetime, so one renewal may fail', async () => {
    const timers = jest.spyOn(globalThis, 'setInterval');
    await db.withLock('work', async () => undefined, { ttl: 60_000 });
    expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([20_000]);
    timers.mockRestore();
  });

  it('neither renews nor takes over locks of other names', async () => {
    const others = [
      { name: 'play', owner: 'the living', expires_at: Date.now() + 3_600_000 },
      { name: 'rest', owner: 'the dead', expires_at: Date.now() - 3_600_000 },
    ];
    await insertLock('the dead', Date.now() - 1);
    await db()('locks').insert(others);
    await db.withLock(
      'work',
      async () => {
        const first = (await row())?.expires_at;
        while ((await row())?.expires_at === first) await new Promise((resolve) => setTimeout(resolve, 20));
      },
      { ttl: 300 },
    );
    expect(
      (await db()('locks').orderBy('name')).map(
        (lock: { name: string; owner: string; expires_at: number | string }) => ({
          ...lock,
          expires_at: Number(lock.expires_at),
        }),
      ),
    ).toEqual(others);
  });

  it('leaves a lock alone that another owner has taken over', async () => {
    await db.withLock(
      'work',
      async () =>
        void (await db()('locks')
          .where({ name: 'work' })
          .update({ owner: 'another', expires_at: Date.now() + 3_600_000 })),
    );
    expect((await row())?.owner).toBe('another');
  });

  it('releases when the work fails', async () => {
    await expect(
      db.withLock('work', async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await row()).toBeUndefined();
  });

  it('blocks no lock of another name', async () => {
    await insertLock('the living', Date.now() + 3_600_000);
    expect(await db.withLock('play', async () => 'mine', { wait: 0 })).toBe('mine');
  });

  it('lasts for the requested time when taken or taken over', async () => {
    for (const isClosed of [false, true]) {
      if (isClosed) await insertLock('the dead', Date.now() - 1);
      const before = Date.now();
      const end = await db.withLock('work', async () => (await row())?.expires_at ?? 0, { ttl: 60_000 });
      expect([isClosed, end >= before + 60_000, end <= Date.now() + 60_000]).toEqual([isClosed, true, true]);
    }
  });

  it('returns the work’s result and names lock and wait time on timeout', async () => {
    expect(await db.withLock('work', async () => 'mine')).toBe('mine');
    await insertLock('the living', Date.now() + 3_600_000);
    await expect(db.withLock('work', async () => 'mine', { wait: 0 })).rejects.toMatchObject({
      message: 'Another process did not release the lock "work" within 0 ms.',
      hint: 'Wait until the other process is finished, then try again.',
    });
  });

  it('takes over a lock that lapses during the wait', async () => {
    await insertLock('the dead', Date.now() + 200);
    expect(await db.withLock('work', async () => 'mine', { wait: 25_000 })).toBe('mine');
  });

  /** A database that throws an error for the first `times` lock queries. */
  const failing = (error: Error, times: number): Knex =>
    Object.assign(
      (table: string) => {
        if (times-- > 0) throw error;
        return db()(table);
      },
      { raw: (...args: Parameters<Knex['raw']>) => db().raw(...args) },
    ) as unknown as Knex;

  it('retries when another process contends for the row', async () => {
    const contended = Object.assign(new Error('Deadlock found when trying to get lock'), { code: 'ER_LOCK_DEADLOCK' });
    expect(await withLock(failing(contended, 2), 'work', async () => 'mine', { wait: 25_000, engine })).toBe('mine');
  });

  it('fails at once, without running the work, when the database is gone', async () => {
    let ran = false;
    await expect(
      withLock(failing(new Error('connect ECONNREFUSED'), 1), 'work', async () => void (ran = true), { engine }),
    ).rejects.toThrow('ECONNREFUSED');
    expect([ran, await row()]).toEqual([false, undefined]);
  });
});
