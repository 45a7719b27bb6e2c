import { float64At } from './array-access.js';
/**
 * Yields numbers in ascending order from a binary heap, which is cheaper than a full sort if only the first ones are
 * needed.
 * @param numbers modified in the process
 * @returns the next number at each call; undefined when there are no more
 */
export function leastFirst(numbers: Float64Array): () => number | undefined {
  let length = numbers.length;

  function sink(from: number): void {
    const number = float64At(numbers, from);
    let at = from;
    for (let below = 2 * at + 1; below < length; below = 2 * at + 1) {
      if (below + 1 < length && float64At(numbers, below + 1) < float64At(numbers, below)) below++;
      if (float64At(numbers, below) >= number) break;
      numbers[at] = float64At(numbers, below);
      at = below;
    }
    numbers[at] = number;
  }

  for (let at = (length >>> 1) - 1; at >= 0; at--) sink(at);
  return () => {
    if (length === 0) return undefined;
    const min = float64At(numbers, 0);
    numbers[0] = float64At(numbers, --length);
    sink(0);
    return min;
  };
}
