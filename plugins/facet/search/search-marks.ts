import { uint32At, uint8At } from '../engine/array-access.js';
import type { ReadSearch, SearchPart } from '../engine/segment.js';
import type { TextList } from '../engine/text-list.js';
import type { CodeIndex } from './code-index.js';
import type { Postings } from './collect-texts.js';
import { compact, wordsOf } from './normalize.js';
import { SPARSE_SHARE, levelAt, listed, literally, type MarkPool, MAX_COST, note } from './marks.js';
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
): (search: ReadSearch, tolerant: boolean) => Uint8Array {
  const all = (marks: readonly Uint8Array[]): Uint8Array | undefined =>
    marks.reduce<Uint8Array | undefined>(pool.intersect, undefined);

  /** Marks the products of a range of the vocabulary with the fields of the token; marks of closer matches are kept. */
  function mark(marks: Uint8Array, from: number, to: number, cost: number): void {
    const level = levelAt(cost);
    const [first, end] = [uint32At(start, from), uint32At(start, to)];
    const list = listed.get(marks);
    const sparseList = list && list.length + end - first <= marks.length * SPARSE_SHARE ? list : undefined;
    if (!sparseList) listed.delete(marks);
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
    mark(marks, ...lookup.prefixRange(token), cost);
    for (const { number, distance } of lookup.findOtherMatches(token, tolerant))
      mark(marks, number, number + 1, Math.min(MAX_COST, cost + distance));
    return marks;
  }

  function markCode(marks: Uint8Array, code: string, cost: number): void {
    const mark = levelAt(cost) | OTHER;
    fragments.forEachContaining(code, (product) => {
      const currentMark = uint8At(marks, product);
      if (currentMark === 0) note(marks, product);
      marks[product] = currentMark >>> 2 < mark >>> 2 ? mark : currentMark | OTHER;
    });
  }

  function markTyped(text: string, tolerant: boolean, cost: number): Uint8Array {
    const marks = all(wordsOf(text).map((token) => markWord(token, tolerant, cost))) ?? pool.none();
    const code = compact(text);
    if (code.length >= MIN_FRAGMENT) markCode(marks, code, cost);
    return marks;
  }

  /** Marks the products by the closest of several alternatives. */
  function markPart(part: SearchPart, tolerant: boolean): Uint8Array {
    return part
      .map(
        ({ tokens: words, cost }) =>
          all(words.map((one, i) => markTyped(one, tolerant, i === 0 ? cost : 0))) ?? pool.none(),
      )
      .reduce(pool.mergeBest);
  }

  return ({ phrase, parts }, tolerant) =>
    (parts.length > 0 ? all(parts.map((part) => markPart(part, tolerant))) : literally(names, phrase)) ?? pool.none();
}
