import { float64At, itemAt, type NumberList, uint32At } from './array-access.js';
import { type Bitset, andNot, clearBit, emptyBits, setBit } from './bitset.js';
import { YIELD_MASK, sortNumbers, upTo, type InterruptibleWork } from './work.js';

/** The numbers of one source, by document and in ascending order. */
export interface NumberColumn {
  /** By document; NaN where there is no number. */
  readonly values: NumberList;
  /** Documents that have a number, in ascending order of it. */
  readonly order: Uint32Array;
  /** Returns documents whose number is between the bounds, both inclusive. */
  between(min: number | null, max: number | null): Bitset;
  /** Returns the current memory usage in bytes. */
  bytes(): number;
}

/** Number of cumulative sets, so that a range costs two of them and its edges. */
const CUMULATIVE_SETS = 32;

/** @param base all documents, in the order used for equal numbers; ascending when absent */
export function* createNumberColumn(
  numbers: Float64Array,
  base: Uint32Array = upTo(numbers.length),
): InterruptibleWork<NumberColumn> {
  const values = yield* narrow(numbers);
  const docs = values.length;
  const docsWithNumber = new Uint32Array(docs);
  let count = 0;
  for (let at = 0; at < docs; at++) {
    const doc = uint32At(base, at);
    if (!Number.isNaN(values[doc])) docsWithNumber[count++] = doc;
    if ((at & YIELD_MASK) === YIELD_MASK) yield;
  }
  // Reads the array inline, since a shared function would be called with all kinds of columns.
  const compare = (a: number, b: number): number => (values[a] ?? NaN) - (values[b] ?? NaN);
  return restoreNumberColumn({ values, order: yield* sortNumbers(docsWithNumber.subarray(0, count), compare) });
}

/** Creates a column from its numbers and their order. */
export function restoreNumberColumn({ values, order }: Pick<NumberColumn, 'values' | 'order'>): NumberColumn {
  const docs = values.length;
  const step = Math.max(1, Math.ceil(order.length / CUMULATIVE_SETS));
  let cumulativeSets: Bitset[] | undefined;

  /** Returns sets of the first `step`, 2 × `step`, … documents; created on first use. */
  function getCumulativeSets(): Bitset[] {
    if (cumulativeSets) return cumulativeSets;
    const currentSet = emptyBits(docs);
    cumulativeSets = [currentSet.slice()];
    for (let rank = 0; rank < order.length; rank++) {
      setBit(currentSet, uint32At(order, rank));
      if ((rank + 1) % step === 0) cumulativeSets.push(currentSet.slice());
    }
    return cumulativeSets;
  }

  /** Returns how many numbers are less than the value, or less than or equal to it when `inclusive`. */
  function getRank(value: number, inclusive: boolean): number {
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = values[uint32At(order, middle)] ?? NaN;
      if (found < value || (inclusive && found === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the first `rank` documents. */
  function getFirstDocuments(rank: number): Bitset {
    const sets = getCumulativeSets();
    const nearest = Math.min(Math.round(rank / step), sets.length - 1);
    const bits = itemAt(sets, nearest).slice();
    for (let i = nearest * step; i < rank; i++) setBit(bits, uint32At(order, i));
    for (let i = rank; i < nearest * step; i++) clearBit(bits, uint32At(order, i));
    return bits;
  }

  return {
    values,
    order,
    between(min, max) {
      const from = min === null ? 0 : getRank(min, false);
      const to = max === null ? order.length : getRank(max, true);
      if (to - from <= step) {
        const bits = emptyBits(docs);
        for (let i = from; i < to; i++) setBit(bits, uint32At(order, i));
        return bits;
      }
      return from === 0 ? getFirstDocuments(to) : andNot(getFirstDocuments(to), getFirstDocuments(from));
    },
    bytes: () =>
      values.byteLength + order.byteLength + (cumulativeSets ?? []).reduce((sum, bits) => sum + bits.byteLength, 0),
  };
}

const INTEGER_ARRAYS = [
  { make: Uint8Array, max: 0xff },
  { make: Uint16Array, max: 0xffff },
  { make: Uint32Array, max: 0xffffffff },
] as const;

/**
 * Copies the numbers losslessly to the narrowest array type; ids, amounts and ratings rarely need eight bytes. NaN is
 * preserved.
 */
export function* narrow(values: Float64Array): InterruptibleWork<NumberList> {
  let [whole, single, max] = [true, true, 0];
  for (let i = 0; i < values.length; i++) {
    const value = float64At(values, i);
    if (whole && !(value >= 0 && Number.isInteger(value))) whole = false;
    if (single && Math.fround(value) !== value && !Number.isNaN(value)) single = false;
    if (value > max) max = value;
    if ((i & YIELD_MASK) === YIELD_MASK) yield;
  }
  const kind = whole ? INTEGER_ARRAYS.find((one) => max <= one.max) : undefined;
  if (kind) return kind.make.from(values);
  return single ? Float32Array.from(values) : values;
}
