import { float64At } from './array-access.js';
/**
 * Yields numbers in ascending order from a binary heap, which is cheaper than a full sort if only the first ones are
 * needed.
 * @param numbers modified in the process
 * @returns the next number at each call; undefined when there are no more
 */
export function createMinQueue(numbers: Float64Array): () => number | undefined {
  let length = numbers.length;

  function siftDown(from: number): void {
    const number = float64At(numbers, from);
    let at = from;
    for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && float64At(numbers, child + 1) < float64At(numbers, child)) child++;
      if (float64At(numbers, child) >= number) break;
      numbers[at] = float64At(numbers, child);
      at = child;
    }
    numbers[at] = number;
  }

  for (let at = (length >>> 1) - 1; at >= 0; at--) siftDown(at);
  return () => {
    if (length === 0) return undefined;
    const min = float64At(numbers, 0);
    numbers[0] = float64At(numbers, --length);
    siftDown(0);
    return min;
  };
}
