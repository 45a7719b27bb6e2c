import { serializeLikeBrowser } from '../../plugins/facet/rest/browser-html';
import { textTag, textSum, tagOf } from '../../plugins/facet/rest/etags';
import { createChange, splitPieces, indexPieces, type TextChange } from '../../plugins/facet/rest/text-change';
import { randomStream } from './random-records';

/** Applies a text change as `facet.js` does. */
function changed(text: string, steps: TextChange): string {
  let result = '';
  for (let i = 0, at = 0; i < steps.length; i += 3) {
    const [skip, length, inserted] = [Number(steps[i]), Number(steps[i + 1]), String(steps[i + 2])];
    at += skip;
    result += text.slice(at, at + length) + inserted;
    at += length;
  }
  return result;
}

const change = (before: string, after: string): TextChange => createChange(indexPieces(before), splitPieces(after));

/** The options of a facet with their counts, as the views render them. */
const options = (counts: readonly (readonly [slug: string, count: number])[], checkedSlug = ''): string =>
  counts
    .map(
      ([slug, count]) =>
        `<li class="facet-option${count === 0 ? ' facet-option--empty' : ''}"><label><input type="checkbox" id="facet-1-brand-${slug}" name="sf_brand[]" value="${slug}"${slug === checkedSlug ? ' checked=""' : ''}${count === 0 ? ' disabled=""' : ''}> <span class="facet-option__label">Brand ${slug}</span> <span class="facet-option__count">${count}</span></label></li>\n`,
    )
    .join('');

describe('text patch', () => {
  it.each([
    ['', ''],
    ['', '<p>a</p>'],
    ['<p>a</p>', ''],
    ['<p>a</p>', '<p>a</p>'],
    ['<p>a</p><p>b</p>', '<p>b</p><p>a</p>'],
    ['<ul><li>1</li><li>2</li></ul>', '<ul><li>2</li></ul>'],
    ['text without tags', 'text with "quotes" and < signs >'],
    ['<i>ł 😀</i>', '<i>😀 ł</i>'],
  ])('transforms the first text into the second: %j, %j', (before, after) => {
    expect(changed(before, change(before, after))).toBe(after);
  });

  it('transforms any option list into any other', () => {
    const random = randomStream(11);
    const list = (): string => {
      const slugs = Array.from({ length: 60 }, (_, i) => `value-${i}`).filter(() => random() < 0.8);
      if (random() < 0.3) slugs.reverse();
      return options(
        slugs.map((slug) => [slug, Math.floor(random() * 12)]),
        `value-${Math.floor(random() * 60)}`,
      );
    };
    for (let i = 0; i < 200; i++) {
      const [before, after] = [list(), list()];
      expect(changed(before, change(before, after))).toBe(after);
    }
  });

  it('stays short when only numbers change or values disappear', () => {
    const values = Array.from({ length: 100 }, (_, i): [string, number] => [`value-${i}`, i + 1]);
    const before = options(values);
    const numbers = JSON.stringify(change(before, options(values.map(([slug, count]) => [slug, count + 7]))));
    expect(numbers.length).toBeLessThan(before.length / 12);
    const fewer = JSON.stringify(change(before, options(values.filter(([, count]) => count % 5 !== 0))));
    expect(fewer.length).toBeLessThan(before.length / 30);
  });
});

it('computes the same tag however a text is split', () => {
  const random = randomStream(5);
  for (let i = 0; i < 200; i++) {
    const text = Array.from({ length: Math.floor(random() * 3000) }, () =>
      String.fromCharCode(Math.floor(random() * (random() < 0.1 ? 0xffff : 128))),
    ).join('');
    const cuts = Array.from({ length: Math.floor(random() * 6) }, () => Math.floor(random() * (text.length + 1))).sort(
      (a, b) => a - b,
    );
    const parts = [0, ...cuts].map((from, at) => text.slice(from, [...cuts, text.length][at]));
    expect(tagOf(parts.map(textSum))).toBe(textTag(text));
    expect(textTag(`${text.slice(0, 5)}x${text.slice(5)}`)).not.toBe(textTag(text));
    if (text.length > 2)
      expect(textTag(text.slice(1) + text.slice(0, 1)) === textTag(text)).toBe(
        text.slice(1) + text.slice(0, 1) === text,
      );
  }
});

describe('HTML serialization of browsers', () => {
  it.each([
    ['<input type=checkbox checked disabled>', '<input type="checkbox" checked="" disabled="">'],
    ['<INPUT Value=\'a "b" & c\'>', '<input value="a &quot;b&quot; &amp; c">'],
    ['<p>5 &#x3D; 5 &amp; it&#x27;s &quot;so&quot; &gt; 4\u00a0zł</p>', '<p>5 = 5 &amp; it\'s "so" &gt; 4&nbsp;zł</p>'],
    [
      '<svg viewBox="0 0 1 1"><rect x="1"/></svg><img src="a.png"/>',
      '<svg viewBox="0 0 1 1"><rect x="1"></rect></svg><img src="a.png">',
    ],
    ['<a href="/?a=1&b=2">x</a>', '<a href="/?a=1&amp;b=2">x</a>'],
    ['<!-- a > b --><b>1 < 2</b>', '<!-- a > b --><b>1 &lt; 2</b>'],
  ])('serializes %s', (html, written) => {
    expect(serializeLikeBrowser(html)).toBe(written);
    expect(serializeLikeBrowser(written)).toBe(written);
  });
});
