import { nameOrder } from '../../plugins/facet/index/name-order';

/** Names in the order in which people expect them. */
const ORDERED: readonly (readonly string[])[] = [
  ['3 cm', '11 cm', '13 cm', '35 cm', '110 cm'],
  ['XXS', 'XS', 'S', 'M', 'L', 'XL', '2XL', 'XXXL'],
  ['0.25 l', '500 ml', '1,5 l', '15 l'],
  ['-10 °C', '−5 °C', '3 °C'],
  ['500 g', '1 kg', '1 200 g', '2 kg'],
  ['-5 to 0 bar', '-1 to 0 bar', '2 to 3 bar'],
  ['1.5-2', '5-9', '10-20'],
  ['Lampa', 'Łąka', 'Mak', 'Size 9', 'Size 10'],
];

describe('order of names', () => {
  it.each(ORDERED.map((names) => [names.join(', '), names] as const))('sorts as %s', (_title, names) => {
    expect([...names].reverse().sort(nameOrder('pl_PL'))).toEqual(names);
  });

  it('is one order for all names, whatever they are mixed with', () => {
    const compare = nameOrder('pl_PL');
    const names = [...ORDERED.flat(), '', 'A', 'Zoo', '7', '1 000', 'x 1', 'x 1.5', 'x'];
    const wrong = names.flatMap((a) =>
      names.flatMap((b) =>
        names
          .filter((c) => compare(a, b) < 0 && compare(b, c) < 0 && compare(a, c) >= 0)
          .map((c) => [a, b, c].join(' < ')),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
