import { createRangeScale } from '../../plugins/facet/widget/range-scale';
import { getQuantiles } from '../../plugins/facet/engine/quantiles';
import { createNumberColumn } from '../../plugins/facet/engine/number-column';
import { runSync } from '../../plugins/facet/engine/work';
import { emptyBits, setBit } from '../../plugins/facet/engine/bitset';
import { assertDefined } from '../kit/assert-defined.js';

type Parts = Parameters<typeof getQuantiles>[0];

/** Segments with these numbers, and bitsets of those for which `counts` returns true. */
function parts(lists: readonly (readonly number[])[], counts: (value: number) => boolean): Parts {
  return lists.map((list) => {
    const bits = emptyBits(list.length);
    list.forEach((value, doc) => counts(value) && setBit(bits, doc));
    return {
      segment: {
        docs: list.length,
        numbers: new Map([['price', runSync(createNumberColumn(Float64Array.from(list)))]]),
      },
      bits,
    };
  }) as unknown as Parts;
}

describe('quantile calculation', () => {
  it('matches quantiles of the sorted values of all segments', () => {
    const lists = [
      Array.from({ length: 700 }, (_, i) => (i * 37) % 1000),
      Array.from({ length: 40 }, (_, i) => i * 25),
    ];
    for (const counts of [
      () => true,
      (value: number) => value % 7 === 0,
      (value: number) => value === 50 || value === 75,
    ]) {
      const sorted = lists
        .flat()
        .filter(counts)
        .sort((a, b) => a - b);
      expect(getQuantiles(parts(lists, counts), 'price', 10)).toEqual(
        Array.from({ length: 11 }, (_, i) => sorted[Math.round((i / 10) * (sorted.length - 1))]),
      );
    }
    expect(
      getQuantiles(
        parts(lists, () => false),
        'price',
        10,
      ),
    ).toEqual([]);
    expect(
      getQuantiles(
        parts(lists, () => true),
        'weight',
        10,
      ),
    ).toEqual([]);
  });
});

describe('slider scale', () => {
  /** Ninety prices below 200 and ten up to 1900, a distribution typical of shops. */
  const skewed = Array.from({ length: 101 }, (_, i) => (i <= 90 ? 10 + 2.1 * i : 199 + (i - 90) * 170.1));
  const open = { min: null, max: null };

  it('gives common prices about half of the slider, in ascending round steps', () => {
    const { stops } = createRangeScale(skewed, 0, open);
    expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
    expect(stops.filter((stop) => stop <= 200).length / stops.length).toBeGreaterThan(0.45);
    const [at50, at200] = [50, 200].map((value) => stops.findIndex((stop) => stop >= value) / stops.length);
    expect(assertDefined(at200) - assertDefined(at50)).toBeGreaterThan(0.25);
    for (const stop of stops) expect(Number.isInteger(stop)).toBe(true);
  });

  it('covers the full range, also with the owner’s step', () => {
    for (const step of [0, 50]) {
      const { stops } = createRangeScale(skewed, step, open);
      expect(stops[0]).toBeLessThanOrEqual(10);
      expect(stops[stops.length - 1]).toBeGreaterThanOrEqual(1900);
      if (step > 0) for (const stop of stops) expect(stop % step).toBe(0);
    }
  });

  it('has a stop at each selected number, so that a handle shows what was selected', () => {
    const { stops } = createRangeScale(skewed, 50, { min: 333, max: 451.5 });
    expect(stops).toEqual(expect.arrayContaining([333, 451.5]));
    expect(stops).toEqual([...stops].sort((a, b) => a - b));
    expect(createRangeScale(skewed, 50, { min: -5, max: 9999 }).stops).toEqual(
      createRangeScale(skewed, 50, open).stops,
    );
  });

  it('returns nothing when there is no range to choose from', () => {
    for (const quantiles of [[], [5], [5, 5, 5]])
      expect(createRangeScale(quantiles, 0, open)).toEqual({ stops: [], bars: [] });
  });

  it('draws bars by product count and marks those inside the choice', () => {
    const { bars } = createRangeScale(skewed, 0, { min: null, max: 200 });
    expect(Math.max(...bars.map(({ height }) => height))).toBe(100);
    expect(bars[0]?.inside).toBe(true);
    expect(bars[bars.length - 1]?.inside).toBe(false);
    expect(bars[bars.length - 1]?.height).toBeLessThan(assertDefined(bars[2]?.height));
  });
});
