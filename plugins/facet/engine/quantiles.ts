import { float64At, uint32At, type NumberList } from './array-access.js';
import { countBits, eachBit, hasBit, type Bitset } from './bitset.js';
import type { Segment } from './segment.js';

/** One segment and its documents to consider. */
interface SegmentPart {
  readonly segment: Segment;
  readonly bits: Bitset;
}

/** Number of documents up to which each one is read; beyond it, an evenly spaced sample of the order is used. */
const MAX_SAMPLE_SIZE = 65_536;

/**
 * Returns the numbers that divide the documents of several segments into equal parts, in ascending order, with the
 * minimum and maximum at the ends. Exact for up to 65,536 documents in a segment, otherwise based on a sample of that
 * size. Empty if there are none.
 * @param parts number of parts; one more number is returned
 */
export function getQuantiles(segments: readonly SegmentPart[], source: string, parts: number): number[] {
  const numbers = segments.map((part) => getNumbers(part, source)).reduce(merge, new Float64Array());
  if (numbers.length === 0) return [];
  return Array.from({ length: parts + 1 }, (_, i) =>
    float64At(numbers, Math.round((i / parts) * (numbers.length - 1))),
  );
}

/** Returns the numbers of a segment in ascending order. */
function getNumbers({ segment, bits }: SegmentPart, source: string): Float64Array {
  const column = segment.numbers.get(source);
  if (!column) return new Float64Array();
  const { values, order } = column;
  const matching = countBits(bits, 0, segment.docs);
  if (matching * 16 < order.length) return sortMatches(values, bits, segment.docs, matching);
  const step = Math.max(1, Math.ceil(order.length / MAX_SAMPLE_SIZE));
  const found = new Float64Array(Math.ceil(order.length / step));
  let count = 0;
  for (let rank = 0; rank < order.length; rank += step) {
    const doc = uint32At(order, rank);
    if (hasBit(bits, doc)) found[count++] = values[doc] ?? NaN;
  }
  return found.subarray(0, count);
}

/** Sorting a few matches is faster than finding them in the order of all documents. */
function sortMatches(values: NumberList, bits: Bitset, docs: number, matching: number): Float64Array {
  const found = new Float64Array(matching);
  let count = 0;
  eachBit(bits, 0, docs, (doc) => {
    const value = values[doc] ?? NaN;
    if (!Number.isNaN(value)) found[count++] = value;
  });
  return found.subarray(0, count).sort();
}

function merge(a: Float64Array, b: Float64Array): Float64Array {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  const merged = new Float64Array(a.length + b.length);
  for (let i = 0, x = 0, y = 0; i < merged.length; i++)
    merged[i] =
      y >= b.length || (x < a.length && float64At(a, x) <= float64At(b, y)) ? float64At(a, x++) : float64At(b, y++);
  return merged;
}
