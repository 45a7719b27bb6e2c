/** Reproducible random numbers from a seed. */
export interface Seeded {
  /** From 0 to below 1. */
  next(): number;
  /** Returns an integer from `min` to `max`, inclusive. */
  whole(min: number, max: number): number;
  pick<T>(from: readonly T[]): T;
  /** Returns true in the given percentage of cases. */
  chance(percent: number): boolean;
  /** Returns an independent sequence, unaffected by other draws. */
  branch(name: string | number): Seeded;
}

export function seeded(seed: number | string): Seeded {
  let state = hash(String(seed));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole: integer,
    pick(from) {
      if (from.length === 0) throw new Error('Nothing to pick from.');
      // Undefined may be one of the values.
      return from[integer(0, from.length - 1)] as (typeof from)[number];
    },
    chance: (percent) => next() * 100 < percent,
    branch: (name) => seeded(`${seed}/${name}`),
  };
}

function hash(text: string): number {
  let sum = 2166136261;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16777619);
  return sum;
}
