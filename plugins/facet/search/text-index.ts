import { type Growing, growingWholes } from '../engine/growing.js';
import {
  MOST_SCORE,
  type ReadSearch,
  type SearchPart,
  type TextCollector,
  type TextIndex,
  type TextSearch,
} from '../engine/segment.js';
import { textBytes } from '../engine/text-bytes.js';
import { textList, type TextList, textListOf, type TextListParts } from '../engine/text-list.js';
import { OFTEN, sorted, upTo, type Work } from '../engine/work.js';
import { codeIndexOf, type CodeIndexParts, createCodeIndex } from './code-index.js';
import { compact, wordsOf } from './fold.js';
import { NAME, OTHER, prepareText } from './prepared-text.js';
import { readSearch } from './read-search.js';
import { createStemIndex, stemIndexOf } from './stem-index.js';
import { createTypoIndex, distanceBetween, typoIndexOf } from './typo-index.js';
import type { WordBuckets } from './word-buckets.js';

/** A word may stand in both. */
const PLACES = NAME | OTHER;

/** Searches whose scores are kept: a byte for each product, and a bit for each document that has one. */
const MOST_RECENT = 4;

/** Memory for as many marks waits for the next search. */
const MOST_SPARE = 2;

/** How far what was found may be from what was typed, all words together; more counts as this. */
const MOST_COST = 15;
/** Another form of the word. */
const STEM_COST = 1;
/** A letter that is wrong, too many or missing: a form of the word is nearer. */
const LETTER_COST = 3;

/** How good a match is that is what was typed; the order of relevance begins with it. Each step away from what was typed takes four. */
export const SCORE = {
  other: MOST_SCORE - 3,
  name: MOST_SCORE - 2,
  nameStart: MOST_SCORE - 1,
  code: MOST_SCORE,
} as const;

/** A fragment of a SKU or GTIN has at least so many characters. */
const MIN_FRAGMENT = 2;

/** Below this part of all products, those that are marked are listed, and nobody looks through the others. */
const FEW = 1 / 32;

/** The products that have a mark, where they are few. */
const listed = new WeakMap<Uint8Array, number[]>();

/** Notes that a product gets its first mark; once there are many, no list is kept. */
function note(marks: Uint8Array, product: number): void {
  const list = listed.get(marks);
  if (!list) return;
  if (list.length < marks.length * FEW) list.push(product);
  else listed.delete(marks);
}

/** Finds products by words in memory. */
export const textSearch: TextSearch = {
  prepare: prepareText,
  read: readSearch,
  collect,
  of: (parts) => indexFrom(parts as TextIndexParts),
};

function collect(): TextCollector {
  const names: string[] = [];
  const codes: string[] = [];
  const numbers = new Map<string, number>();
  /** By product: where its words begin among all; a word is four times its number, and where it stands. */
  const starts = growingWholes();
  const placed = growingWholes();

  return {
    add(text) {
      names.push(text.name);
      codes.push(text.codes.length === 0 ? '' : `\n${text.codes.join('\n')}\n`);
      starts.push(placed.length());
      text.words.forEach((word, i) => {
        let number = numbers.get(word);
        if (number === undefined) numbers.set(word, (number = numbers.size));
        placed.push(4 * number + text.places[i]);
      });
    },

    *finish(order, standing) {
      starts.push(placed.length());
      const words = [...numbers.keys()];
      const sorting = yield* sorted(upTo(words.length), (a, b) => (words[a] < words[b] ? -1 : 1));
      const posted = yield* post(order, standing, sorting, starts, placed);
      const vocabulary: string[] = [];
      for (let i = 0; i < sorting.length; i++) {
        vocabulary.push(words[sorting[i]]);
        if ((i & OFTEN) === OFTEN) yield;
      }
      const itsNames = yield* textList(order.length, (product) => names[order[product]]);
      const itsCodes = yield* textList(order.length, (product) => codes[order[product]]);
      return yield* indexOf(itsNames, itsCodes, vocabulary, posted);
    },
  };
}

/** By word of the vocabulary: its products, each four times its number, and where the word stands in it. Those that have it in their name come first, and each part is in the standing order. */
interface Postings {
  readonly start: Uint32Array;
  readonly postings: Uint32Array;
}

