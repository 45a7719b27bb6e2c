import { textList } from '../../plugins/facet/engine/text-list';
import { atOnce } from '../../plugins/facet/engine/work';
import { seeded } from '../kit/seeded';
import { present } from '../kit/present.js';

describe('a list of texts', () => {
  it('gives each back as it was, whatever stands in it, with as many as there are', () => {
    const by = seeded(11);
    for (const length of [0, 1, 2, 4095, 4096, 4097, 9000]) {
      const texts = Array.from({ length }, () =>
        Array.from({ length: by.whole(0, 5) }, () => by.pick(['a', 'łóżko', '\n', '', 'я', '😀', ' '])).join(''),
      );
      const list = atOnce(textList(length, (index) => present(texts[index])));
      expect(list.length).toBe(length);
      expect(Array.from({ length }, (_, index) => list.at(index))).toEqual(texts);
    }
  });

  it('knows what a text begins with, and does not read on into the next one', () => {
    const list = atOnce(textList(3, (index) => present(['lampa', 'lampa biurkowa', ''][index])));
    expect([0, 1, 2].map((index) => list.startsWith(index, 'lampa b'))).toEqual([false, true, false]);
    expect([0, 1, 2].map((index) => list.startsWith(index, ''))).toEqual([true, true, true]);
    expect(list.startsWith(2, 'l')).toBe(false);
  });

  it('takes little more than the letters of its texts', () => {
    const list = atOnce(textList(10_000, (index) => `lampa biurkowa numer ${10_000 + index}`));
    expect(list.bytes()).toBeLessThan(10_000 * (26 + 1 + 4) * 1.01);
  });
});
