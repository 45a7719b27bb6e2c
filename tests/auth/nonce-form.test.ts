import { createNonces } from '../../core/auth/nonces.js';
import { createHooks } from '../../core/hooks/index.js';

describe('nonce helpers', () => {
  let time = 1e12;
  const hooks = createHooks();
  const nonces = createNonces({
    hooks,
    secret: 'secret',
    holder: () => ({ userId: 1, token: 'token' }),
    escAttr: (text) => text.replace(/"/g, '&quot;'),
    now: () => time,
  });

  it('creates ten hexadecimal characters, like WordPress', () => {
    expect(nonces.wpCreateNonce('save')).toMatch(/^[0-9a-f]{10}$/);
  });

  it('renders a hidden field with the given name', () => {
    expect(nonces.wpNonceField('save')).toBe(
      `<input type="hidden" name="_wpnonce" value="${nonces.wpCreateNonce('save')}">`,
    );
    expect(nonces.wpNonceField('save', 'a"b')).toBe(
      `<input type="hidden" name="a&quot;b" value="${nonces.wpCreateNonce('save')}">`,
    );
  });

  it('adds a URL parameter with the given name, before the fragment', () => {
    const nonce = nonces.wpCreateNonce('save');
    expect(['/a', '/a?b=1', '/a#c', '/a#c#d'].map((url) => nonces.wpNonceUrl(url, 'save'))).toEqual([
      `/a?_wpnonce=${nonce}`,
      `/a?b=1&_wpnonce=${nonce}`,
      `/a?_wpnonce=${nonce}#c`,
      `/a?_wpnonce=${nonce}#c`,
    ]);
    expect(nonces.wpNonceUrl('/a', 'save', 'my nonce')).toBe(`/a?my%20nonce=${nonce}`);
  });

  it('uses action -1 everywhere when none is given', () => {
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

  it('applies the lifetime of the nonce_life filter', () => {
    hooks.add('nonce_life', (life: number, action: string) => (action === 'short' ? 60 : life), 10, 2, 'brief');
    const [short, normal] = [nonces.wpCreateNonce('short'), nonces.wpCreateNonce('save')];
    time += 61_000;
    expect([nonces.wpVerifyNonce(short, 'short'), nonces.wpVerifyNonce(normal, 'save')]).toEqual([false, 1]);
  });
});
