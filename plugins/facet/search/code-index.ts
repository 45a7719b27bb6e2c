import { addAt, int32At, takeIndex, uint32At, uint8At } from '../engine/array-access.js';
import type { TextList } from '../engine/text-list.js';
import type { InterruptibleWork } from '../engine/work.js';

/** Finds products by fragments of their codes. */
export interface CodeIndex {
  /** Calls back with every product that has a code containing the fragment; a product may occur several times. */
  forEachContaining(fragment: string, visit: (product: number) => void): void;
  /** Calls back with every product that has this code. */
  forEachEqual(code: string, visit: (product: number) => void): void;
  bytes(): number;
  /** Absent if the index consists of the codes alone. */
  readonly parts?: CodeIndexParts;
}

/** By trigram: the start of its products; and the difference of each product number to the previous one. */
export interface CodeIndexParts {
  readonly start: Uint32Array;
  readonly products: Uint8Array;
}

/** Character classes: digits, Latin letters and eleven classes of other characters; 0 is the end of a code. */
const CHAR_CLASSES = 48;
const FIRST_OTHER_CLASS = 37;
const END_CLASS = 0;

/** By trigram: the products with a code that contains it. Matches are verified, since classes are not characters. */
const TRIGRAM_COUNT = CHAR_CLASSES ** 3;

function charClassOf(char: number): number {
  const isDigit = char >= 48 && char <= 57;
  if (isDigit) return char - 47;
  const isLetter = char >= 97 && char <= 122;
  return isLetter ? char - 86 : FIRST_OTHER_CLASS + (char % (CHAR_CLASSES - FIRST_OTHER_CLASS));
}

/** Returns the trigrams of a text: one per character if `complete`, otherwise only those that fit into the text. */
function gramsOf(text: string, complete: boolean): number[] {
  const classAt = (position: number): number =>
    position < text.length ? charClassOf(text.charCodeAt(position)) : END_CLASS;
  const grams: number[] = [];
  for (let index = 0; complete ? index < text.length : index + 2 < text.length; index++)
    grams.push((classAt(index) * CHAR_CLASSES + classAt(index + 1)) * CHAR_CLASSES + classAt(index + 2));
  return grams;
}

function* forEachGram(codes: TextList, visit: (gram: number, product: number) => void): InterruptibleWork<void> {
  for (let product = 0; product < codes.length; product++) {
    if ((product & 0xff) === 0xff) yield;
    const text = codes.at(product);
    if (text === '') continue;
    for (const code of text.slice(1, -1).split('\n')) for (const gram of gramsOf(code, true)) visit(gram, product);
  }
}

/** Number of products below which codes are scanned without an index. */
const MIN_PRODUCTS = 2000;

/** @param codes by product: compact codes, each enclosed by line feeds */
export function* createCodeIndex(codes: TextList): InterruptibleWork<CodeIndex> {
  return codeIndexOf(codes, codes.length < MIN_PRODUCTS ? undefined : yield* countGrams(codes));
}

export const codeIndexOf = (codes: TextList, parts: CodeIndexParts | undefined): CodeIndex =>
  parts ? createGramIndex(codes, parts) : createPlainIndex(codes);

function createPlainIndex(codes: TextList): CodeIndex {
  function visitMatches(text: string, visit: (product: number) => void): void {
    for (let product = 0; product < codes.length; product++) if (codes.at(product).includes(text)) visit(product);
  }
  return {
    forEachContaining: visitMatches,
    forEachEqual: (code, visit) => visitMatches(`\n${code}\n`, visit),
    bytes: () => codes.bytes(),
  };
}

/**
 * The ascending products of a trigram are stored as differences in variable-length bytes: seven bits each, with the
 * highest bit set if another byte follows.
 */
const BITS_PER_BYTE = 7;
const CONTINUATION_BIT = 0x80;

const bytesFor = (step: number): number => Math.max(1, Math.ceil((32 - Math.clz32(step)) / BITS_PER_BYTE));

function* countGrams(codes: TextList): InterruptibleWork<CodeIndexParts> {
  const start = new Uint32Array(TRIGRAM_COUNT + 1);
  const last = new Int32Array(TRIGRAM_COUNT).fill(-1);
  yield* forEachGram(codes, (gram, product) => {
    if (int32At(last, gram) === product) return;
    addAt(start, gram + 1, bytesFor(product - int32At(last, gram)));
    last[gram] = product;
  });
  for (let gram = 0; gram < TRIGRAM_COUNT; gram++) {
    addAt(start, gram + 1, uint32At(start, gram));
    if ((gram & 0x3fff) === 0x3fff) yield;
  }
  last.fill(-1);
  const fill = start.slice();
  const products = new Uint8Array(uint32At(start, TRIGRAM_COUNT));
  yield* forEachGram(codes, (gram, product) => {
    if (int32At(last, gram) === product) return;
    let step = product - int32At(last, gram);
    for (; step >= CONTINUATION_BIT; step >>>= BITS_PER_BYTE)
      products[takeIndex(fill, gram)] = (step & (CONTINUATION_BIT - 1)) | CONTINUATION_BIT;
    products[takeIndex(fill, gram)] = step;
    last[gram] = product;
  });
  return { start, products };
}

function createGramIndex(codes: TextList, parts: CodeIndexParts): CodeIndex {
  const { start, products } = parts;

  function visitGram(gram: number, text: string, visit: (product: number) => void): void {
    let product = -1;
    for (let position = uint32At(start, gram); position < uint32At(start, gram + 1);) {
      let [step, shift] = [0, 0];
      for (; uint8At(products, position) >= CONTINUATION_BIT; shift += BITS_PER_BYTE)
        step |= (uint8At(products, position++) & (CONTINUATION_BIT - 1)) << shift;
      product += step | (uint8At(products, position++) << shift);
      if (codes.at(product).includes(text)) visit(product);
    }
  }

  /** Returns the trigram with approximately the fewest products; undefined if there is none. */
  function findRarest(grams: readonly number[]): number | undefined {
    let [found, min] = [undefined as number | undefined, Infinity];
    for (const gram of grams) {
      const length = uint32At(start, gram + 1) - uint32At(start, gram);
      if (length < min) [found, min] = [gram, length];
    }
    return found;
  }

  function visitMatches(gram: number | undefined, text: string, visit: (product: number) => void): void {
    if (gram !== undefined) visitGram(gram, text, visit);
  }

  return {
    forEachContaining(fragment, visit) {
      if (fragment.length > 2) return visitMatches(findRarest(gramsOf(fragment, false)), fragment, visit);
      const first =
        (charClassOf(fragment.charCodeAt(0)) * CHAR_CLASSES + charClassOf(fragment.charCodeAt(1))) * CHAR_CLASSES;
      for (let gram = first; gram < first + CHAR_CLASSES; gram++) visitGram(gram, fragment, visit);
    },
    forEachEqual: (code, visit) => visitMatches(findRarest(gramsOf(code, true)), `\n${code}\n`, visit),
    bytes: () => products.byteLength + start.byteLength + codes.bytes(),
    parts,
  };
}
