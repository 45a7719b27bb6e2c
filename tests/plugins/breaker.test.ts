import { createBreakers } from '../../core/plugins/breakers.js';

const MINUTE = 60_000;

describe('circuit breaker', () => {
  let at = Date.UTC(2028, 1, 29, 23, 59);
  const transitions: string[] = [];
  const breakers = createBreakers(
    (plugin, entry, until) =>
      void transitions.push(`${plugin} ${entry} ${until === 0 ? 'closed' : `open for ${(until - at) / MINUTE}`}`),
    () => at,
  );

  it('opens after three errors and retries after 1, 5 and 30 minutes', () => {
    const breaker = breakers.make('shop', 'hook x');
    expect([breaker.failed(), breaker.failed(), breaker.allows()]).toEqual([false, false, true]);
    at += 11 * MINUTE;
    expect([breaker.failed(), breaker.failed(), breaker.allows()]).toEqual([false, false, true]);
    expect([breaker.failed(), breaker.allows()]).toEqual([true, false]);
    for (const pause of [1, 5, 30, 30]) {
      at += pause * MINUTE - 1;
      expect([pause, breaker.allows()]).toEqual([pause, false]);
      at += 1;
      // One call is let through, and nobody else before it has told how it went.
      expect([pause, breaker.allows(), breaker.allows()]).toEqual([pause, true, false]);
      breaker.failed();
      expect([pause, breaker.allows()]).toEqual([pause, false]);
    }
    at += 30 * MINUTE;
    expect(breaker.allows()).toBe(true);
    breaker.worked();
    expect([breaker.openUntil, breaker.failed(), breaker.allows()]).toEqual([0, false, true]);
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
    const breaker = breakers.make('shop', 'hook y');
    for (let i = 0; i < 3; i++) breaker.failed();
    at += MINUTE;
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
    at += MINUTE;
    expect(breaker.allows()).toBe(true);
  });

  it('counts errors despite successful calls in between', () => {
    const breaker = breakers.make('shop', 'hook sometimes');
    breaker.failed();
    breaker.worked();
    breaker.failed();
    breaker.worked();
    expect([breaker.failed(), breaker.allows()]).toEqual([true, false]);
  });

  it('ignores failures of calls that were running when it opened', () => {
    const breaker = breakers.make('shop', 'hook slow');
    for (let i = 0; i < 3; i++) breaker.failed();
    const until = breaker.openUntil;
    at += MINUTE - 1;
    expect([breaker.failed(), breaker.openUntil]).toEqual([false, until]);
    at += 1;
    expect(breaker.allows()).toBe(true);
    // The next pause is the second one.
    expect([breaker.failed(), breaker.openUntil]).toEqual([true, at + 5 * MINUTE]);
  });

  it('starts with the shortest pause again after it closed', () => {
    const breaker = breakers.make('shop', 'hook again');
    for (let i = 0; i < 3; i++) breaker.failed();
    for (const pause of [1, 5]) {
      at += pause * MINUTE;
      breaker.failed();
    }
    at += 30 * MINUTE;
    breaker.worked();
    for (let i = 0; i < 3; i++) breaker.failed();
    expect(breaker.openUntil).toBe(at + MINUTE);
  });

  it('forgets two errors on reset and announces only breakers that had errors', () => {
    const [failedTwice, never] = [breakers.make('mended', 'hook twice'), breakers.make('mended', 'hook never')];
    failedTwice.failed();
    failedTwice.failed();
    transitions.length = 0;
    breakers.reset('mended');
    expect(transitions).toEqual(['mended hook twice closed']);
    expect([failedTwice.failed(), failedTwice.failed(), failedTwice.allows(), never.allows()]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('belongs to one plugin even when entries share a name', () => {
    const [resetBreaker, other] = [breakers.make('mine', 'hook x'), breakers.make('other', 'hook x')];
    for (const breaker of [resetBreaker, other]) for (let i = 0; i < 3; i++) breaker.failed();
    breakers.reset('mine');
    expect([resetBreaker.allows(), other.allows()]).toEqual([true, false]);
    breakers.reset('mine', 'hook x');
    expect(other.allows()).toBe(false);
  });

  it('allows calls at once after a reset', () => {
    const [resetBreaker, other] = [breakers.make('shop', 'hook z'), breakers.make('shop', 'route r')];
    for (const breaker of [resetBreaker, other]) for (let i = 0; i < 3; i++) breaker.failed();
    breakers.reset('shop', 'hook z');
    expect([resetBreaker.allows(), other.allows()]).toEqual([true, false]);
    breakers.reset('shop');
    expect(other.allows()).toBe(true);
  });
});
