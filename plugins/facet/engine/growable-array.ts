import { itemAt } from './array-access.js';
/**
 * An append-only list of numbers. Typed arrays leave the garbage collector nothing to traverse,
 * and storing the list in chunks keeps copying low as it grows.
 */
export interface GrowableArray {
  push(value: number): void;
  at(index: number): number;
  length(): number;
}

const CHUNK_BITS = 14;
const CHUNK_MASK = 2 ** CHUNK_BITS - 1;
/** Initial length of the first chunk; most lists of a few products need no more. */
const FIRST_CHUNK_LENGTH = 32;

export const createIntegerArray = (): GrowableArray => createGrowableArray((size) => new Uint32Array(size));
export const createFloatArray = (): GrowableArray => createGrowableArray((size) => new Float64Array(size));

function createGrowableArray(make: (size: number) => Uint32Array | Float64Array): GrowableArray {
  const chunks: (Uint32Array | Float64Array)[] = [];
  let length = 0;
  function doubleLength(chunk: Uint32Array | Float64Array): Uint32Array | Float64Array {
    const larger = make(2 * chunk.length);
    larger.set(chunk);
    return larger;
  }
  return {
    push(value) {
      if ((length & CHUNK_MASK) === 0) chunks.push(make(length === 0 ? FIRST_CHUNK_LENGTH : CHUNK_MASK + 1));
      else if (chunks.length === 1 && length === itemAt(chunks, 0).length) chunks[0] = doubleLength(itemAt(chunks, 0));
      itemAt(chunks, length >>> CHUNK_BITS)[length & CHUNK_MASK] = value;
      length++;
    },
    at: (index) => itemAt(chunks, index >>> CHUNK_BITS)[index & CHUNK_MASK] ?? NaN,
    length: () => length,
  };
}