function* post(
  order: Uint32Array,
  standing: Uint32Array,
  sorting: Uint32Array,
  starts: Growing,
  placed: Growing,
): Work<Postings> {
  const rank = new Uint32Array(sorting.length);
  for (let i = 0; i < sorting.length; i++) rank[sorting[i]] = i;
  const start = new Uint32Array(sorting.length + 1);
  const named = new Uint32Array(sorting.length);
  for (let i = 0; i < placed.length(); i++) {
    const word = placed.at(i);
    start[rank[word >>> 2] + 1]++;
    if (word & NAME) named[rank[word >>> 2]]++;
    if ((i & 0x3fff) === 0x3fff) yield;
  }
  for (let i = 0; i < sorting.length; i++) start[i + 1] += start[i];
  const fill = start.slice(0, sorting.length);
  const others = fill.map((from, word) => from + named[word]);
  const postings = new Uint32Array(placed.length());
  yield;
  for (let i = 0; i < standing.length; i++) {
    const added = order[standing[i]];
    const to = starts.at(added + 1);
    for (let at = starts.at(added); at < to; at++) {
      const word = placed.at(at);
      const part = word & NAME ? fill : others;
      postings[part[rank[word >>> 2]]++] = 4 * standing[i] + (word & PLACES);
    }
    if ((i & OFTEN) === OFTEN) yield;
  }
  return { start, postings };
}

/** What an index is made of. */
interface TextIndexParts extends Postings {
  readonly names: TextListParts;
  readonly codes: TextListParts;
  readonly vocabulary: readonly string[];
  readonly fragments: CodeIndexParts | undefined;
  readonly typos: WordBuckets;
  readonly stems: WordBuckets;
}

function* indexOf(names: TextList, codes: TextList, vocabulary: readonly string[], posted: Postings): Work<TextIndex> {
  return indexFrom({
    ...posted,
    vocabulary,
    names: names.parts,
    codes: codes.parts,
    fragments: (yield* createCodeIndex(codes)).parts,
    typos: (yield* createTypoIndex(vocabulary)).parts,
    stems: (yield* createStemIndex(vocabulary)).parts,
  });
}

