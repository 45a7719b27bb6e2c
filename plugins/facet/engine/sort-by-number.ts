import { addAt, takeIndex, uint32At, type NumberList } from './array-access.js';
import type { InterruptibleWork } from './work.js';

const YIELD_MASK = 0x3fff;

/**
 * Sorts items by number with a radix sort, ten times as fast as comparisons. The sort is stable.
 * @param entities unique indexes into `numbers`
 * @param numbers must not contain NaN
 * @returns a new array
 */
export function* sortByNumber(
  entities: Uint32Array,
  numbers: NumberList,
  direction: 1 | -1,
): InterruptibleWork<Uint32Array> {
  let [from, to] = [entities.slice(), new Uint32Array(entities.length)];
  const flip = direction === 1 ? 0 : 0xff;
  for (const { word, bytes } of toSortableWords(numbers)) {
    for (let shift = 0; shift < 8 * bytes; shift += 8) {
      const starts = new Uint32Array(257);
      for (let i = 0; i < from.length; i++) {
        addAt(starts, (((uint32At(word, uint32At(from, i)) >>> shift) & 0xff) ^ flip) + 1, 1);
        if ((i & YIELD_MASK) === YIELD_MASK) yield;
      }
      // If all bytes are equal, nothing would move.
      if (starts.includes(from.length)) continue;
      for (let byte = 0; byte < 256; byte++) addAt(starts, byte + 1, uint32At(starts, byte));
      for (let i = 0; i < from.length; i++) {
        to[takeIndex(starts, ((uint32At(word, uint32At(from, i)) >>> shift) & 0xff) ^ flip)] = uint32At(from, i);
        if ((i & YIELD_MASK) === YIELD_MASK) yield;
      }
      [from, to] = [to, from];
    }
  }
  return from;
}

/** Returns unsigned integers that sort like the given numbers, in 32-bit words, the least significant word first. */
function toSortableWords(numbers: NumberList): { word: Uint32Array; bytes: number }[] {
  if (!(numbers instanceof Float32Array || numbers instanceof Float64Array))
    return [{ word: Uint32Array.from(numbers), bytes: numbers.BYTES_PER_ELEMENT }];
  const [low, high] = [new Uint32Array(numbers.length), new Uint32Array(numbers.length)];
  const float = new Float64Array(1);
  const bits = new Uint32Array(float.buffer);
  for (let i = 0; i < numbers.length; i++) {
    // Turns -0 into 0, since both are the same number.
    float[0] = (numbers[i] ?? NaN) + 0;
    const [lower, upper] = [uint32At(bits, 0), uint32At(bits, 1)];
    const isNegative = upper >>> 31 === 1;
    low[i] = isNegative ? ~lower : lower;
    high[i] = isNegative ? ~upper : upper | 0x80000000;
  }
  return [
    { word: low, bytes: 4 },
    { word: high, bytes: 4 },
  ];
}
