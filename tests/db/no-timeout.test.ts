import { isUnhurried, unhurried } from '../../core/db/no-timeout.js';

it('work that nobody waits for is known as such from its beginning to its end, and what runs beside it is not', async () => {
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
