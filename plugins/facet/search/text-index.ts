import type { MakeTextIndex } from '../engine/segment-builder.js';
import type { TextIndex } from '../engine/segment.js';
import type { TextFields } from '../engine/types.js';
import { atOnce, OFTEN, sorted, type Work } from '../engine/work.js';
import { compact, fold, wordsOf } from './fold.js';
import { createTypoIndex, type TypoIndex } from './typo-index.js';

/** Where in a product a word stands. */
const NAME = 1;
const OTHER = 2;

/** How good a match is; the order of relevance begins with it. */
export const SCORE = { other: 1, name: 2, nameStart: 3, code: 4 } as const;

/** A fragment of a SKU or GTIN has at least so many characters. */
const MIN_FRAGMENT = 2;

/** A product's texts, folded and taken apart. */
interface PreparedText {
  readonly name: string;
  readonly codes: readonly string[];
  readonly words: ReadonlyMap<string, number>;
}

const prepared = new WeakMap<TextFields, PreparedText>();

function prepare(text: TextFields): PreparedText {
  const known = prepared.get(text);
  if (known) return known;
  const name = fold(text.name);
  const words = new Map<string, number>();
  for (const word of wordsOf(name)) words.set(word, NAME);
  const rest = [text.other, ...text.codes].join(' ');
  for (const word of wordsOf(fold(rest))) words.set(word, (words.get(word) ?? 0) | OTHER);
  const made = { name, codes: text.codes.map((code) => compact(fold(code))).filter((code) => code !== ''), words };
  prepared.set(text, made);
  return made;
}

/** Builds the words of a segment's products. @since 0.1.0 */
export const createTextIndex: MakeTextIndex = Object.assign((texts: readonly TextFields[]) => atOnce(indexOf(texts)), {
  inSteps: indexOf,
  prepare: (text: TextFields): void => void prepare(text),
});

function* indexOf(texts: readonly TextFields[]): Work<TextIndex> {
  const all = texts.map(prepare);
  yield;
  const names = all.map(({ name }) => name);
  const codes = all.map((text) => text.codes);
  const fragments = yield* joinCodes(codes);
  const { vocabulary, postings, start } = yield* collectWords(all);
  let typos: TypoIndex | undefined;

  /** Marks the products of a stretch of the vocabulary with the field the word stands in. */
  function mark(marks: Uint8Array, from: number, to: number): void {
    for (let i = start[from]; i < start[to]; i++) marks[postings[i] >>> 2] |= postings[i] & 3;
  }

  function markWord(token: string, tolerant: boolean): Uint8Array {
    const marks = new Uint8Array(texts.length);
    const from = lowerBound(vocabulary, token);
    const to = lowerBound(vocabulary, `${token}\uffff`);
    mark(marks, from, to);
    if (!tolerant || from !== to) return marks;
    typos ??= createTypoIndex(vocabulary);
    for (const number of typos.near(token)) mark(marks, number, number + 1);
    return marks;
  }

  function markTyped(typed: string, tolerant: boolean): Uint8Array {
    const tokens = wordsOf(typed);
    const marks = tokens.map((token) => markWord(token, tolerant)).reduce<Uint8Array | undefined>(both, undefined) ?? new Uint8Array(texts.length);
    const code = compact(typed);
    if (code.length >= MIN_FRAGMENT) for (const product of fragments.find(code)) marks[product] |= OTHER;
    return marks;
  }

  return {
    match(search, tolerant) {
      const phrase = fold(search).trim().replace(/\s+/g, ' ');
      const typed = phrase.split(' ').filter((part) => wordsOf(part).length > 0);
      const marks = typed.length > 0 ? typed.map((part) => markTyped(part, tolerant)).reduce<Uint8Array | undefined>(both, undefined) : literally(names, phrase);
      const scores = marks ?? new Uint8Array(texts.length);
      const code = compact(phrase);
      for (let product = 0; product < scores.length; product++) {
        if (codes[product].includes(code)) scores[product] = SCORE.code;
        else if (scores[product] !== 0) scores[product] = names[product].startsWith(phrase) ? SCORE.nameStart : scores[product] & NAME ? SCORE.name : SCORE.other;
      }
      return scores;
    },
    bytes: postings.byteLength + start.byteLength + vocabulary.reduce((sum, word) => sum + word.length * 2 + 24, 0) + fragments.length * 2,
  };
}

/** Where both marks are set; in the name only when both words stand there. */
function both(before: Uint8Array | undefined, marks: Uint8Array): Uint8Array {
  if (!before) return marks;
  for (let i = 0; i < marks.length; i++) marks[i] = before[i] === 0 || marks[i] === 0 ? 0 : before[i] & marks[i] & NAME ? NAME : OTHER;
  return marks;
}

/** A search without letters and digits is looked up as it was typed. */
function literally(names: readonly string[], phrase: string): Uint8Array {
  return Uint8Array.from(names, (name) => (phrase !== '' && name.includes(phrase) ? NAME : 0));
}

function* collectWords(texts: readonly PreparedText[]): Work<{ vocabulary: string[]; postings: Uint32Array; start: Uint32Array }> {
  const lists = new Map<string, number[]>();
  for (const [product, { words }] of texts.entries()) {
    if ((product & OFTEN) === OFTEN) yield;
    for (const [word, mask] of words) {
      const list = lists.get(word);
      const posting = (product << 2) | mask;
      if (list) list.push(posting);
      else lists.set(word, [posting]);
    }
  }
  const vocabulary = yield* sorted([...lists.keys()], byCode);
  const start = new Uint32Array(vocabulary.length + 1);
  for (const [i, word] of vocabulary.entries()) {
    start[i + 1] = start[i] + (lists.get(word)?.length ?? 0);
    if ((i & OFTEN) === OFTEN) yield;
  }
  const postings = new Uint32Array(start[vocabulary.length]);
  for (const [i, word] of vocabulary.entries()) {
    postings.set(lists.get(word) ?? [], start[i]);
    if ((i & OFTEN) === OFTEN) yield;
  }
  return { vocabulary, postings, start };
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

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

/** All codes in one text: finding a fragment is then one search through it. */
function* joinCodes(codes: readonly (readonly string[])[]): Work<{ find(fragment: string): number[]; length: number }> {
  const offsets: number[] = [];
  let length = 0;
  const texts: string[] = [];
  for (const [product, list] of codes.entries()) {
    offsets.push(length);
    const text = `${list.join('\n')}\n`;
    length += text.length;
    texts.push(text);
    if ((product & OFTEN) === OFTEN) yield;
  }
  const joined = texts.join('');
  return {
    length,
    find(fragment) {
      const found: number[] = [];
      for (let at = joined.indexOf(fragment); at !== -1; ) {
        const product = ownerOf(offsets, at);
        found.push(product);
        at = product + 1 < offsets.length ? joined.indexOf(fragment, offsets[product + 1]) : -1;
      }
      return found;
    },
  };
}

function ownerOf(offsets: readonly number[], at: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (offsets[middle] <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
