import { createHash } from 'node:crypto';
import { cachedPolicy } from '../../core/http/csp-hashes.js';

const SITE = 'https://shop.example';
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string): string | undefined =>
  cachedPolicy("script-src 'self' 'nonce-n1'", 'n1', html, SITE)?.policy;

describe('the policy of a page that is kept', () => {
  it('names what stands in the page by its hash, and files of other hosts by their address', () => {
    expect(
      policyOf(
        '<script nonce="n1">one();</script><SCRIPT nonce="n1">two();</SCRIPT><script nonce="n1" src="https://other.example/a.js"></script><script nonce="n1" src="/own.js"></script>',
      ),
    ).toBe(`script-src 'self' ${hashOf('one();')} ${hashOf('two();')} https://other.example/a.js`);
  });

  // A letter that becomes two as a small one moved the end of everything behind it.
  it('names the text of a script where letters stand before it that have another length as small ones', () => {
    expect(policyOf('<p>İstanbul, İzmir</p><script nonce="n1">run();</script>')).toBe(
      `script-src 'self' ${hashOf('run();')}`,
    );
  });

  it('does without a page whose nonce stands where nobody can tell what for, or whose script has no end', () => {
    expect([policyOf('<p>n1</p>'), policyOf('<script nonce="n1">run();')]).toEqual([undefined, undefined]);
  });
});
