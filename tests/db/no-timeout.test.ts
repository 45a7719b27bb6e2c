import { hasNoTimeLimit, withoutTimeLimit } from '../../core/db/no-timeout.js';

it('marks only work inside unhurried() as work without a timeout', async () => {
  const observed: boolean[] = [hasNoTimeLimit()];
  const result = withoutTimeLimit(async () => {
    observed.push(hasNoTimeLimit());
    await Promise.resolve();
    observed.push(hasNoTimeLimit());
    return 'done';
  });
  const outside = Promise.resolve().then(hasNoTimeLimit);
  expect([await result, await outside, hasNoTimeLimit()]).toEqual(['done', false, false]);
  expect(observed).toEqual([false, true, true]);
});
