import { addAt, itemAt, numberAt, takeIndex, uint32At } from '../engine/array-access.js';
import { createIntegerArray } from '../engine/growable-array.js';
import { createBucketOf, type WordBuckets } from './word-hashes.js';
import type { InterruptibleWork } from '../engine/work.js';

/** Finds words of a vocabulary that differ from a word by a few letters. */
interface TypoIndex {
  /** Returns the numbers of words within the edit distance allowed for the word's length. */
  findSimilar(word: string): readonly number[];
  readonly bytes: number;
  readonly parts: WordBuckets;
}

/** Number of leading letters that are indexed by deletion; the rest is verified by distance. */
const PREFIX_LENGTH = 7;
/**
 * Length from which words may differ by two letters; shorter ones may differ by one, and those below the minimum by
 * none.
 */
const MIN_TWO_ERROR_LENGTH = 6;
const MIN_LENGTH = 3;

function maxErrorsOf(word: string): number {
  if (word.length < MIN_LENGTH) return 0;
  return word.length < MIN_TWO_ERROR_LENGTH ? 1 : 2;
}

/** Symmetric deletion: words and searches are looked up by the hash of every form with up to two letters removed. */
export function* createTypoIndex(words: readonly string[]): InterruptibleWork<TypoIndex> {
  const forms = createIntegerArray();
  const wordNumbers = createIntegerArray();
  for (let number = 0; number < words.length; number++) {
    if ((number & 0x3f) === 0x3f) yield;
    const word = itemAt(words, number);
    if (!/^\p{L}+$/u.test(word)) continue;
    forEachForm(word.slice(0, PREFIX_LENGTH), maxErrorsOf(word), (form) => {
      forms.push(form);
      wordNumbers.push(number);
    });
  }
  const bits = Math.max(1, 32 - Math.clz32(forms.length()));
  const bucketOf = (form: number): number => form >>> (32 - bits);
  const start = new Uint32Array(2 ** bits + 1);
  for (let i = 0; i < forms.length(); i++) {
    addAt(start, bucketOf(forms.at(i)) + 1, 1);
    if ((i & 0x3fff) === 0x3fff) yield;
  }
  for (let bucket = 0; bucket < start.length - 1; bucket++) addAt(start, bucket + 1, uint32At(start, bucket));
  const fill = start.slice();
  const numbers = new Uint32Array(wordNumbers.length());
  for (let i = 0; i < wordNumbers.length(); i++) {
    numbers[takeIndex(fill, bucketOf(forms.at(i)))] = wordNumbers.at(i);
    if ((i & 0x3fff) === 0x3fff) yield;
  }

  return typoIndexOf(words, { start, numbers });
}

export function typoIndexOf(words: readonly string[], parts: WordBuckets): TypoIndex {
  const { start, numbers } = parts;
  const bucketOf = createBucketOf(parts);
  return {
    parts,
    findSimilar(word) {
      const allowed = maxErrorsOf(word);
      if (allowed === 0) return [];
      const visited = new Set<number>();
      const found: number[] = [];
      forEachForm(word.slice(0, PREFIX_LENGTH), allowed, (form) => {
        const bucket = bucketOf(form);
        for (let i = uint32At(start, bucket); i < uint32At(start, bucket + 1); i++) {
          const number = uint32At(numbers, i);
          if (visited.has(number)) continue;
          visited.add(number);
          if (isWithinDistance(word, itemAt(words, number), allowed)) found.push(number);
        }
      });
      return found;
    },
    bytes: start.byteLength + numbers.byteLength,
  };
}

/**
 * Calls back with the hash of the text, and of each text with up to `depth` letters removed; duplicates are possible.
 */
function forEachForm(text: string, depth: number, visit: (form: number) => void): void {
  visit(hashWithout(text, -1, -1));
  for (let position = 0; depth > 0 && position < text.length; position++) {
    visit(hashWithout(text, position, -1));
    for (let other = position + 1; depth > 1 && other < text.length; other++) visit(hashWithout(text, position, other));
  }
}

/** Hashes a text without two of its letters; collisions are rare. */
function hashWithout(text: string, skip1: number, skip2: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    if (index !== skip1 && index !== skip2) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ (hash >>> 12)) >>> 0;
}

/** Whether the edit distance, including swaps of adjacent letters, is at most `limit`. */
export const isWithinDistance = (a: string, b: string, limit: number): boolean => distanceBetween(a, b, limit) <= limit;

/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbor; above `limit`, any number
 * greater than it.
 */
export function distanceBetween(a: string, b: string, limit = 2): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previousRow2: number[] = [];
  let previousRow = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        numberAt(previousRow, j) + 1,
        numberAt(row, j - 1) + 1,
        numberAt(previousRow, j - 1) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, numberAt(previousRow2, j - 2) + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return best;
    previousRow2 = previousRow;
    previousRow = row;
  }
  return numberAt(previousRow, b.length);
}
