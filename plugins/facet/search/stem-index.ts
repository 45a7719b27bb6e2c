import { addAt, itemAt, takePlace, uint32At } from '../engine/array-access.js';
import { growingWholes } from '../engine/growable-array.js';
import type { InterruptibleWork } from '../engine/work.js';
import { stemsOf } from './stems.js';
import { bucketIn, type WordBuckets } from './word-hashes.js';

/** Finds the words of a vocabulary that are inflected forms of a word. */
interface StemIndex {
  /** Returns the numbers of words that share a stem with a word. */
  findInflected(word: string): readonly number[];
  readonly bytes: number;
  readonly parts: WordBuckets;
}

/** Stems are looked up by a hash, and matches are verified. */
export function* createStemIndex(words: readonly string[]): InterruptibleWork<StemIndex> {
  const stems = growingWholes();
  const owners = growingWholes();
  for (let number = 0; number < words.length; number++) {
    if ((number & 0x3f) === 0x3f) yield;
    for (const stem of stemsOf(itemAt(words, number))) {
      stems.push(numberOf(stem));
      owners.push(number);
    }
  }
  const bits = Math.max(1, 32 - Math.clz32(stems.length()));
  const bucketOf = (stem: number): number => stem >>> (32 - bits);
  const start = new Uint32Array(2 ** bits + 1);
  for (let i = 0; i < stems.length(); i++) addAt(start, bucketOf(stems.at(i)) + 1, 1);
  yield;
  for (let bucket = 0; bucket < start.length - 1; bucket++) addAt(start, bucket + 1, uint32At(start, bucket));
  const fill = start.slice();
  const numbers = new Uint32Array(owners.length());
  for (let i = 0; i < owners.length(); i++) numbers[takePlace(fill, bucketOf(stems.at(i)))] = owners.at(i);
  yield;
  return stemIndexOf(words, { start, numbers });
}

export function stemIndexOf(words: readonly string[], parts: WordBuckets): StemIndex {
  const { start, numbers } = parts;
  const bucketOf = bucketIn(parts);
  return {
    parts,
    findInflected(word) {
      const stems = stemsOf(word);
      const found = new Set<number>();
      for (const stem of stems) {
        const bucket = bucketOf(numberOf(stem));
        for (let i = uint32At(start, bucket); i < uint32At(start, bucket + 1); i++)
          if (
            !found.has(uint32At(numbers, i)) &&
            stemsOf(itemAt(words, uint32At(numbers, i))).some((one) => stems.includes(one))
          )
            found.add(uint32At(numbers, i));
      }
      return [...found];
    },
    bytes: start.byteLength + numbers.byteLength,
  };
}

function numberOf(stem: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < stem.length; at++) mixed = Math.imul(mixed ^ stem.charCodeAt(at), 0x01000193);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) ^ (mixed >>> 12)) >>> 0;
}
