import { createNonces } from '../../core/auth/nonces.js';
import { createHooks } from '../../core/hooks/index.js';

const HOUR = 3_600_000;

function noncesAt(clock: { now: number }, secret = 'secret') {
  return createNonces({
    hooks: createHooks(),
    secret,
    holder: () => ({ userId: 1, token: 'token' }),
    escAttr: (text) => text,
    now: () => clock.now,
  });
}

describe('nonce verification', () => {
  test('accepts a nonce for 12 to 24 hours and returns its half', () => {
    const clock = { now: 1000 * 12 * HOUR + 1 };
    const nonces = noncesAt(clock);
    const nonce = nonces.wpCreateNonce('save');
    expect(nonces.wpVerifyNonce(nonce, 'save')).toBe(1);
    clock.now += 12 * HOUR;
    expect(nonces.wpVerifyNonce(nonce, 'save')).toBe(2);
    clock.now += 12 * HOUR;
    expect(nonces.wpVerifyNonce(nonce, 'save')).toBe(false);
  });

  test('rejects a nonce of another action, user, session or site', () => {
    const clock = { now: 1e12 };
    const nonces = noncesAt(clock);
    const nonce = nonces.wpCreateNonce('save');
    expect(nonces.wpVerifyNonce(nonce, 'delete')).toBe(false);
    expect(nonces.wpVerifyNonce(nonce, 'save', { userId: 2, token: 'token' })).toBe(false);
    expect(nonces.wpVerifyNonce(nonce, 'save', { userId: 1, token: 'other' })).toBe(false);
    expect(noncesAt(clock, 'another secret').wpVerifyNonce(nonce, 'save')).toBe(false);
  });

  test.each([undefined, null, '', 5, ['x'], 'zzz', '0'.repeat(10)])('rejects %j', (nonce) => {
    expect(noncesAt({ now: 1e12 }).wpVerifyNonce(nonce, 'save')).toBe(false);
  });

  test('puts the nonce before the fragment of a URL', () => {
    const nonces = noncesAt({ now: 1e12 });
    expect(nonces.wpNonceUrl('/a?b=1#c', 'save')).toBe(`/a?b=1&_wpnonce=${nonces.wpCreateNonce('save')}#c`);
  });
});
