/*
 * Reads and changes elements that are there by construction: the loops of the engine walk lists whose ends they know.
 * There is one function for each kind of list, since V8 notes by function which kinds it has read: a small function that reads up to four
 * kinds is compiled into its caller and costs nothing, one that reads more takes twenty times as long.
 */

/** Numbers that cannot be changed in length. */
export type NumberList = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

export const uint8At = (list: Uint8Array, index: number): number => list[index] ?? 0;
export const uint32At = (list: Uint32Array, index: number): number => list[index] ?? 0;
export const int32At = (list: Int32Array, index: number): number => list[index] ?? 0;
export const float64At = (list: Float64Array, index: number): number => list[index] ?? NaN;
/** Of a list with two or four bytes for each number. */
export const uintAt = (list: Uint16Array | Uint32Array, index: number): number => list[index] ?? 0;
/** Of a column, which has the narrowest kind that holds its numbers: outside inner loops only, since these are more than four kinds. */
export const columnAt = (column: NumberList, index: number): number => column[index] ?? NaN;

/** @throws RangeError where there is no such element after all */
export function numberAt(list: readonly number[], index: number): number {
  return list[index] ?? missing(index);
}

/** @throws RangeError where there is no such element after all */
export function itemAt<T extends string | object>(list: readonly T[], index: number): T {
  return list[index] ?? missing(index);
}

function missing(index: number): never {
  throw new RangeError(`The list has no element ${index}.`);
}

/** Adds to a number of a list. */
export function addAt(list: Uint32Array, index: number, change: number): void {
  list[index] = (list[index] ?? 0) + change;
}

/** Takes the next free place of a part of a list. @param free by part: its next free place */
export function takePlace(free: Uint32Array, part: number): number {
  const place = free[part] ?? 0;
  free[part] = place + 1;
  return place;
}
