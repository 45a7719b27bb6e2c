import { cacheByText } from '../../core/formatting/site/cached-texts.js';

describe('text cache', () => {
  it('computes each text once', () => {
    const computed: string[] = [];
    const shout = cacheByText((text) => {
      computed.push(text);
      return text.toUpperCase();
    });
    expect([shout('one'), shout('two'), shout('one'), shout('')]).toEqual(['ONE', 'TWO', 'ONE', '']);
    expect(computed).toEqual(['one', 'two', '']);
  });

  it('evicts old texts at its limit and does not cache overlong ones', () => {
    let computeCount = 0;
    const repeatTwice = cacheByText((text) => {
      computeCount++;
      return text + text;
    });
    const long = 'x'.repeat(100_000);
    expect(repeatTwice(long)).toHaveLength(200_000);
    expect(repeatTwice(long)).toHaveLength(200_000);
    expect(computeCount).toBe(2);
    for (let i = 0; i < 2000; i++) repeatTwice(`${'y'.repeat(3000)}${i}`);
    expect(repeatTwice(`${'y'.repeat(3000)}0`)).toHaveLength(6002);
    // The first entry was evicted to make room for the others.
    expect(computeCount).toBe(2003);
  });
});
