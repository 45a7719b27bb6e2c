import { float64At, itemAt, type NumberList, uint32At } from './array-access.js';
import { type Bitset, andNot, clearBit, emptyBits, setBit } from './bitset.js';
import { OFTEN, sorted, upTo, type InterruptibleWork } from './work.js';

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
const QUANTILES = 32;

/** @param base all documents, in the order used for equal numbers; ascending when absent */
export function* createNumberColumn(
  numbers: Float64Array,
  base: Uint32Array = upTo(numbers.length),
): InterruptibleWork<NumberColumn> {
  const values = yield* narrowed(numbers);
  const docs = values.length;
  const known = new Uint32Array(docs);
  let count = 0;
  for (let at = 0; at < docs; at++) {
    const doc = uint32At(base, at);
    if (!Number.isNaN(values[doc])) known[count++] = doc;
    if ((at & OFTEN) === OFTEN) yield;
  }
  // Reads the array inline, since a shared function would be called with all kinds of columns.
  const compare = (a: number, b: number): number => (values[a] ?? NaN) - (values[b] ?? NaN);
  return numberColumnOf({ values, order: yield* sorted(known.subarray(0, count), compare) });
}

/** Creates a column from its numbers and their order. */
export function numberColumnOf({ values, order }: Pick<NumberColumn, 'values' | 'order'>): NumberColumn {
  const docs = values.length;
  const step = Math.max(1, Math.ceil(order.length / QUANTILES));
  let quantiles: Bitset[] | undefined;

  /** Returns sets of the first `step`, 2 × `step`, … documents; created on first use. */
  function cumulative(): Bitset[] {
    if (quantiles) return quantiles;
    const running = emptyBits(docs);
    quantiles = [running.slice()];
    for (let rank = 0; rank < order.length; rank++) {
      setBit(running, uint32At(order, rank));
      if ((rank + 1) % step === 0) quantiles.push(running.slice());
    }
    return quantiles;
  }

  /** Returns how many numbers are less than the value, or less than or equal to it when `inclusive`. */
  function rankOf(value: number, inclusive: boolean): number {
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
  function below(rank: number): Bitset {
    const sets = cumulative();
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
      const from = min === null ? 0 : rankOf(min, false);
      const to = max === null ? order.length : rankOf(max, true);
      if (to - from <= step) {
        const bits = emptyBits(docs);
        for (let i = from; i < to; i++) setBit(bits, uint32At(order, i));
        return bits;
      }
      return from === 0 ? below(to) : andNot(below(to), below(from));
    },
    bytes: () =>
      values.byteLength + order.byteLength + (quantiles ?? []).reduce((sum, bits) => sum + bits.byteLength, 0),
  };
}

const WHOLES = [
  { make: Uint8Array, max: 0xff },
  { make: Uint16Array, max: 0xffff },
  { make: Uint32Array, max: 0xffffffff },
] as const;

/**
 * Copies the numbers losslessly to the narrowest array type; ids, amounts and ratings rarely need eight bytes. NaN is
 * preserved.
 */
export function* narrowed(values: Float64Array): InterruptibleWork<NumberList> {
  let [whole, single, max] = [true, true, 0];
  for (let i = 0; i < values.length; i++) {
    const value = float64At(values, i);
    if (whole && !(value >= 0 && Number.isInteger(value))) whole = false;
    if (single && Math.fround(value) !== value && !Number.isNaN(value)) single = false;
    if (value > max) max = value;
    if ((i & OFTEN) === OFTEN) yield;
  }
  const kind = whole ? WHOLES.find((one) => max <= one.max) : undefined;
  if (kind) return kind.make.from(values);
  return single ? Float32Array.from(values) : values;
}
