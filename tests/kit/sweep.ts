/** Whether `npm run test:sweep` runs, which tries every combination. */
export const SWEEP = process.env.SWEEP === '1';

/** The widths, color schemes or languages that a page is looked at in: the first of them, and all in the sweep. */
export function views<T>(all: readonly T[]): readonly T[] {
  return SWEEP ? all : all.slice(0, 1);
}

/**
 * The variants that one of many things is tried with: each thing with another one, and with all of them in the sweep.
 * @param at the number of the thing, from 0
 */
export function inTurn<T>(all: readonly T[], at: number): readonly T[] {
  return SWEEP ? all : all.filter((_one, index) => index === at % all.length);
}
