import { itemAt, uint32At, uint8At } from '../engine/array-access.js';
import { MAX_SCORE, type ParsedSearch, type SearchPart, type TextIndex, type TextSearch } from '../engine/segment.js';
import { textBytes, type TextList, restoreTextList, type TextListParts } from '../engine/text-list.js';
import type { InterruptibleWork } from '../engine/work.js';
import { codeIndexOf, type CodeIndexParts, createCodeIndex } from './code-index.js';
import { type CollectedTexts, createTextCollector, type Postings } from './collect-texts.js';
import { compact, wordsOf } from './normalize.js';
import { createMarkPool, levelAt, markedProducts, type MarkPool, recordMarked } from './marks.js';
import { NAME, OTHER, FIELD_MASK, prepareText } from './prepared-text.js';
import { parseSearch } from './read-search.js';
import { createSearchMarks, MIN_FRAGMENT, type SearchIndexes } from './search-marks.js';
import { createStemIndex } from './stem-index.js';
import { createTypoIndex } from './typo-index.js';
import { createWordLookup, type WordParts } from './word-matches.js';

/**
 * Maximum number of searches whose scores are cached; each takes a byte per product, and a bit per document with a
 * score.
 */
const MAX_CACHED_SEARCHES = 4;

/** Scores of exact matches, the first key of the order by relevance. Each unit of cost subtracts four points. */
export const SCORE = {
  other: MAX_SCORE - 3,
  name: MAX_SCORE - 2,
  nameStart: MAX_SCORE - 1,
  code: MAX_SCORE,
} as const;

/** The in-memory full-text search. */
export const textSearch: TextSearch = {
  prepare: prepareText,
  read: parseSearch,
  createCollector: () => createTextCollector(createIndex),
  restore: (parts) => restoreIndex(parts as TextIndexParts),
};

/** The parts of an index. */
interface TextIndexParts extends Postings, WordParts {
  readonly names: TextListParts;
  readonly codes: TextListParts;
  readonly fragments: CodeIndexParts | undefined;
}

function* createIndex({ names, codes, vocabulary, start, postings }: CollectedTexts): InterruptibleWork<TextIndex> {
  return restoreIndex({
    start,
    postings,
    vocabulary,
    names: names.parts,
    codes: codes.parts,
    fragments: (yield* createCodeIndex(codes)).parts,
    typos: (yield* createTypoIndex(vocabulary)).parts,
    stems: (yield* createStemIndex(vocabulary)).parts,
  });
}

function restoreIndex(parts: TextIndexParts): TextIndex {
  const { start, postings, vocabulary } = parts;
  const names = restoreTextList(parts.names);
  const fragments = codeIndexOf(restoreTextList(parts.codes), parts.fragments);
  const lookup = createWordLookup(parts);
  const indexes: SearchIndexes = { names, start, postings, fragments, lookup };
  const pool = createMarkPool(names.length);
  const scoreCache = createRecentScores(createScores(indexes, pool), pool);
  const productsOf = (from: number, to: number): number => uint32At(start, to) - uint32At(start, from);

  return {
    parts,
    names,
    match: scoreCache.match,
    visitNearest: createNearestSearch(indexes),
    scoredProducts: (scores) => markedProducts.get(scores),
    findSimilar(word) {
      const [from, to] = lookup.prefixRange(word);
      if (from < to) return [{ word, distance: 0, products: productsOf(from, to) }];
      return lookup.findCorrections(word).map(({ number, distance }) => ({
        word: itemAt(vocabulary, number),
        distance,
        products: productsOf(number, number + 1),
      }));
    },
    findByPrefix(prefix) {
      const [from, to] = lookup.prefixRange(prefix);
      return vocabulary.slice(from, to).map((word, i) => ({ word, products: productsOf(from + i, from + i + 1) }));
    },
    bytes: () =>
      Math.ceil(scoreCache.count() * names.length * 1.125) +
      pool.bytes() +
      postings.byteLength +
      start.byteLength +
      names.bytes() +
      textBytes(vocabulary) +
      fragments.bytes() +
      lookup.bytes,
  };
}

type Match = TextIndex['match'];

/**
 * Caches the latest scores, since visitors keep filtering and paging the same search. Cached arrays must not be
 * modified, nor used after later searches.
 */
