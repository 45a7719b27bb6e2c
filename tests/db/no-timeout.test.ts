import { isUnhurried, unhurried } from '../../core/db/no-timeout.js';

it('marks only work inside unhurried() as work without a timeout', async () => {
  const seen: boolean[] = [isUnhurried()];
  const answer = unhurried(async () => {
    seen.push(isUnhurried());
    await Promise.resolve();
    seen.push(isUnhurried());
    return 'done';
  });
  const beside = Promise.resolve().then(isUnhurried);
  expect([await answer, await beside, isUnhurried()]).toEqual(['done', false, false]);
  expect(seen).toEqual([false, true, true]);
});
