import type { Database } from '../../core/api/index.js';
import { engines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

describe.each(engines)('a lock on %s', (engine) => {
  let scratch: ScratchDatabase;
  let db: Database;
  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    db = scratch.db;
  });
  afterEach(() => scratch.drop());

  const held = (owner: string, until: number): Promise<unknown> => db()('locks').insert({ name: 'work', owner, expires_at: until });
  const row = async (): Promise<{ owner: string; expires_at: number } | undefined> => {
    const found = (await db()('locks').where({ name: 'work' }).first('owner', 'expires_at')) as { owner: string; expires_at: number | string } | undefined;
    return found && { owner: found.owner, expires_at: Number(found.expires_at) };
  };

  it('of a holder that died is taken over once it has lapsed, and let go of afterwards', async () => {
    await held('the dead', Date.now() - 1);
    expect(await db.withLock('work', async () => (await row())?.owner, { wait: 0 })).not.toBe('the dead');
    expect(await row()).toBeUndefined();
  });

  it('of a holder that lives is not taken over', async () => {
    await held('the living', Date.now() + 3_600_000);
    await expect(db.withLock('work', async () => 'mine', { wait: 120 })).rejects.toMatchObject({ code: 'db_lock_timeout', status: 503, kind: 'outage' });
    expect((await row())?.owner).toBe('the living');
  });

  it('that is waited for is had as soon as it is free', async () => {
    const order: string[] = [];
    let free: (() => void) | undefined;
    const first = db.withLock('work', () => new Promise<void>((resolve) => (free = resolve)).then(() => void order.push('first')));
    while (!free) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = db.withLock('work', async () => void order.push('second'));
    free();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('is renewed by its holder for as long as the work takes', async () => {
    const before = Date.now();
    await db.withLock('work', async () => {
      const first = (await row())?.expires_at ?? 0;
      expect(first).toBeGreaterThanOrEqual(before + 300);
      // However slow the machine: nobody else has it, and its end moves on.
      while (((await row())?.expires_at ?? 0) <= first) await new Promise((resolve) => setTimeout(resolve, 20));
    }, { ttl: 300 });
  });

  it('that somebody else has by now is not taken from them', async () => {
    await db.withLock('work', async () => void (await db()('locks').where({ name: 'work' }).update({ owner: 'another', expires_at: Date.now() + 3_600_000 })));
    expect((await row())?.owner).toBe('another');
  });

  it('is let go of when the work fails', async () => {
    await expect(db.withLock('work', async () => { throw new Error('no'); })).rejects.toThrow('no');
    expect(await row()).toBeUndefined();
  });

  it('of one name keeps nobody from another', async () => {
    await held('the living', Date.now() + 3_600_000);
    expect(await db.withLock('play', async () => 'mine', { wait: 0 })).toBe('mine');
  });
});
