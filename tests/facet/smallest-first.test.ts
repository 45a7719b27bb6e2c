import fc from 'fast-check';
import { createMinQueue } from '../../plugins/facet/engine/smallest-first';

describe('lazily sorted numbers', () => {
  it('returns numbers in ascending order, as many as requested, then undefined', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.nat(20),
            fc.double({ noNaN: true }).filter((candidate) => !Object.is(candidate, -0)),
          ),
          { maxLength: 80 },
        ),
        fc.nat(90),
        (numbers, count) => {
          const next = createMinQueue(Float64Array.from(numbers));
          const smallest = Array.from({ length: count }, next);
          const inOrder = [...Float64Array.from(numbers).sort(), ...Array.from({ length: 90 }, () => undefined)];
          expect(smallest).toEqual(inOrder.slice(0, count));
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });
});
