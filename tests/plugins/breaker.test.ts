import { createBreakers } from '../../core/plugins/isolation/breakers.js';

const MINUTE = 60_000;

describe('circuit breaker', () => {
  let now = Date.UTC(2028, 1, 29, 23, 59);
  const transitions: string[] = [];
  const breakers = createBreakers(
    (plugin, entry, until) =>
      void transitions.push(`${plugin} ${entry} ${until === 0 ? 'closed' : `open for ${(until - now) / MINUTE}`}`),
    () => now,
  );

  it('opens after three errors and retries after 1, 5 and 30 minutes', () => {
    const breaker = breakers.create('shop', 'hook x');
    expect([breaker.recordFailure(), breaker.recordFailure(), breaker.allows()]).toEqual([false, false, true]);
    now += 11 * MINUTE;
    expect([breaker.recordFailure(), breaker.recordFailure(), breaker.allows()]).toEqual([false, false, true]);
    expect([breaker.recordFailure(), breaker.allows()]).toEqual([true, false]);
    for (const pause of [1, 5, 30, 30]) {
      now += pause * MINUTE - 1;
      expect([pause, breaker.allows()]).toEqual([pause, false]);
      now += 1;
      // One trial call is allowed; others have to wait for its result.
      expect([pause, breaker.allows(), breaker.allows()]).toEqual([pause, true, false]);
      breaker.recordFailure();
      expect([pause, breaker.allows()]).toEqual([pause, false]);
    }
    now += 30 * MINUTE;
    expect(breaker.allows()).toBe(true);
    breaker.recordSuccess();
    expect([breaker.openUntil, breaker.recordFailure(), breaker.allows()]).toEqual([0, false, true]);
    expect(transitions).toEqual([
      'shop hook x open for 1',
      'shop hook x open for 5',
      'shop hook x open for 30',
      'shop hook x open for 30',
      'shop hook x open for 30',
      'shop hook x closed',
    ]);
  });

  it('allows another trial call when the previous one never reported', () => {
    const breaker = breakers.create('shop', 'hook y');
    for (let i = 0; i < 3; i++) breaker.recordFailure();
    now += MINUTE;
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
    now += MINUTE;
    expect(breaker.allows()).toBe(true);
  });

  it('counts errors despite successful calls in between', () => {
    const breaker = breakers.create('shop', 'hook sometimes');
    breaker.recordFailure();
    breaker.recordSuccess();
    breaker.recordFailure();
    breaker.recordSuccess();
    expect([breaker.recordFailure(), breaker.allows()]).toEqual([true, false]);
  });

  it('ignores failures of calls that were running when it opened', () => {
    const breaker = breakers.create('shop', 'hook slow');
    for (let i = 0; i < 3; i++) breaker.recordFailure();
    const until = breaker.openUntil;
    now += MINUTE - 1;
    expect([breaker.recordFailure(), breaker.openUntil]).toEqual([false, until]);
    now += 1;
    expect(breaker.allows()).toBe(true);
    // The second pause follows.
    expect([breaker.recordFailure(), breaker.openUntil]).toEqual([true, now + 5 * MINUTE]);
  });

  it('starts with the shortest pause again after it closed', () => {
    const breaker = breakers.create('shop', 'hook again');
    for (let i = 0; i < 3; i++) breaker.recordFailure();
    for (const pause of [1, 5]) {
      now += pause * MINUTE;
      breaker.recordFailure();
    }
    now += 30 * MINUTE;
    breaker.recordSuccess();
    for (let i = 0; i < 3; i++) breaker.recordFailure();
    expect(breaker.openUntil).toBe(now + MINUTE);
  });

  it('forgets two errors on reset and announces only breakers that had errors', () => {
    const [failedTwice, never] = [breakers.create('mended', 'hook twice'), breakers.create('mended', 'hook never')];
    failedTwice.recordFailure();
    failedTwice.recordFailure();
    transitions.length = 0;
    breakers.reset('mended');
    expect(transitions).toEqual(['mended hook twice closed']);
    expect([failedTwice.recordFailure(), failedTwice.recordFailure(), failedTwice.allows(), never.allows()]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('belongs to one plugin even when entries share a name', () => {
    const [resetBreaker, other] = [breakers.create('mine', 'hook x'), breakers.create('other', 'hook x')];
    for (const breaker of [resetBreaker, other]) for (let i = 0; i < 3; i++) breaker.recordFailure();
    breakers.reset('mine');
    expect([resetBreaker.allows(), other.allows()]).toEqual([true, false]);
    breakers.reset('mine', 'hook x');
    expect(other.allows()).toBe(false);
  });

  it('allows calls at once after a reset', () => {
    const [resetBreaker, other] = [breakers.create('shop', 'hook z'), breakers.create('shop', 'route r')];
    for (const breaker of [resetBreaker, other]) for (let i = 0; i < 3; i++) breaker.recordFailure();
    breakers.reset('shop', 'hook z');
    expect([resetBreaker.allows(), other.allows()]).toEqual([true, false]);
    breakers.reset('shop');
    expect(other.allows()).toBe(true);
  });
});
