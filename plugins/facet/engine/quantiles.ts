import { float64At, uint32At, type NumberList } from './array-access.js';
import { countBits, eachBit, hasBit, type Bitset } from './bitset.js';
import type { Segment } from './segment.js';

/** One segment with the documents that count in it. */
interface Part {
  readonly segment: Segment;
  readonly bits: Bitset;
}

/** So many documents are looked at one by one; of more, every so many-eth of the order stands for those around it. */
const MAX_LOOKED_AT = 65_536;

/**
 * The numbers that divide the documents of several segments into equal parts, ascending, with the smallest and the greatest at the ends; exact for up to
 * 65,536 documents in a segment, and otherwise as exact as so large a sample is. Empty when there are none.
 * @param parts how many: one number more is answered
 */
export function quantilesOf(segments: readonly Part[], source: string, parts: number): number[] {
  const numbers = segments.map((part) => numbersOf(part, source)).reduce(merge, new Float64Array());
  if (numbers.length === 0) return [];
  return Array.from({ length: parts + 1 }, (_, i) =>
    float64At(numbers, Math.round((i / parts) * (numbers.length - 1))),
  );
}

/** The numbers of a segment, ascending. */
function numbersOf({ segment, bits }: Part, source: string): Float64Array {
  const column = segment.numbers.get(source);
  if (!column) return new Float64Array();
  const { values, order } = column;
  const matching = countBits(bits, 0, segment.docs);
  if (matching * 16 < order.length) return few(values, bits, segment.docs, matching);
  const step = Math.max(1, Math.ceil(order.length / MAX_LOOKED_AT));
  const found = new Float64Array(Math.ceil(order.length / step));
  let count = 0;
  for (let rank = 0; rank < order.length; rank += step) {
    const doc = uint32At(order, rank);
    if (hasBit(bits, doc)) found[count++] = values[doc] ?? NaN;
  }
  return found.subarray(0, count);
}

/** Few of many are sorted faster than found in the order of all. */
function few(values: NumberList, bits: Bitset, docs: number, matching: number): Float64Array {
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
  const both = new Float64Array(a.length + b.length);
  for (let i = 0, x = 0, y = 0; i < both.length; i++)
    both[i] =
      y >= b.length || (x < a.length && float64At(a, x) <= float64At(b, y)) ? float64At(a, x++) : float64At(b, y++);
  return both;
}