function createRecentScores(match: Match, pool: MarkPool): { readonly match: Match; count(): number } {
  const cache = new Map<string, Uint8Array>();
  return {
    count: () => cache.size,
    match(search, tolerant) {
      const key = JSON.stringify([search.phrase, search.parts, tolerant]);
      const cachedScores = cache.get(key);
      if (cachedScores) return cachedScores;
      const scores = match(search, tolerant);
      const [oldest] = cache;
      if (oldest && cache.size >= MAX_CACHED_SEARCHES) {
        cache.delete(oldest[0]);
        pool.free(oldest[1]);
      }
      cache.set(key, scores);
      return scores;
    },
  };
}

/** Returns a check whether a name begins with a phrase; the first character decides most cases. */
const createStartsWith = (names: TextList, phrase: string): ((product: number) => boolean) => {
  const first = phrase.charCodeAt(0);
  return (product) =>
    names.firstCharCode(product) === first && (phrase.length === 1 || names.startsWith(product, phrase));
};

/** Creates the conversion of a search's marks to scores. */
function createScores(indexes: SearchIndexes, pool: MarkPool): Match {
  const { names, fragments } = indexes;
  const marksOf = createSearchMarks(indexes, pool);
  return (search, tolerant) => {
    const scores = marksOf(search, tolerant);
    const startsWith = createStartsWith(names, search.phrase);
    const score = (product: number): void => {
      const mark = uint8At(scores, product);
      if (mark === 0) return;
      const fieldScore = mark & NAME ? 2 : 1;
      scores[product] = (mark & ~FIELD_MASK) + (startsWith(product) ? 3 : fieldScore);
    };
    const list = markedProducts.get(scores);
    if (list) list.forEach(score);
    else for (let product = 0; product < scores.length; product++) score(product);
    const code = compact(search.phrase);
    if (code !== '') {
      fragments.forEachEqual(code, (product) => {
        if (uint8At(scores, product) === 0) recordMarked(scores, product);
        scores[product] = SCORE.code;
      });
    }
    return scores;
  };
}

/** Creates the search for a single word, which calls back with products, nearest matches first. */
function createNearestSearch({ names, start, postings, fragments, lookup }: SearchIndexes): TextIndex['visitNearest'] {
  /** Returns the start of the products that have a word outside their name only. */
  function otherFieldsStart(word: number): number {
    let low = uint32At(start, word);
    let high = uint32At(start, word + 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (uint32At(postings, middle) & NAME) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return ({ phrase, parts }: ParsedSearch, tolerant, visit, isEnough) => {
    const word = getSingleWord(parts);
    if (word === undefined) return false;
    const startsWith = createStartsWith(names, phrase);
    const scoreAt = (cost: number, field: number): number => levelAt(cost) + (field & NAME ? 2 : 1);
    const withPrefixBonus = (product: number, score: number): number =>
      startsWith(product) ? score | FIELD_MASK : score;
    /** Visits words that begin with the typed one; only then can a name begin with the phrase. */
    const visitPrefixed = (from: number, to: number): void => {
      const end = uint32At(start, to);
      for (let i = uint32At(start, from); i < end; i++) {
        const posting = uint32At(postings, i);
        visit(posting >>> 2, withPrefixBonus(posting >>> 2, scoreAt(0, posting)));
      }
    };
    /** Visits a range of postings while the results are useful. */
    const visitWhile = (from: number, to: number, score: number): void => {
      for (let i = from; i < to && visit(uint32At(postings, i) >>> 2, score); i++);
    };
    const code = compact(phrase);
    fragments.forEachEqual(code, (product) => visit(product, SCORE.code));
    if (code.length >= MIN_FRAGMENT)
      fragments.forEachContaining(code, (product) => visit(product, withPrefixBonus(product, scoreAt(0, OTHER))));
    visitPrefixed(...lookup.prefixRange(word));
    let lastDistance = 0;
    for (const { number, distance } of lookup.findOtherMatches(word, tolerant)) {
      if (distance > lastDistance && isEnough()) break;
      lastDistance = distance;
      const others = otherFieldsStart(number);
      visitWhile(uint32At(start, number), others, scoreAt(distance, NAME));
      visitWhile(others, uint32At(start, number + 1), scoreAt(distance, OTHER));
    }
    return true;
  };
}

/** Returns the word of a search that consists of one word without synonyms. */
function getSingleWord(parts: readonly SearchPart[]): string | undefined {
  const [text, ...more] = parts.flat().flatMap((alternative) => alternative.tokens);
  const words = text === undefined || more.length > 0 ? [] : wordsOf(text);
  return words.length === 1 ? words[0] : undefined;
}
