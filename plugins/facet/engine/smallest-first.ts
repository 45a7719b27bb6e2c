import { float64At } from './array-access.js';
/**
 * Gives numbers one after the other, the least first, which takes less than putting all in order where only the first are asked for: they stand in a heap,
 * each no greater than the two below it.
 * @param numbers changed meanwhile
 * @returns the next one at each call; undefined when there are no more
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
