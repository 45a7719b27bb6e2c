/** Numbers that are added one after the other. In typed arrays they leave nothing for the garbage collector to walk through. */
export interface Growing<T extends Uint32Array | Float64Array> {
  push(value: number): void;
  length(): number;
  /** All of them; later additions may not show in it. */
  values(): T;
}

const FIRST = 1024;

export const growingWholes = (): Growing<Uint32Array> => growing((size) => new Uint32Array(size));
export const growingFloats = (): Growing<Float64Array> => growing((size) => new Float64Array(size));

function growing<T extends Uint32Array | Float64Array>(make: (size: number) => T): Growing<T> {
  let held = make(FIRST);
  let length = 0;
  return {
    push(value) {
      if (length === held.length) {
        const larger = make(2 * length);
        larger.set(held);
        held = larger;
      }
      held[length++] = value;
    },
    length: () => length,
    values: () => held.subarray(0, length) as T,
  };
}
