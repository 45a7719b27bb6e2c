import { createHash } from 'node:crypto';
import { cachedPolicy } from '../../core/http/csp-hashes.js';

const SITE = 'https://shop.example';
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string): string | undefined =>
  cachedPolicy("script-src 'self' 'nonce-n1'", 'n1', html, SITE)?.policy;

describe('content security policy of a cached page', () => {
  it('allows inline scripts by hash and external scripts by URL', () => {
    expect(
      policyOf(
        '<script nonce="n1">one();</script><SCRIPT nonce="n1">two();</SCRIPT><script nonce="n1" src="https://other.example/a.js"></script><script nonce="n1" src="/own.js"></script>',
      ),
    ).toBe(`script-src 'self' ${hashOf('one();')} ${hashOf('two();')} https://other.example/a.js`);
  });

  // Lowercasing a letter to two characters used to shift all following positions.
  it('hashes a script correctly after characters whose lowercase form is longer', () => {
    expect(policyOf('<p>İstanbul, İzmir</p><script nonce="n1">run();</script>')).toBe(
      `script-src 'self' ${hashOf('run();')}`,
    );
  });

  it('stays undefined when the nonce’s use is unclear or a script is unclosed', () => {
    expect([policyOf('<p>n1</p>'), policyOf('<script nonce="n1">run();')]).toEqual([undefined, undefined]);
  });
});
