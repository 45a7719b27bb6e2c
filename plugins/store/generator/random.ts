/** A random number generator that returns the same sequence for the same seed on every machine. */
export interface Random {
  /** Returns a number from 0 up to but excluding 1. */
  next(): number;
  /** Returns an integer from 0 up to but excluding `size`. */
  integer(size: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Returns a normally distributed number with mean 0 and standard deviation 1. */
  normal(): number;
}

/**
 * Returns the entry at a random index.
 * @throws RangeError if there is none
 */
export function entryAt<T>(entries: readonly T[], index: number): T {
  const entry = entries[index];
  if (entry === undefined) throw new RangeError(`There is no entry ${index} among ${entries.length}.`);
  return entry;
}

/** Marsaglia's xorshift with 32 bits of state: fast, and good enough for test data. */
export function xorshift32(seed: number): Random {
  // The state must not be 0; mixing the bits separates sequences of adjacent seeds.
  let state = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b) >>> 0 || 0x9e3779b9;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
  const below = (size: number): number => Math.floor(next() * size);
  return {
    next,
    integer: below,
    chance: (probability) => next() < probability,
    pick: (values) => entryAt(values, below(values.length)),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Returns a function that draws an index; the n-th is drawn 1 / n^exponent as often as the first. */
export function zipf(size: number, exponent: number): (random: Random) => number {
  const bounds: number[] = [];
  let total = 0;
  for (let index = 0; index < size; index++) bounds.push((total += 1 / (index + 1) ** exponent));
  return (random) => {
    const target = random.next() * total;
    let low = 0;
    for (let high = size - 1; low < high;) {
      const middle = (low + high) >> 1;
      if (entryAt(bounds, middle) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
