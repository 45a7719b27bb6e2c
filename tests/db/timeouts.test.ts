import { type Clock, createRetry } from '../../core/db/retry.js';

/** A simulated clock that advances only while waiting, and by what the tested work adds. */
function clockOf(chance = 1): Clock & { at: number; readonly pauses: number[] } {
  const clock = {
    at: 1000,
    pauses: [] as number[],
    now: () => clock.at,
    wait: async (ms: number) => {
      clock.pauses.push(ms);
      clock.at += ms;
    },
    random: () => chance,
  };
  return clock;
}

const BUSY = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });

describe('retry of contended work', () => {
  it('retries until the work succeeds, and not once more', async () => {
    const clock = clockOf();
    let attempts = 0;
    const work = async (): Promise<string> => {
      if (++attempts < 4) throw BUSY;
      return `through at try ${attempts}`;
    };
    expect(await createRetry({ maxAttempts: 6, ms: 1000 }, clock).run(work)).toBe('through at try 4');
    expect(attempts).toBe(4);
  });

  it('waits longer before each try, up to a maximum, with jitter', async () => {
    const clock = clockOf();
    await createRetry({ maxAttempts: 7, ms: 1000 }, clock)
      .run(() => Promise.reject(BUSY))
      .catch(() => undefined);
    expect(clock.pauses).toEqual([20, 40, 80, 100, 100, 100]);
    const half = clockOf(0.5);
    await createRetry({ maxAttempts: 3, ms: 1000 }, half)
      .run(() => Promise.reject(BUSY))
      .catch(() => undefined);
    expect(half.pauses).toEqual([10, 20]);
  });

  it('gives up as db_busy after the maximum number of tries', async () => {
    let attempts = 0;
    const failure: unknown = await createRetry({ maxAttempts: 3, ms: 1000 }, clockOf())
      .run(() => Promise.reject(Object.assign(BUSY, { tries: ++attempts })))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'db_busy', kind: 'outage', status: 503, cause: BUSY });
    expect(attempts).toBe(3);
  });

  it('gives up as db_busy after its time, counted from the first failure', async () => {
    const clock = clockOf();
    let attempts = 0;
    const work = (): Promise<never> => {
      attempts++;
      // The first attempt takes long, as a query that waits for a lock.
      if (attempts === 1) clock.at += 5000;
      return Promise.reject(BUSY);
    };
    await expect(createRetry({ maxAttempts: Infinity, ms: 140 }, clock).run(work)).rejects.toMatchObject({
      code: 'db_busy',
    });
    // Retried 0, 20, 60 and 140 milliseconds after the first failure.
    expect([attempts, clock.at]).toEqual([4, 6140]);
  });

  it('stops at another kind of failure, even after a retry', async () => {
    const clock = clockOf();
    const failures: unknown[] = [BUSY, new Error('no such table: nope')];
    let attempts = 0;
    await expect(
      createRetry({ maxAttempts: 6, ms: 1000 }, clock).run(async () => {
        throw failures[attempts++];
      }),
    ).rejects.toBe(failures[1]);
    expect(attempts).toBe(2);
  });

  it('reports waiting while any work waits, and only then', async () => {
    const clock = clockOf();
    const ends: (() => void)[] = [];
    const timeout = createRetry(
      { maxAttempts: 2, ms: 1000 },
      { ...clock, wait: () => new Promise<void>((resolve) => void ends.push(resolve)) },
    );
    const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const failingOnce = (): (() => Promise<string>) => {
      let attempts = 0;
      return () => (attempts++ === 0 ? Promise.reject(BUSY) : Promise.resolve('through'));
    };
    expect(timeout.isWaiting()).toBe(false);
    const both = [timeout.run(failingOnce()), timeout.run(failingOnce())];
    await nextTick();
    expect(timeout.isWaiting()).toBe(true);
    ends[0]?.();
    expect(await both[0]).toBe('through');
    expect(timeout.isWaiting()).toBe(true);
    ends[1]?.();
    expect(await both[1]).toBe('through');
    expect(timeout.isWaiting()).toBe(false);
  });

  it('waits on the system clock by default', async () => {
    let attempts = 0;
    expect(
      await createRetry({ maxAttempts: 3, ms: 60_000 }).run(() =>
        ++attempts < 3 ? Promise.reject(BUSY) : Promise.resolve(attempts),
      ),
    ).toBe(3);
  });
});
