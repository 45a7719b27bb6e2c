import { cacheTexts } from '../../core/formatting/site/cached-texts.js';

describe('text cache', () => {
  it('computes each text once', () => {
    const made: string[] = [];
    const shout = cacheTexts((text) => {
      made.push(text);
      return text.toUpperCase();
    });
    expect([shout('one'), shout('two'), shout('one'), shout('')]).toEqual(['ONE', 'TWO', 'ONE', '']);
    expect(made).toEqual(['one', 'two', '']);
  });

  it('evicts old texts at its limit and does not cache overlong ones', () => {
    let made = 0;
    const twice = cacheTexts((text) => {
      made++;
      return text + text;
    });
    const long = 'x'.repeat(100_000);
    expect(twice(long)).toHaveLength(200_000);
    expect(twice(long)).toHaveLength(200_000);
    expect(made).toBe(2);
    for (let i = 0; i < 2000; i++) twice(`${'y'.repeat(3000)}${i}`);
    expect(twice(`${'y'.repeat(3000)}0`)).toHaveLength(6002);
    // The first of them made room for the others.
    expect(made).toBe(2003);
  });
});
