import { sortByNumber } from '../../plugins/facet/engine/sort-by-number';
import { runSync, upTo } from '../../plugins/facet/engine/work';
import { randomStream } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

const random = randomStream(17);
const randomNumbers = (count: number, next: () => number): number[] => Array.from({ length: count }, next);
const LISTS = {
  'few whole numbers': Uint8Array.from(randomNumbers(3000, () => Math.floor(random() * 6))),
  'whole numbers': Uint32Array.from(randomNumbers(3000, () => Math.floor(random() * 2 ** 32))),
  'single numbers below zero too': Float32Array.from(randomNumbers(3000, () => (Math.floor(random() * 40) - 20) / 4)),
  'numbers of all sizes': Float64Array.from(
    randomNumbers(3000, () => (random() - 0.5) * 10 ** Math.floor(random() * 30 - 10)),
  ),
  'zeros of both signs': Float64Array.from(randomNumbers(300, () => (random() < 0.5 ? -0 : 0))),
  none: new Float64Array(0),
};

describe('sorting by a number', () => {
  it.each(Object.entries(LISTS))('sorts stably in both directions: %s', (_, numbers) => {
    const entities = upTo(numbers.length).reverse();
    const original = entities.slice();
    for (const direction of [1, -1] as const)
      expect([...runSync(sortByNumber(entities, numbers, direction))]).toEqual(
        [...original].sort((a, b) => direction * (assertDefined(numbers[a]) - assertDefined(numbers[b]))),
      );
    expect(entities).toEqual(original);
  });
});
