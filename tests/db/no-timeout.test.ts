import { isUnhurried, unhurried } from '../../core/db/no-timeout.js';

it('marks only work inside unhurried() as work without a timeout', async () => {
  const observed: boolean[] = [isUnhurried()];
  const result = unhurried(async () => {
    observed.push(isUnhurried());
    await Promise.resolve();
    observed.push(isUnhurried());
    return 'done';
  });
  const outside = Promise.resolve().then(isUnhurried);
  expect([await result, await outside, isUnhurried()]).toEqual(['done', false, false]);
  expect(observed).toEqual([false, true, true]);
});
