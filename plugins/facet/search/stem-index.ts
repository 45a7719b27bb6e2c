import { addAt, itemAt, takeIndex, uint32At } from '../engine/array-access.js';
import { createIntegerArray } from '../engine/growable-array.js';
import type { InterruptibleWork } from '../engine/work.js';
import { stemsOf } from './stems.js';
import { createBucketOf, type WordBuckets } from './word-hashes.js';

/** Finds the words of a vocabulary that are inflected forms of a word. */
interface StemIndex {
  /** Returns the numbers of words that share a stem with a word. */
  findInflected(word: string): readonly number[];
  readonly bytes: number;
  readonly parts: WordBuckets;
}

/** Stems are looked up by a hash, and matches are verified. */
export function* createStemIndex(words: readonly string[]): InterruptibleWork<StemIndex> {
  const stems = createIntegerArray();
  const wordNumbers = createIntegerArray();
  for (let number = 0; number < words.length; number++) {
    if ((number & 0x3f) === 0x3f) yield;
    for (const stem of stemsOf(itemAt(words, number))) {
      stems.push(hashOf(stem));
      wordNumbers.push(number);
    }
  }
  const bits = Math.max(1, 32 - Math.clz32(stems.length()));
  const bucketOf = (stem: number): number => stem >>> (32 - bits);
  const start = new Uint32Array(2 ** bits + 1);
  for (let i = 0; i < stems.length(); i++) addAt(start, bucketOf(stems.at(i)) + 1, 1);
  yield;
  for (let bucket = 0; bucket < start.length - 1; bucket++) addAt(start, bucket + 1, uint32At(start, bucket));
  const fill = start.slice();
  const numbers = new Uint32Array(wordNumbers.length());
  for (let i = 0; i < wordNumbers.length(); i++) numbers[takeIndex(fill, bucketOf(stems.at(i)))] = wordNumbers.at(i);
  yield;
  return stemIndexOf(words, { start, numbers });
}

export function stemIndexOf(words: readonly string[], parts: WordBuckets): StemIndex {
  const { start, numbers } = parts;
  const bucketOf = createBucketOf(parts);
  return {
    parts,
    findInflected(word) {
      const stems = stemsOf(word);
      const found = new Set<number>();
      for (const stem of stems) {
        const bucket = bucketOf(hashOf(stem));
        for (let i = uint32At(start, bucket); i < uint32At(start, bucket + 1); i++)
          if (
            !found.has(uint32At(numbers, i)) &&
            stemsOf(itemAt(words, uint32At(numbers, i))).some((candidate) => stems.includes(candidate))
          )
            found.add(uint32At(numbers, i));
      }
      return [...found];
    },
    bytes: start.byteLength + numbers.byteLength,
  };
}

function hashOf(stem: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < stem.length; index++) hash = Math.imul(hash ^ stem.charCodeAt(index), 0x01000193);
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ (hash >>> 12)) >>> 0;
}
