/**
 * Numbers that are added one after the other. In typed arrays they leave nothing for the garbage collector to walk through,
 * and in pieces nothing is copied as they become more.
 */
export interface Growing {
  push(value: number): void;
  at(index: number): number;
  length(): number;
}

const PIECE_BITS = 14;
const WITHIN = 2 ** PIECE_BITS - 1;

export const growingWholes = (): Growing => growing((size) => new Uint32Array(size));
export const growingFloats = (): Growing => growing((size) => new Float64Array(size));

function growing(make: (size: number) => Uint32Array | Float64Array): Growing {
  const pieces: (Uint32Array | Float64Array)[] = [];
  let length = 0;
  return {
    push(value) {
      if ((length & WITHIN) === 0) pieces.push(make(WITHIN + 1));
      pieces[length >>> PIECE_BITS][length & WITHIN] = value;
      length++;
    },
    at: (index) => pieces[index >>> PIECE_BITS][index & WITHIN],
    length: () => length,
  };
}
