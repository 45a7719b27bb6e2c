import { itemAt } from './array-access.js';
/**
 * An append-only list of numbers. Typed arrays leave the garbage collector nothing to traverse,
 * and storing the list in pieces keeps copying low as it grows.
 */
export interface GrowableArray {
  push(value: number): void;
  at(index: number): number;
  length(): number;
}

const PIECE_BITS = 14;
const WITHIN = 2 ** PIECE_BITS - 1;
/** Initial length of the first piece; most lists of a few products need no more. */
const FIRST = 32;

export const growingWholes = (): GrowableArray => growing((size) => new Uint32Array(size));
export const growingFloats = (): GrowableArray => growing((size) => new Float64Array(size));

function growing(make: (size: number) => Uint32Array | Float64Array): GrowableArray {
  const chunks: (Uint32Array | Float64Array)[] = [];
  let length = 0;
  function doubled(chunk: Uint32Array | Float64Array): Uint32Array | Float64Array {
    const larger = make(2 * chunk.length);
    larger.set(chunk);
    return larger;
  }
  return {
    push(value) {
      if ((length & WITHIN) === 0) chunks.push(make(length === 0 ? FIRST : WITHIN + 1));
      else if (chunks.length === 1 && length === itemAt(chunks, 0).length) chunks[0] = doubled(itemAt(chunks, 0));
      itemAt(chunks, length >>> PIECE_BITS)[length & WITHIN] = value;
      length++;
    },
    at: (index) => itemAt(chunks, index >>> PIECE_BITS)[index & WITHIN] ?? NaN,
    length: () => length,
  };
}
