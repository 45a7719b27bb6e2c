import { recalled } from 'plinth';

/** A bar of the histogram above a slider. */
export interface Bar {
  /** From the bottom, in percent of the highest. */
  readonly height: number;
  /** Whether the chosen range holds it. */
  readonly inside: boolean;
}

/** Where the thumbs of a slider can stop, and how many products there are between. */
export interface RangeScale {
  /** In the units of the page, ascending; the ends hold everything that is found under the other facets. */
  readonly stops: readonly number[];
  readonly bars: readonly Bar[];
}

/** Into how many parts the engine divides what is found. */
export const QUANTILES = 100;
/** Stops of a slider at most: a press of an arrow moves to the next. */
const STOPS = 80;
const BARS = 20;

/**
 * Half the room of a slider goes to the products, half to the numbers: where most products are, a thumb moves in small steps, and yet the bars show where there are many.
 * @param quantiles in the units of the page, ascending, in equal parts
 * @param step that the owner wants; 0 finds round numbers
 * @param chosen the ends of the choice; null is open
 */
export function rangeScale(
  quantiles: readonly number[],
  step: number,
  chosen: { readonly min: number | null; readonly max: number | null },
): RangeScale {
  const [low, high] = [quantiles[0] ?? 0, quantiles.at(-1) ?? 0];
  if (quantiles.length < 2 || high <= low) return { stops: [], bars: [] };
  const { stops, edges, heights } = recalled(known, MOST_KNOWN, `${step} ${quantiles.join(' ')}`, () =>
    drawnScale(quantiles, step),
  );
  return {
    stops,
    bars: heights.map((height, i) => ({
      height,
      inside: edges[i + 1] > (chosen.min ?? -Infinity) && edges[i] < (chosen.max ?? Infinity),
    })),
  };
}

/** A scale whatever is chosen on it: a bar stands between two edges. */
interface DrawnScale {
  readonly stops: readonly number[];
  readonly edges: readonly number[];
  readonly heights: readonly number[];
}

/** Scales that were drawn last: whoever moves a thumb leaves the scale as it is. */
const known = new Map<string, DrawnScale>();
const MOST_KNOWN = 100;

function drawnScale(quantiles: readonly number[], step: number): DrawnScale {
  const [low, high] = [quantiles[0], quantiles[quantiles.length - 1]];
  const wanted = Array.from({ length: STOPS + 1 }, (_, i) => valueAt(quantiles, i / STOPS));
  const stops: number[] = [];
  wanted.forEach((value, i) => {
    const around =
      step > 0
        ? step
        : roundStep(Math.max(wanted[Math.min(i + 1, STOPS)] - wanted[Math.max(i - 1, 0)], (high - low) / 1000) / 2);
    const stop =
      i === 0
        ? Math.floor(round(low / around)) * around
        : i === STOPS
          ? Math.ceil(round(high / around)) * around
          : Math.round(value / around) * around;
    const previous = stops.at(-1);
    if (previous === undefined || round(stop) > previous) stops.push(round(stop));
  });
  return { stops, ...barsOf(quantiles, stops) };
}

/** The value at a place of the slider, 0 to 1: the middle of the place among the products and that among the numbers, turned around. */
function valueAt(quantiles: readonly number[], place: number): number {
  const [low, high] = [quantiles[0], quantiles[quantiles.length - 1]];
  const placeOf = (i: number): number => (i / (quantiles.length - 1) + (quantiles[i] - low) / (high - low)) / 2;
  let i = 1;
  while (i < quantiles.length - 1 && placeOf(i) < place) i++;
  const [before, after] = [placeOf(i - 1), placeOf(i)];
  const share = after > before ? Math.min(1, Math.max(0, (place - before) / (after - before))) : 0;
  return quantiles[i - 1] + share * (quantiles[i] - quantiles[i - 1]);
}

function barsOf(quantiles: readonly number[], stops: readonly number[]): Pick<DrawnScale, 'edges' | 'heights'> {
  const last = stops.length - 1;
  const count = Math.min(BARS, last);
  const edges = Array.from({ length: count + 1 }, (_, i) => stops[Math.round((i / count) * last)]);
  const products = edges
    .slice(1)
    .map(
      (to, i) =>
        quantiles.filter((value) => value <= to && (value > edges[i] || (i === 0 && value >= edges[i]))).length,
    );
  const highest = Math.max(1, ...products);
  return { edges, heights: products.map((number) => Math.round((number / highest) * 100)) };
}

/** 1, 2 or 5 of a power of ten, at most the width. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return round([5, 2, 1].map((factor) => factor * power).find((candidate) => candidate <= width * 1.000001) ?? power);
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