function indexFrom(parts: TextIndexParts): TextIndex {
  const { start, postings, vocabulary } = parts;
  const names = textListOf(parts.names);
  const fragments = codeIndexOf(textListOf(parts.codes), parts.fragments);
  const typos = typoIndexOf(vocabulary, parts.typos);
  const stems = stemIndexOf(vocabulary, parts.stems);

  /** Memory of marks that nobody looks at any more, all zero: a tenth of a megabyte for each word of each search would keep the garbage collector busy. */
  const spare: ArrayBufferLike[] = [];

  function noMarks(): Uint8Array {
    const marks = new Uint8Array(spare.pop() ?? new ArrayBuffer(names.length));
    listed.set(marks, []);
    return marks;
  }

  function free(marks: Uint8Array): void {
    if (spare.length < MOST_SPARE) spare.push(marks.fill(0).buffer);
  }

  function inBoth(before: Uint8Array | undefined, marks: Uint8Array): Uint8Array {
    const found = both(before, marks);
    if (before) free(found === before ? marks : before);
    return found;
  }

  function nearestOf(before: Uint8Array, marks: Uint8Array): Uint8Array {
    const found = nearest(before, marks);
    free(before);
    return found;
  }

  /** Marks the products of a stretch of the vocabulary with the field the word stands in; what is marked by something nearer stays. */
  function mark(marks: Uint8Array, from: number, to: number, cost: number): void {
    const level = (MOST_COST - cost) << 2;
    const list = listed.get(marks);
    const noted = list && list.length + start[to] - start[from] <= marks.length * FEW ? list : undefined;
    if (!noted) listed.delete(marks);
    for (let i = start[from]; i < start[to]; i++) {
      const product = postings[i] >>> 2;
      const marked = marks[product];
      if (marked === 0) noted?.push(product);
      if (marked === 0 || (marked & ~PLACES) === level) marks[product] = marked | level | (postings[i] & PLACES);
    }
  }

  const stretchOf = (token: string): [from: number, to: number] => [
    lowerBound(vocabulary, token),
    lowerBound(vocabulary, `${token}\uffff`),
  ];

  function markWord(token: string, tolerant: boolean, cost: number): Uint8Array {
    const marks = noMarks();
    mark(marks, ...stretchOf(token), cost);
    for (const { number, away } of further(token, tolerant))
      mark(marks, number, number + 1, Math.min(MOST_COST, cost + away));
    return marks;
  }

  /** Where the products begin that have a word elsewhere than in their name. */
  function othersFrom(word: number): number {
    let low = start[word];
    let high = start[word + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (postings[middle] & NAME) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Words that a token may stand for besides those that begin with it, the nearest first. */
  const further = (token: string, tolerant: boolean): { number: number; away: number }[] =>
    [...stems.formsOf(token).map((number) => ({ number, away: STEM_COST })), ...(tolerant ? near(token) : [])].sort(
      (a, b) => a.away - b.away,
    );

  function near(token: string): { number: number; away: number }[] {
    return typos
      .near(token)
      .map((number) => ({ number, away: LETTER_COST * distanceBetween(token, vocabulary[number]) }))
      .filter(({ away }) => away > 0);
  }

  function markTyped(typed: string, tolerant: boolean, cost: number): Uint8Array {
    const tokens = wordsOf(typed);
    const marks =
      tokens.map((token) => markWord(token, tolerant, cost)).reduce<Uint8Array | undefined>(inBoth, undefined) ??
      noMarks();
    const code = compact(typed);
    if (code.length >= MIN_FRAGMENT) {
      const mark = ((MOST_COST - cost) << 2) | OTHER;
      fragments.eachWith(code, (product) => {
        if (marks[product] === 0) note(marks, product);
        marks[product] = marks[product] >>> 2 < mark >>> 2 ? mark : marks[product] | OTHER;
      });
    }
    return marks;
  }

  /** What is found by the nearest of several ways to say it. */
  function markPart(part: SearchPart, tolerant: boolean): Uint8Array {
    return part
      .map(
        ({ typed, cost }) =>
          typed
            .map((one, i) => markTyped(one, tolerant, i === 0 ? cost : 0))
            .reduce<Uint8Array | undefined>(inBoth, undefined) ?? noMarks(),
      )
      .reduce(nearestOf);
  }

  /** Whether a name begins with the phrase; most names are told by their first character. */
  const startsWith = (product: number, phrase: string, first: number): boolean =>
    names.firstOf(product) === first && (phrase.length === 1 || names.startsWith(product, phrase));

  function matched({ phrase, parts }: ReadSearch, tolerant: boolean): Uint8Array {
    const marks =
      parts.length > 0
        ? parts.map((part) => markPart(part, tolerant)).reduce<Uint8Array | undefined>(inBoth, undefined)
        : literally(names, phrase);
    const scores = marks ?? noMarks();
    const first = phrase.charCodeAt(0);
    const score = (product: number): void => {
      const found = scores[product];
      if (found !== 0)
        scores[product] = (found & ~PLACES) + (startsWith(product, phrase, first) ? 3 : found & NAME ? 2 : 1);
    };
    const list = listed.get(scores);
    if (list) list.forEach(score);
    else for (let product = 0; product < scores.length; product++) score(product);
    const code = compact(phrase);
    if (code !== '') {
      fragments.eachOf(code, (product) => {
        if (scores[product] === 0) note(scores, product);
        scores[product] = SCORE.code;
      });
    }
    return scores;
  }

  /** By search: what it found. Nobody changes it, nor looks at it when other searches came since. */
  const recent = new Map<string, Uint8Array>();

  return {
    parts,
    names,
    // Whoever searches goes on choosing and turning pages under the same words.
    match(search, tolerant) {
      const key = JSON.stringify([search.phrase, search.parts, tolerant]);
      const known = recent.get(key);
      if (known) return known;
      const scores = matched(search, tolerant);
      const [oldest] = recent;
      if (recent.size >= MOST_RECENT) {
        recent.delete(oldest[0]);
        free(oldest[1]);
      }
      recent.set(key, scores);
      return scores;
    },
    nearest({ phrase, parts }, tolerant, visit, enough) {
      const word = onlyWord(parts);
      if (word === undefined) return false;
      const first = phrase.charCodeAt(0);
      const scoreAt = (cost: number, place: number): number => ((MOST_COST - cost) << 2) + (place & NAME ? 2 : 1);
      const begun = (product: number, score: number): number =>
        startsWith(product, phrase, first) ? score | PLACES : score;
      /** A name begins with the phrase only where a word begins with the one that was typed. */
      const beginning = (from: number, to: number): void => {
        for (let i = start[from]; i < start[to]; i++)
          visit(postings[i] >>> 2, begun(postings[i] >>> 2, scoreAt(0, postings[i])));
      };
      const posted = (word: number, cost: number): void => {
        const others = othersFrom(word);
        for (let i = start[word]; i < others && visit(postings[i] >>> 2, scoreAt(cost, NAME)); i++);
        for (let i = others; i < start[word + 1] && visit(postings[i] >>> 2, scoreAt(cost, OTHER)); i++);
      };
      const code = compact(phrase);
      fragments.eachOf(code, (product) => visit(product, SCORE.code));
      if (code.length >= MIN_FRAGMENT)
        fragments.eachWith(code, (product) => visit(product, begun(product, scoreAt(0, OTHER))));
      beginning(...stretchOf(word));
      let reached = 0;
      for (const { number, away } of further(word, tolerant)) {
        if (away > reached && enough()) break;
        reached = away;
        posted(number, away);
      }
      return true;
    },
    few: (scores) => listed.get(scores),
    near(word) {
      const [from, to] = stretchOf(word);
      const spelled = (number: number, distance: number) => ({
        word: vocabulary[number],
        distance,
        products: start[number + 1] - start[number],
      });
      return from < to
        ? [{ word, distance: 0, products: start[to] - start[from] }]
        : typos.near(word).map((number) => spelled(number, distanceBetween(word, vocabulary[number])));
    },
    beginning(word) {
      const [from, to] = stretchOf(word);
      const words: { word: string; products: number }[] = [];
      for (let number = from; number < to; number++)
        words.push({ word: vocabulary[number], products: start[number + 1] - start[number] });
      return words;
    },
    bytes: () =>
      Math.ceil(recent.size * names.length * 1.125) +
      spare.length * names.length +
      postings.byteLength +
      start.byteLength +
      names.bytes() +
      textBytes(vocabulary) +
      fragments.bytes() +
      typos.bytes +
      stems.bytes,
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
    const [one, other] = [some[product], others[product]];
    some[product] =
      one === 0 || other === 0
        ? 0
        : (Math.max(0, (one >>> 2) + (other >>> 2) - MOST_COST) << 2) | (one & other & NAME ? NAME : OTHER);
  };
  const list = listed.get(some);
  if (list) {
    list.forEach(join);
    listed.set(
      some,
      list.filter((product) => some[product] !== 0),
    );
  } else for (let product = 0; product < some.length; product++) join(product);
  return some;
}

/** The word of a search that has no other, and no other way to say it. */
function onlyWord(parts: readonly SearchPart[]): string | undefined {
  const [typed, ...more] = parts.flat().flatMap((way) => way.typed);
  const words = typed === undefined || more.length > 0 ? [] : wordsOf(typed);
  return words.length === 1 ? words[0] : undefined;
}

/** The better one of two marks. */
function nearest(before: Uint8Array, marks: Uint8Array): Uint8Array {
  const better = (product: number): void => {
    if (before[product] >>> 2 === marks[product] >>> 2) marks[product] |= before[product];
    else if (before[product] > marks[product]) marks[product] = before[product];
  };
  const list = listed.get(before);
  if (list && listed.has(marks)) {
    for (const product of list) {
      if (marks[product] === 0) note(marks, product);
      better(product);
    }
  } else {
    listed.delete(marks);
    for (let product = 0; product < marks.length; product++) better(product);
  }
  return marks;
}

/** A search without letters and digits is looked up as it was typed. */
function literally(names: TextList, phrase: string): Uint8Array {
  const marks = new Uint8Array(names.length);
  if (phrase !== '')
    for (let product = 0; product < names.length; product++)
      if (names.at(product).includes(phrase)) marks[product] = (MOST_COST << 2) | NAME;
  return marks;
}

function lowerBound(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle] < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
