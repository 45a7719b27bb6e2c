/** Whether `npm run test:sweep` runs, which tests every combination. */
export const SWEEP = process.env.SWEEP === '1';

/** Returns the widths, color schemes or languages in which a page is tested: the first one, or all in the sweep. */
export function views<T>(all: readonly T[]): readonly T[] {
  return SWEEP ? all : all.slice(0, 1);
}

/**
 * Returns the variants with which one of many cases is tested: a different one for each case, or all in the sweep.
 * @param position index of the case, from 0
 */
export function inTurn<T>(all: readonly T[], position: number): readonly T[] {
  return SWEEP ? all : all.filter((_one, index) => index === position % all.length);
}
