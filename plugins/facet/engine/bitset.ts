import { uint32At } from './array-access.js';
/** A set of small integers, one bit each. */
export type Bitset = Uint32Array;

export const emptyBits = (size: number): Bitset => new Uint32Array((size + 31) >>> 5);

export function fullBits(size: number): Bitset {
  const bits = emptyBits(size).fill(0xffffffff);
  if (size & 31) bits[bits.length - 1] = (1 << (size & 31)) - 1;
  return bits;
}

export const hasBit = (bits: Bitset, index: number): boolean =>
  ((uint32At(bits, index >>> 5) >>> (index & 31)) & 1) === 1;
export function setBit(bits: Bitset, index: number): void {
  bits[index >>> 5] = uint32At(bits, index >>> 5) | (1 << (index & 31));
}
export function clearBit(bits: Bitset, index: number): void {
  bits[index >>> 5] = uint32At(bits, index >>> 5) & ~(1 << (index & 31));
}

export function and(a: Bitset, b: Bitset): Bitset {
  const out = new Uint32Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = uint32At(a, i) & uint32At(b, i);
  return out;
}

export function andNot(a: Bitset, b: Bitset): Bitset {
  const out = new Uint32Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = uint32At(a, i) & ~uint32At(b, i);
  return out;
}

export function orInto(target: Bitset, more: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i] = uint32At(target, i) | uint32At(more, i);
}

function countWordBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns how many numbers from `from` (inclusive) to `to` (exclusive) are in the set. */
export function countBits(bits: Bitset, from: number, to: number): number {
  if (from >= to) return 0;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  let count = countWordBits(uint32At(bits, first) & wordMask(first, first, last, from, to));
  for (let i = first + 1; i < last; i++) count += uint32At(bits, i) === 0 ? 0 : countWordBits(uint32At(bits, i));
  return first === last ? count : count + countWordBits(uint32At(bits, last) & wordMask(last, first, last, from, to));
}

/** Returns the mask of the bits of word `i` that are in the range. */
export function wordMask(i: number, first: number, last: number, from: number, to: number): number {
  let mask = 0xffffffff;
  if (i === first) mask &= 0xffffffff << (from & 31);
  if (i === last && (to & 31) !== 0) mask &= (1 << (to & 31)) - 1;
  return mask;
}

/** Calls back with every number of the range that is in the set, in ascending order. */
export function eachBit(bits: Bitset, from: number, to: number, visit: (index: number) => void): void {
  if (from >= to) return;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  for (let i = first; i <= last; i++) {
    // Most words of most sets are empty, and only the first and last ones are partly out of range.
    if (uint32At(bits, i) === 0) continue;
    let word = i === first || i === last ? uint32At(bits, i) & wordMask(i, first, last, from, to) : uint32At(bits, i);
    while (word !== 0) {
      const bit = 31 - Math.clz32(word & -word);
      visit((i << 5) + bit);
      word &= word - 1;
    }
  }
}
