import { createDictionary } from '../../plugins/facet/engine/dictionary';
import { type Growing, growingFloats, growingWholes } from '../../plugins/facet/engine/growing';

describe('the dictionary', () => {
  it('gives a value the next number of its source, and the same one ever after', () => {
    const words = createDictionary();
    expect(words.intern('color', 'red')).toEqual({ source: 0, local: 0 });
    expect(words.intern('size', 'S')).toEqual({ source: 1, local: 0 });
    expect(words.intern('color', 'blue')).toEqual({ source: 0, local: 1 });
    expect(words.intern('size', 'red')).toEqual({ source: 1, local: 1 });
    expect(words.intern('color', 'red')).toEqual({ source: 0, local: 0 });
    expect([words.find('color', 'red'), words.find('color', 'blue'), words.find('size', 'red')]).toEqual([0, 1, 1]);
    expect([words.keys('color'), words.keys('size')]).toEqual([
      ['red', 'blue'],
      ['S', 'red'],
    ]);
    expect([words.sources(), words.sizes()]).toEqual([
      ['color', 'size'],
      [2, 2],
    ]);
  });

  it('knows nothing that nobody told it, and is not changed by the question', () => {
    const words = createDictionary();
    words.intern('color', 'red');
    expect([words.find('color', 'S'), words.find('size', 'red'), words.keys('size')]).toEqual([
      undefined,
      undefined,
      [],
    ]);
    expect([words.sources(), words.sizes()]).toEqual([['color'], [1]]);
  });

  it('gives a source its number before it has values', () => {
    const words = createDictionary();
    expect([words.sourceNumber('color'), words.sourceNumber('size'), words.sourceNumber('color')]).toEqual([0, 1, 0]);
    expect([words.keys('size'), words.sizes()]).toEqual([[], [0, 0]]);
    expect(words.intern('size', 'S')).toEqual({ source: 1, local: 0 });
  });
});

describe('numbers that are added one after the other', () => {
  it.each<[string, () => Growing, (i: number) => number]>([
    ['whole', growingWholes, (i) => 4_294_967_295 - i],
    ['with fractions and none', growingFloats, (i) => (i % 7 === 0 ? NaN : i / 3)],
  ])('are where they were put, however many they become: %s', (_kind, growing, value) => {
    const numbers = growing();
    expect(numbers.length()).toBe(0);
    const count = 2 ** 15 + 3;
    let lengths = 0;
    for (let i = 0; i < count; i++) {
      numbers.push(value(i));
      lengths += Number(numbers.length() === i + 1);
    }
    expect(lengths).toBe(count);
    expect(Array.from({ length: count }, (_, i) => numbers.at(i))).toEqual(
      Array.from({ length: count }, (_, i) => value(i)),
    );
  });
});
