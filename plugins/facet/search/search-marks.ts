import { uint32At, uint8At } from '../engine/array-access.js';
import type { ParsedSearch, SearchPart } from '../engine/segment.js';
import type { TextList } from '../engine/text-list.js';
import type { CodeIndex } from './code-index.js';
import type { Postings } from './collect-texts.js';
import { compact, wordsOf } from './normalize.js';
import { SPARSE_SHARE, levelAt, markedProducts, matchPhrase, type MarkPool, MAX_COST, recordMarked } from './marks.js';
import { OTHER, FIELD_MASK } from './prepared-text.js';
import type { WordLookup } from './word-matches.js';

/** Minimum length of a fragment of a SKU or GTIN, in characters. */
export const MIN_FRAGMENT = 2;

/** The indexes that are searched. */
export interface SearchIndexes extends Postings {
  readonly names: TextList;
  readonly fragments: CodeIndex;
  readonly lookup: WordLookup;
}

/**
 * Creates a function that marks the products that match a search.
 * @param pool marks of these products
 */
export function createSearchMarks(
  { names, start, postings, fragments, lookup }: SearchIndexes,
  pool: MarkPool,
): (search: ParsedSearch, tolerant: boolean) => Uint8Array {
  const markAll = (marks: readonly Uint8Array[]): Uint8Array | undefined =>
    marks.reduce<Uint8Array | undefined>(pool.intersect, undefined);

  /** Marks the products of a range of the vocabulary with the fields of the token; marks of closer matches are kept. */
  function markRange(marks: Uint8Array, from: number, to: number, cost: number): void {
    const level = levelAt(cost);
    const [first, end] = [uint32At(start, from), uint32At(start, to)];
    const list = markedProducts.get(marks);
    const sparseList = list && list.length + end - first <= marks.length * SPARSE_SHARE ? list : undefined;
    if (!sparseList) markedProducts.delete(marks);
    for (let i = first; i < end; i++) {
      const posting = uint32At(postings, i);
      const product = posting >>> 2;
      const currentMark = uint8At(marks, product);
      if (currentMark === 0) sparseList?.push(product);
      if (currentMark === 0 || (currentMark & ~FIELD_MASK) === level)
        marks[product] = currentMark | level | (posting & FIELD_MASK);
    }
  }

  function markWord(token: string, tolerant: boolean, cost: number): Uint8Array {
    const marks = pool.none();
    markRange(marks, ...lookup.prefixRange(token), cost);
    for (const { number, distance } of lookup.findOtherMatches(token, tolerant))
      markRange(marks, number, number + 1, Math.min(MAX_COST, cost + distance));
    return marks;
  }

  function markCode(marks: Uint8Array, code: string, cost: number): void {
    const codeMark = levelAt(cost) | OTHER;
    fragments.forEachContaining(code, (product) => {
      const currentMark = uint8At(marks, product);
      if (currentMark === 0) recordMarked(marks, product);
      marks[product] = currentMark >>> 2 < codeMark >>> 2 ? codeMark : currentMark | OTHER;
    });
  }

  function markText(text: string, tolerant: boolean, cost: number): Uint8Array {
    const marks = markAll(wordsOf(text).map((token) => markWord(token, tolerant, cost))) ?? pool.none();
    const code = compact(text);
    if (code.length >= MIN_FRAGMENT) markCode(marks, code, cost);
    return marks;
  }

  /** Marks the products by the closest of several alternatives. */
  function markPart(part: SearchPart, tolerant: boolean): Uint8Array {
    return part
      .map(
        ({ tokens: words, cost }) =>
          markAll(words.map((word, i) => markText(word, tolerant, i === 0 ? cost : 0))) ?? pool.none(),
      )
      .reduce(pool.mergeBest);
  }

  return ({ phrase, parts }, tolerant) =>
    (parts.length > 0 ? markAll(parts.map((part) => markPart(part, tolerant))) : matchPhrase(names, phrase)) ??
    pool.none();
}
