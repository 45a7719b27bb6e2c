import { createNonces } from '../../core/auth/nonces.js';
import { createHooks } from '../../core/hooks/index.js';

describe('a nonce in a page', () => {
  let at = 1e12;
  const hooks = createHooks();
  const nonces = createNonces({
    hooks,
    secret: 'secret',
    holder: () => ({ userId: 1, token: 'token' }),
    escAttr: (text) => text.replace(/"/g, '&quot;'),
    now: () => at,
  });

  it('is ten signs long, as programs of WordPress expect', () => {
    expect(nonces.wpCreateNonce('save')).toMatch(/^[0-9a-f]{10}$/);
  });

  it('is a hidden field, under the name that was asked for', () => {
    expect(nonces.wpNonceField('save')).toBe(
      `<input type="hidden" name="_wpnonce" value="${nonces.wpCreateNonce('save')}">`,
    );
    expect(nonces.wpNonceField('save', 'a"b')).toBe(
      `<input type="hidden" name="a&quot;b" value="${nonces.wpCreateNonce('save')}">`,
    );
  });

  it('is a parameter of an address, with or without others, under the name that was asked for', () => {
    const nonce = nonces.wpCreateNonce('save');
    expect(['/a', '/a?b=1', '/a#c', '/a#c#d'].map((url) => nonces.wpNonceUrl(url, 'save'))).toEqual([
      `/a?_wpnonce=${nonce}`,
      `/a?b=1&_wpnonce=${nonce}`,
      `/a?_wpnonce=${nonce}#c`,
      `/a?_wpnonce=${nonce}#c`,
    ]);
    expect(nonces.wpNonceUrl('/a', 'save', 'my nonce')).toBe(`/a?my%20nonce=${nonce}`);
  });

  it('without an action is for the action -1, everywhere alike', () => {
    const nonce = nonces.wpCreateNonce('-1');
    expect([
      nonces.wpCreateNonce(),
      nonces.wpVerifyNonce(nonce),
      nonces.wpVerifyNonce(nonces.wpCreateNonce(), '-1'),
    ]).toEqual([nonce, 1, 1]);
    expect([nonces.wpNonceField(), nonces.wpNonceUrl('/a')]).toEqual([
      `<input type="hidden" name="_wpnonce" value="${nonce}">`,
      `/a?_wpnonce=${nonce}`,
    ]);
  });

  it('lives as long as a filter says for its action', () => {
    hooks.add('nonce_life', (life: number, action: string) => (action === 'short' ? 60 : life), 10, 2, 'brief');
    const [short, usual] = [nonces.wpCreateNonce('short'), nonces.wpCreateNonce('save')];
    at += 61_000;
    expect([nonces.wpVerifyNonce(short, 'short'), nonces.wpVerifyNonce(usual, 'save')]).toEqual([false, 1]);
  });
});
