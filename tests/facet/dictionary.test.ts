import { createDictionary } from '../../plugins/facet/engine/dictionary';
import { type GrowableArray, createFloatArray, createIntegerArray } from '../../plugins/facet/engine/growable-array';

describe('value dictionary', () => {
  it('assigns the next number per source and keeps it', () => {
    const dictionary = createDictionary();
    expect(dictionary.intern('color', 'red')).toEqual({ source: 0, local: 0 });
    expect(dictionary.intern('size', 'S')).toEqual({ source: 1, local: 0 });
    expect(dictionary.intern('color', 'blue')).toEqual({ source: 0, local: 1 });
    expect(dictionary.intern('size', 'red')).toEqual({ source: 1, local: 1 });
    expect(dictionary.intern('color', 'red')).toEqual({ source: 0, local: 0 });
    expect([dictionary.find('color', 'red'), dictionary.find('color', 'blue'), dictionary.find('size', 'red')]).toEqual(
      [0, 1, 1],
    );
    expect([dictionary.keys('color'), dictionary.keys('size')]).toEqual([
      ['red', 'blue'],
      ['S', 'red'],
    ]);
    expect([dictionary.sources(), dictionary.sizes()]).toEqual([
      ['color', 'size'],
      [2, 2],
    ]);
  });

  it('returns nothing for unknown values and does not add them', () => {
    const dictionary = createDictionary();
    dictionary.intern('color', 'red');
    expect([dictionary.find('color', 'S'), dictionary.find('size', 'red'), dictionary.keys('size')]).toEqual([
      undefined,
      undefined,
      [],
    ]);
    expect([dictionary.sources(), dictionary.sizes()]).toEqual([['color'], [1]]);
  });

  it('numbers a source before it has values', () => {
    const dictionary = createDictionary();
    expect([
      dictionary.sourceNumber('color'),
      dictionary.sourceNumber('size'),
      dictionary.sourceNumber('color'),
    ]).toEqual([0, 1, 0]);
    expect([dictionary.keys('size'), dictionary.sizes()]).toEqual([[], [0, 0]]);
    expect(dictionary.intern('size', 'S')).toEqual({ source: 1, local: 0 });
  });
});

describe('growing number list', () => {
  it.each<[string, () => GrowableArray, (i: number) => number]>([
    ['whole', createIntegerArray, (i) => 4_294_967_295 - i],
    ['with fractions and NaN', createFloatArray, (i) => (i % 7 === 0 ? NaN : i / 3)],
  ])('returns every value at its index after growth: %s', (_kind, growing, value) => {
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
