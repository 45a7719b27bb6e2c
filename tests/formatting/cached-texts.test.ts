import { cacheTexts } from '../../core/formatting/site/cached-texts.js';

describe('texts that are kept', () => {
  it('are made once, each from itself', () => {
    const made: string[] = [];
    const shout = cacheTexts((text) => {
      made.push(text);
      return text.toUpperCase();
    });
    expect([shout('one'), shout('two'), shout('one'), shout('')]).toEqual(['ONE', 'TWO', 'ONE', '']);
    expect(made).toEqual(['one', 'two', '']);
  });

  it('stay within their bounds, and are right when they are too long to be kept', () => {
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
