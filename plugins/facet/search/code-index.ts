import { addAt, int32At, takePlace, uint32At, uint8At } from '../engine/array-access.js';
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

/** By trigram: the start of its products, and the difference of each product to the one before. */
export interface CodeIndexParts {
  readonly start: Uint32Array;
  readonly products: Uint8Array;
}

/** Character classes: digits, Latin letters and eleven classes of other characters; 0 is the end of a code. */
const KINDS = 48;
const FIRST_OTHER = 37;
const END = 0;

/** By trigram: the products with a code that contains it. Matches are verified, since classes are not characters. */
const GRAMS = KINDS ** 3;

function kindOf(char: number): number {
  const isDigit = char >= 48 && char <= 57;
  if (isDigit) return char - 47;
  const isLetter = char >= 97 && char <= 122;
  return isLetter ? char - 86 : FIRST_OTHER + (char % (KINDS - FIRST_OTHER));
}

/** Returns the trigrams of a text, one starting at each character as far as the text goes. */
function gramsOf(text: string, complete: boolean): number[] {
  const kind = (at: number): number => (at < text.length ? kindOf(text.charCodeAt(at)) : END);
  const grams: number[] = [];
  for (let at = 0; complete ? at < text.length : at + 2 < text.length; at++)
    grams.push((kind(at) * KINDS + kind(at + 1)) * KINDS + kind(at + 2));
  return grams;
}

function* eachGram(codes: TextList, visit: (gram: number, product: number) => void): InterruptibleWork<void> {
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
  parts ? gramIndex(codes, parts) : plainIndex(codes);

function plainIndex(codes: TextList): CodeIndex {
  function each(text: string, visit: (product: number) => void): void {
    for (let product = 0; product < codes.length; product++) if (codes.at(product).includes(text)) visit(product);
  }
  return {
    forEachContaining: each,
    forEachEqual: (code, visit) => each(`\n${code}\n`, visit),
    bytes: () => codes.bytes(),
  };
}

/**
 * The ascending products of a trigram are stored as differences in variable-length bytes: seven bits each, with the
 * highest bit set if another byte follows.
 */
const SEVEN = 7;
const MORE = 0x80;

const bytesFor = (step: number): number => Math.max(1, Math.ceil((32 - Math.clz32(step)) / SEVEN));

function* countGrams(codes: TextList): InterruptibleWork<CodeIndexParts> {
  const start = new Uint32Array(GRAMS + 1);
  const last = new Int32Array(GRAMS).fill(-1);
  yield* eachGram(codes, (gram, product) => {
    if (int32At(last, gram) === product) return;
    addAt(start, gram + 1, bytesFor(product - int32At(last, gram)));
    last[gram] = product;
  });
  for (let gram = 0; gram < GRAMS; gram++) {
    addAt(start, gram + 1, uint32At(start, gram));
    if ((gram & 0x3fff) === 0x3fff) yield;
  }
  last.fill(-1);
  const fill = start.slice();
  const products = new Uint8Array(uint32At(start, GRAMS));
  yield* eachGram(codes, (gram, product) => {
    if (int32At(last, gram) === product) return;
    let step = product - int32At(last, gram);
    for (; step >= MORE; step >>>= SEVEN) products[takePlace(fill, gram)] = (step & (MORE - 1)) | MORE;
    products[takePlace(fill, gram)] = step;
    last[gram] = product;
  });
  return { start, products };
}

function gramIndex(codes: TextList, parts: CodeIndexParts): CodeIndex {
  const { start, products } = parts;

  function visitGram(gram: number, text: string, visit: (product: number) => void): void {
    let product = -1;
    for (let at = uint32At(start, gram); at < uint32At(start, gram + 1);) {
      let [step, shift] = [0, 0];
      for (; uint8At(products, at) >= MORE; shift += SEVEN) step |= (uint8At(products, at++) & (MORE - 1)) << shift;
      product += step | (uint8At(products, at++) << shift);
      if (codes.at(product).includes(text)) visit(product);
    }
  }

  /** Returns the trigram with approximately the fewest products; undefined if there is none. */
  function rarest(grams: readonly number[]): number | undefined {
    let [found, min] = [undefined as number | undefined, Infinity];
    for (const gram of grams) {
      const length = uint32At(start, gram + 1) - uint32At(start, gram);
      if (length < min) [found, min] = [gram, length];
    }
    return found;
  }

  function each(gram: number | undefined, text: string, visit: (product: number) => void): void {
    if (gram !== undefined) visitGram(gram, text, visit);
  }

  return {
    forEachContaining(fragment, visit) {
      if (fragment.length > 2) return each(rarest(gramsOf(fragment, false)), fragment, visit);
      const first = (kindOf(fragment.charCodeAt(0)) * KINDS + kindOf(fragment.charCodeAt(1))) * KINDS;
      for (let gram = first; gram < first + KINDS; gram++) visitGram(gram, fragment, visit);
    },
    forEachEqual: (code, visit) => each(rarest(gramsOf(code, true)), `\n${code}\n`, visit),
    bytes: () => products.byteLength + start.byteLength + codes.bytes(),
    parts,
  };
}
