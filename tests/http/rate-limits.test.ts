import { Redis } from 'ioredis';
import {
  createRateLimits,
  type Counters,
  createDatabaseCounters,
  createRedisCounters,
} from '../../core/limits/index.js';
import { migrate } from '../../core/db/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

const REDIS = 'redis://127.0.0.1:6379';
const stores = [...allEngines, ...(process.env.REQUIRE_ALL ? ['redis' as const] : [])];

describe.each(stores)('rate limit (%s)', (store) => {
  let counters: Counters;
  let close: () => Promise<void>;
  beforeAll(async () => {
    if (store === 'redis') {
      const redis = new Redis(REDIS);
      counters = createRedisCounters(redis, `plinth:test:${process.pid}:`);
      close = async () => void redis.disconnect();
      return;
    }
    const scratch = await scratchDatabase(store);
    await migrate(scratch.db, 'core', coreMigrations);
    counters = createDatabaseCounters(scratch.db);
    close = () => scratch.drop();
  });
  afterAll(() => close());

  it('allows the given number of attempts and reports the time to wait', async () => {
    const limits = createRateLimits(counters);
    const attempts = [];
    for (let number = 0; number < 4; number += 1) attempts.push(await limits.consumeRateLimit('a', 3, 60));
    expect(attempts.map((attempt) => attempt.allowed)).toEqual([true, true, true, false]);
    expect(attempts[3]?.retryAfter).toBeGreaterThan(55);
    expect((await limits.peekRateLimit('a', 3)).allowed).toBe(false);
    await limits.clearRateLimit('a');
    expect((await limits.peekRateLimit('a', 3)).remaining).toBe(3);
  });

  it('counts every concurrent attempt and allows no more than the limit', async () => {
    const limits = createRateLimits(counters);
    const results = await Promise.all(Array.from({ length: 20 }, () => limits.consumeRateLimit('crowd', 5, 60)));
    expect((await limits.peekRateLimit('crowd', 100)).remaining).toBe(80);
    expect(results.filter((result) => result.allowed)).toHaveLength(5);
    expect(
      results
        .map(({ remaining }) => remaining)
        .sort((a, b) => b - a)
        .slice(0, 6),
    ).toEqual([4, 3, 2, 1, 0, 0]);
  });

  it('keeps counting without errors while counters are cleared concurrently', async () => {
    const limits = createRateLimits(counters);
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) =>
          index % 3 === 2 ? limits.clearRateLimit('forgiven') : limits.consumeRateLimit('forgiven', 50, 60),
        ),
      );
      expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))).toEqual(
        [],
      );
    }
    await limits.clearRateLimit('forgiven');
    expect((await limits.consumeRateLimit('forgiven', 50, 60)).remaining).toBe(49);
  });

  it('resets after its window and distinguishes long keys', async () => {
    const limits = createRateLimits(counters);
    await limits.consumeRateLimit('short', 1, 1);
    expect((await limits.consumeRateLimit('short', 1, 1)).allowed).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await limits.consumeRateLimit('short', 1, 1)).allowed).toBe(true);
    const long = 'x'.repeat(400);
    await limits.consumeRateLimit(`${long}1`, 1, 60);
    expect((await limits.consumeRateLimit(`${long}2`, 1, 60)).allowed).toBe(true);
  });
});

describe.each(allEngines)('rate limit inside a transaction (%s)', (engine) => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
  });
  afterAll(() => scratch.drop());

  it('counts without a second connection', async () => {
    const { db } = scratch;
    const limits = createRateLimits(createDatabaseCounters(db));
    const results = await db.transaction(async () => {
      await db()('options').insert({ name: 'within', value: 'x', autoload: 'no' });
      return [await limits.consumeRateLimit('inside', 1, 60), await limits.consumeRateLimit('inside', 1, 60)];
    });
    expect(results.map(({ allowed }) => allowed)).toEqual([true, false]);
    expect((await limits.peekRateLimit('inside', 5)).remaining).toBe(3);
  });

  it('keeps its count when the transaction is rolled back', async () => {
    const { db } = scratch;
    const limits = createRateLimits(createDatabaseCounters(db));
    const rolledBack = db.transaction(async () => {
      await limits.consumeRateLimit('refused', 5, 60);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect((await limits.peekRateLimit('refused', 5)).remaining).toBe(4);
  });
});
