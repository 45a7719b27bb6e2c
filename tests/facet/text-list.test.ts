import { createTextList } from '../../plugins/facet/engine/text-list';
import { runSync } from '../../plugins/facet/engine/work';
import { seeded } from '../kit/seeded';
import { assertDefined } from '../kit/assert-defined.js';

describe('text list', () => {
  it('returns every text unchanged, at any length', () => {
    const by = seeded(11);
    for (const length of [0, 1, 2, 4095, 4096, 4097, 9000]) {
      const texts = Array.from({ length }, () =>
        Array.from({ length: by.whole(0, 5) }, () => by.pick(['a', 'łóżko', '\n', '', 'я', '😀', ' '])).join(''),
      );
      const list = runSync(createTextList(length, (index) => assertDefined(texts[index])));
      expect(list.length).toBe(length);
      expect(Array.from({ length }, (_, index) => list.at(index))).toEqual(texts);
    }
  });

  it('checks prefixes without reading into the next text', () => {
    const list = runSync(createTextList(3, (index) => assertDefined(['lampa', 'lampa biurkowa', ''][index])));
    expect([0, 1, 2].map((index) => list.startsWith(index, 'lampa b'))).toEqual([false, true, false]);
    expect([0, 1, 2].map((index) => list.startsWith(index, ''))).toEqual([true, true, true]);
    expect(list.startsWith(2, 'l')).toBe(false);
  });

  it('needs little more memory than its letters', () => {
    const list = runSync(createTextList(10_000, (index) => `lampa biurkowa numer ${10_000 + index}`));
    expect(list.bytes()).toBeLessThan(10_000 * (26 + 1 + 4) * 1.01);
  });
});
