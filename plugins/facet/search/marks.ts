import { uint8At } from '../engine/array-access.js';
import type { TextList } from '../engine/text-list.js';
import { NAME, OTHER } from './prepared-text.js';

/*
 * A mark states how close a product is to the search, and which fields contain the tokens: four times the difference
 * between the maximum cost and the cost of the match, plus `NAME` or `OTHER`. Zero is no match.
 */

/** Maximum cost of a match, summed over all tokens; higher costs are capped. */
export const MAX_COST = 15;

/** Returns the mark of a match at a cost, without a field. */
export const levelAt = (cost: number): number => (MAX_COST - cost) << 2;

/** Share of all products below which marked products are listed, so that the others need not be scanned. */
export const SPARSE_SHARE = 1 / 32;

/** The marked products by mark array, if they are few. */
export const markedProducts = new WeakMap<Uint8Array, number[]>();

/** Records the first mark of a product; the list is dropped once there are too many. */
export function recordMarked(marks: Uint8Array, product: number): void {
  const list = markedProducts.get(marks);
  if (!list) return;
  if (list.length < marks.length * SPARSE_SHARE) list.push(product);
  else markedProducts.delete(marks);
}

/** Maximum number of mark arrays that are kept for reuse. */
const MAX_SPARE_BUFFERS = 2;

/** Allocates and combines marks for the products of one text index. */
export interface MarkPool {
  /** Returns an array without marks. */
  none(): Uint8Array;
  /** Releases marks that are no longer used. */
  free(marks: Uint8Array): void;
  /** Returns the products marked in both arrays; one of the two is released. */
  intersect(before: Uint8Array | undefined, marks: Uint8Array): Uint8Array;
  /** Returns the better of two marks for each product; the first array is released. */
  mergeBest(before: Uint8Array, marks: Uint8Array): Uint8Array;
  bytes(): number;
}

export function createMarkPool(products: number): MarkPool {
  /**
   * Zeroed buffers for reuse: allocating a tenth of a megabyte for each word of each search would burden the garbage
   * collector.
   */
  const spareBuffers: ArrayBufferLike[] = [];

  function free(marks: Uint8Array): void {
    if (spareBuffers.length < MAX_SPARE_BUFFERS) spareBuffers.push(marks.fill(0).buffer);
  }

  return {
    free,
    none() {
      const marks = new Uint8Array(spareBuffers.pop() ?? new ArrayBuffer(products));
      markedProducts.set(marks, []);
      return marks;
    },
    intersect(before, marks) {
      const found = intersectMarks(before, marks);
      if (before) free(found === before ? marks : before);
      return found;
    },
    mergeBest(before, marks) {
      const found = mergeMarks(before, marks);
      free(before);
      return found;
    },
    bytes: () => spareBuffers.length * products,
  };
}

/** Keeps products marked in both arrays and adds the costs; the result is in the name only if both tokens are. */
function intersectMarks(before: Uint8Array | undefined, marks: Uint8Array): Uint8Array {
  if (!before) return marks;
  const [some, others] =
    (markedProducts.get(before)?.length ?? Infinity) < (markedProducts.get(marks)?.length ?? Infinity)
      ? [before, marks]
      : [marks, before];
  const join = (product: number): void => {
    const [left, right] = [uint8At(some, product), uint8At(others, product)];
    const cost = Math.max(0, (left >>> 2) + (right >>> 2) - MAX_COST);
    some[product] = left === 0 || right === 0 ? 0 : (cost << 2) | (left & right & NAME ? NAME : OTHER);
  };
  const list = markedProducts.get(some);
  if (list) {
    list.forEach(join);
    markedProducts.set(
      some,
      list.filter((product) => uint8At(some, product) !== 0),
    );
  } else for (let product = 0; product < some.length; product++) join(product);
  return some;
}

/** Keeps the better of two marks. */
function mergeMarks(before: Uint8Array, marks: Uint8Array): Uint8Array {
  const keepBetter = (product: number): void => {
    const [old, added] = [uint8At(before, product), uint8At(marks, product)];
    if (old >>> 2 === added >>> 2) marks[product] = added | old;
    else if (old > added) marks[product] = old;
  };
  const list = markedProducts.get(before);
  if (list && markedProducts.has(marks)) {
    for (const product of list) {
      if (uint8At(marks, product) === 0) recordMarked(marks, product);
      keepBetter(product);
    }
  } else {
    markedProducts.delete(marks);
    for (let product = 0; product < marks.length; product++) keepBetter(product);
  }
  return marks;
}

/** Searches names for the literal phrase, if that has no letters or digits. */
export function matchPhrase(names: TextList, phrase: string): Uint8Array {
  const marks = new Uint8Array(names.length);
  if (phrase !== '')
    for (let product = 0; product < names.length; product++)
      if (names.at(product).includes(phrase)) marks[product] = (MAX_COST << 2) | NAME;
  return marks;
}
