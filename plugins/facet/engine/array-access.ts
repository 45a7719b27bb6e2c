/*
 * Reads and changes array elements that exist by construction: the loops of the engine know the bounds of the arrays
 * they walk.
 * There is one function for each kind of array, since V8 collects type feedback per function: a small function that
 * reads up to four
 * kinds is inlined into its caller and costs nothing; one that reads more takes twenty times as long.
 */

/** A fixed-length array of numbers. */
export type NumberList = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

export const uint8At = (list: Uint8Array, index: number): number => list[index] ?? 0;
export const uint32At = (list: Uint32Array, index: number): number => list[index] ?? 0;
export const int32At = (list: Int32Array, index: number): number => list[index] ?? 0;
export const float64At = (list: Float64Array, index: number): number => list[index] ?? NaN;
/** Reads an array with two or four bytes per number. */
export const uintAt = (list: Uint16Array | Uint32Array, index: number): number => list[index] ?? 0;
/**
 * Reads a column, which uses the narrowest array type that holds its numbers. For use outside inner loops only, since
 * these are more than four types.
 */
export const columnAt = (column: NumberList, index: number): number => column[index] ?? NaN;

/** @throws RangeError if the element does not exist */
export function numberAt(list: readonly number[], index: number): number {
  return list[index] ?? missing(index);
}

/** @throws RangeError if the element does not exist */
export function itemAt<T extends string | object>(list: readonly T[], index: number): T {
  return list[index] ?? missing(index);
}

function missing(index: number): never {
  throw new RangeError(`The list has no element ${index}.`);
}

/** Adds to an element of an array. */
export function addAt(list: Uint32Array, index: number, change: number): void {
  list[index] = (list[index] ?? 0) + change;
}

/**
 * Returns the next free index of a part of an array, and advances it.
 * @param free by part: its next free index
 */
export function takeIndex(free: Uint32Array, part: number): number {
  const index = free[part] ?? 0;
  free[part] = index + 1;
  return index;
}
