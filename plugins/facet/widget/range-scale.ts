import { memoize } from 'plinth';

/** A bar of the histogram above a slider. */
export interface Bar {
  /** Height in percent of the highest bar. */
  readonly height: number;
  /** Whether it is in the selected range. */
  readonly inside: boolean;
}

/** The stops of a slider, and the distribution of products between them. */
export interface RangeScale {
  /** In display units, ascending; the first and last stop include everything found under the other facets. */
  readonly stops: readonly number[];
  readonly bars: readonly Bar[];
}

/** A selected range in display units; null leaves a bound open. */
interface SelectedRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** Number of parts that the engine divides the products into. */
export const QUANTILES = 100;
/** Maximum number of stops of a slider; an arrow key moves to the next one. */
const MAX_STOPS = 80;
const MAX_BARS = 20;

/**
 * Creates a scale that averages the distribution of products and of numbers. Thumbs move in small steps where most
 * products are, and the bars still show where there are many products.
 * @param quantiles in display units, ascending, dividing the products into equal parts
 * @param step set by the owner; 0 selects round numbers
 * @param selectedRange the selected bounds; null leaves a bound open
 */
export function createRangeScale(quantiles: readonly number[], step: number, selectedRange: SelectedRange): RangeScale {
  const [low, high] = endsOf(quantiles);
  if (quantiles.length < 2 || high <= low) return { stops: [], bars: [] };
  const { stops, bars } = memoize(scaleCache, MAX_CACHED_SCALES, `${step} ${quantiles.join(' ')}`, () =>
    computeScale(quantiles, step),
  );
  return {
    stops: withExactStops(stops, selectedRange),
    bars: bars.map(({ height, from, to }) => ({
      height,
      inside: to > (selectedRange.min ?? -Infinity) && from < (selectedRange.max ?? Infinity),
    })),
  };
}

/** Adds the selected bounds to the stops, so that the thumbs stand at the numbers that were selected. */
function withExactStops(stops: readonly number[], { min, max }: SelectedRange): readonly number[] {
  const [low, high] = endsOf(stops);
  const exact = [min, max].filter((bound) => bound !== null && bound > low && bound < high && !stops.includes(bound));
  return exact.length === 0 ? stops : [...stops, ...(exact as number[])].sort((a, b) => a - b);
}

/** Returns the first and last of ascending numbers. */
const endsOf = (numbers: readonly number[]): [low: number, high: number] => [numbers[0] ?? 0, numbers.at(-1) ?? 0];

/** A bar between two stops. */
interface ScaleBar {
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

/** A scale, independent of the selection. */
interface Scale {
  readonly stops: readonly number[];
  readonly bars: readonly ScaleBar[];
}

/** Cache of recent scales, since moving a thumb does not change the scale. */
const scaleCache = new Map<string, Scale>();
const MAX_CACHED_SCALES = 100;

function computeScale(quantiles: readonly number[], step: number): Scale {
  const [low, high] = endsOf(quantiles);
  const idealStops = Array.from({ length: MAX_STOPS + 1 }, (_, i) => valueAt(quantiles, i / MAX_STOPS));
  const stops: number[] = [];
  idealStops.forEach((value, i) => {
    const spacing = (idealStops[i + 1] ?? value) - (idealStops[i - 1] ?? value);
    const unit = step > 0 ? step : roundStep(Math.max(spacing, (high - low) / 1000) / 2);
    const stop = round(roundStop(i, { low, value, high }, unit));
    const previous = stops.at(-1);
    if (previous === undefined || stop > previous) stops.push(stop);
  });
  return { stops, bars: barsOf(quantiles, stops) };
}

/** Returns a stop near the given value, rounded to the step; the first and last stop include everything. */
function roundStop(
  i: number,
  { low, value, high }: { readonly low: number; readonly value: number; readonly high: number },
  unit: number,
): number {
  if (i === 0) return Math.floor(round(low / unit)) * unit;
  if (i === MAX_STOPS) return Math.ceil(round(high / unit)) * unit;
  return Math.round(value / unit) * unit;
}

/**
 * Returns the value at a position of the slider, 0 to 1: the inverse of the average of its position among the products
 * and among the numbers.
 */
function valueAt(quantiles: readonly number[], position: number): number {
  const [low, high] = endsOf(quantiles);
  const last = quantiles.length - 1;
  let before = { value: low, place: 0 };
  for (const [i, value] of quantiles.entries()) {
    const here = { value, place: (i / last + (value - low) / (high - low)) / 2 };
    if (i > 0 && (here.place >= position || i === last)) {
      const span = here.place - before.place;
      const share = span > 0 ? Math.min(1, Math.max(0, (position - before.place) / span)) : 0;
      return before.value + share * (value - before.value);
    }
    before = here;
  }
  return high;
}

function barsOf(quantiles: readonly number[], stops: readonly number[]): ScaleBar[] {
  const last = stops.length - 1;
  const count = Math.min(MAX_BARS, last);
  const [first, ...edges] = Array.from({ length: count + 1 }, (_, i) => stops[Math.round((i / count) * last)] ?? 0);
  let from = first ?? 0;
  const barCounts = edges.map((to, i) => {
    const bar = { from, to };
    from = to;
    const isIn = (value: number): boolean => value <= to && (value > bar.from || (i === 0 && value >= bar.from));
    return { ...bar, products: quantiles.filter(isIn).length };
  });
  const highest = Math.max(1, ...barCounts.map(({ products }) => products));
  return barCounts.map(({ products, ...bar }) => ({ ...bar, height: Math.round((products / highest) * 100) }));
}

/** Returns the largest of 1, 2 or 5 times a power of ten that is not greater than the width. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return round([5, 2, 1].map((factor) => factor * power).find((candidate) => candidate <= width * 1.000001) ?? power);
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
