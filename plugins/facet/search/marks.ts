import { uint8At } from '../engine/array-access.js';
import type { TextList } from '../engine/text-list.js';
import { NAME, OTHER } from './prepared-text.js';

/*
 * A mark says of a product how near it is to what was typed, and where in it the words stand: four times how much less than the most it cost to
 * find it, and `NAME` or `OTHER`. Zero is no match.
 */

/** How far what was found may be from what was typed, all words together; more counts as this. */
export const MAX_COST = 15;

/** The mark of what was found at a cost, without a place. */
export const levelAt = (cost: number): number => (MAX_COST - cost) << 2;

/** Below this part of all products, those that are marked are listed, and nobody looks through the others. */
export const FEW = 1 / 32;

/** The products that have a mark, where they are few. */
export const listed = new WeakMap<Uint8Array, number[]>();

/** Notes that a product gets its first mark; once there are many, no list is kept. */
export function note(marks: Uint8Array, product: number): void {
  const list = listed.get(marks);
  if (!list) return;
  if (list.length < marks.length * FEW) list.push(product);
  else listed.delete(marks);
}

/** Memory for as many marks waits for the next search. */
const MAX_SPARE = 2;

/** Marks of one text's products, and what two of them make together. */
export interface MarkPool {
  /** Marks of no product. */
  none(): Uint8Array;
  /** Takes marks back that nobody looks at any more. */
  free(marks: Uint8Array): void;
  /** Where both marks are set; of the two, one is given back. */
  inBoth(before: Uint8Array | undefined, marks: Uint8Array): Uint8Array;
  /** The better one of two marks; the first are given back. */
  nearestOf(before: Uint8Array, marks: Uint8Array): Uint8Array;
  bytes(): number;
}

export function createMarkPool(products: number): MarkPool {
  /** Memory of marks that nobody looks at any more, all zero: a tenth of a megabyte for each word of each search would keep the garbage collector busy. */
  const spare: ArrayBufferLike[] = [];

  function free(marks: Uint8Array): void {
    if (spare.length < MAX_SPARE) spare.push(marks.fill(0).buffer);
  }

  return {
    free,
    none() {
      const marks = new Uint8Array(spare.pop() ?? new ArrayBuffer(products));
      listed.set(marks, []);
      return marks;
    },
    inBoth(before, marks) {
      const found = both(before, marks);
      if (before) free(found === before ? marks : before);
      return found;
    },
    nearestOf(before, marks) {
      const found = nearest(before, marks);
      free(before);
      return found;
    },
    bytes: () => spare.length * products,
  };
}

/** Where both marks are set, as far away as both together; in the name only when both words stand there. */
function both(before: Uint8Array | undefined, marks: Uint8Array): Uint8Array {
  if (!before) return marks;
  const [some, others] =
    (listed.get(before)?.length ?? Infinity) < (listed.get(marks)?.length ?? Infinity)
      ? [before, marks]
      : [marks, before];
  const join = (product: number): void => {
    const [one, other] = [uint8At(some, product), uint8At(others, product)];
    const cost = Math.max(0, (one >>> 2) + (other >>> 2) - MAX_COST);
    some[product] = one === 0 || other === 0 ? 0 : (cost << 2) | (one & other & NAME ? NAME : OTHER);
  };
  const list = listed.get(some);
  if (list) {
    list.forEach(join);
    listed.set(
      some,
      list.filter((product) => uint8At(some, product) !== 0),
    );
  } else for (let product = 0; product < some.length; product++) join(product);
  return some;
}

/** The better one of two marks. */
function nearest(before: Uint8Array, marks: Uint8Array): Uint8Array {
  const better = (product: number): void => {
    const [one, other] = [uint8At(before, product), uint8At(marks, product)];
    if (one >>> 2 === other >>> 2) marks[product] = other | one;
    else if (one > other) marks[product] = one;
  };
  const list = listed.get(before);
  if (list && listed.has(marks)) {
    for (const product of list) {
      if (uint8At(marks, product) === 0) note(marks, product);
      better(product);
    }
  } else {
    listed.delete(marks);
    for (let product = 0; product < marks.length; product++) better(product);
  }
  return marks;
}

/** A search without letters and digits is looked up as it was typed. */
export function literally(names: TextList, phrase: string): Uint8Array {
  const marks = new Uint8Array(names.length);
  if (phrase !== '')
    for (let product = 0; product < names.length; product++)
      if (names.at(product).includes(phrase)) marks[product] = (MAX_COST << 2) | NAME;
  return marks;
}
