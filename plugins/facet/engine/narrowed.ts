import { float64At, type NumberList } from './array-access.js';
import { OFTEN, type Work } from './work.js';

const WHOLES = [
  { make: Uint8Array, most: 0xff },
  { make: Uint16Array, most: 0xffff },
  { make: Uint32Array, most: 0xffffffff },
] as const;

/** The same numbers, exactly, in as few bytes as hold them: ids, amounts and stars seldom need eight. NaN stays what it is. */
export function* narrowed(values: Float64Array): Work<NumberList> {
  let [whole, single, most] = [true, true, 0];
  for (let i = 0; i < values.length; i++) {
    const value = float64At(values, i);
    if (whole && !(value >= 0 && Number.isInteger(value))) whole = false;
    if (single && Math.fround(value) !== value && !Number.isNaN(value)) single = false;
    if (value > most) most = value;
    if ((i & OFTEN) === OFTEN) yield;
  }
  const kind = whole ? WHOLES.find((one) => most <= one.most) : undefined;
  if (kind) return kind.make.from(values);
  return single ? Float32Array.from(values) : values;
}
