import fc from 'fast-check';
import { hasBit } from '../../plugins/facet/engine/bitset';
import { createNumberColumn, type NumberColumn } from '../../plugins/facet/engine/number-column';
import { runSync } from '../../plugins/facet/engine/work';
import { randomStream } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

const columnOf = (values: readonly number[]): NumberColumn => runSync(createNumberColumn(Float64Array.from(values)));
const found = (column: NumberColumn, min: number | null, max: number | null): number[] => {
  const bits = column.between(min, max);
  return Array.from({ length: bits.length * 32 }, (_, i) => i).filter((doc) => hasBit(bits, doc));
};
const expected = (values: readonly number[], min: number | null, max: number | null): number[] =>
  values.flatMap((value, doc) => (value >= (min ?? -Infinity) && value <= (max ?? Infinity) ? [doc] : []));

/** Numbers with many duplicates, and documents without a number. */
function valuesOf(count: number, kinds: number, seed: number): number[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, () => (random() < 0.2 ? NaN : Math.floor(random() * kinds) - 5));
}

describe('number column', () => {
  it('finds values between inclusive bounds, and no documents without a number', () => {
    const end = fc.option(fc.integer({ min: -8, max: 30 }));
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1, 5, 60, 130, 400),
        fc.constantFrom(1, 8, 25),
        fc.integer({ min: 1, max: 9 }),
        end,
        end,
        (count, kinds, seed, min, max) => {
          const values = valuesOf(count, kinds, seed);
          expect(found(columnOf(values), min, max)).toEqual(expected(values, min, max));
        },
      ),
      { seed: 4, numRuns: 200 },
    );
  });

  it('finds every range of a long column, also repeatedly', () => {
    const values = Array.from({ length: 640 }, (_, i) => (i * 7) % 640);
    const column = columnOf(values);
    const random = randomStream(6);
    for (let i = 0; i < 200; i++) {
      const [min, max] = [Math.floor(random() * 640), Math.floor(random() * 640)];
      expect([min, max, found(column, min, max)]).toEqual([min, max, expected(values, min, max)]);
    }
    expect(found(column, null, 639)).toHaveLength(640);
    expect(found(column, null, null)).toHaveLength(640);
    expect(found(column, 639, null)).toEqual(expected(values, 639, null));
    expect(found(column, null, -1)).toEqual([]);
  });

  it('orders documents by number, then by position', () => {
    const values = valuesOf(300, 9, 3);
    const column = columnOf(values);
    const order = values
      .flatMap((value, doc) => (Number.isNaN(value) ? [] : [doc]))
      .sort((a, b) => assertDefined(values[a]) - assertDefined(values[b]) || a - b);
    expect([...column.order]).toEqual(order);
    expect([...column.values]).toEqual(values);
  });

  it('pauses at least every five hundred documents while building', () => {
    const steps = (count: number): number => {
      const work = createNumberColumn(Float64Array.from({ length: count }, (_, i) => (i % 2 === 0 ? NaN : i)));
      let stepCount = 0;
      while (work.next().done !== true) stepCount++;
      return stepCount;
    };
    // Two passes over documents with a number, one over all documents, and sorting.
    expect(steps(512 * 8)).toBeGreaterThanOrEqual(8 + 4 + 4);
    expect(steps(100)).toBeLessThan(5);
  });
});
