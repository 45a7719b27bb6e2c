import { numberAt } from '../engine/array-access.js';
import { normalizeForSearch } from 'plinth';
import type { PreparedText } from '../engine/segment.js';
import type { TextFields } from '../engine/types.js';
import { compact, wordsOf } from './normalize.js';

/** The fields in which a token can occur. */
export const NAME = 1;
export const OTHER = 2;
/** Bit mask of both fields, since a token may occur in both. */
export const FIELD_MASK = NAME | OTHER;

/** A token, and its index in the text that was read last. */
interface Word {
  readonly text: string;
  textNumber: number;
  index: number;
}

/**
 * Cache of texts between two spaces with their tokens: catalogs are repetitive, and normalization is most of the cost
 * of reading them.
 */
const wordsByChunk = new Map<string, readonly Word[]>();
const wordsByText = new Map<string, Word>();
const MAX_CHUNKS = 20_000;
let reading = 0;

function wordsIn(chunk: string): readonly Word[] {
  const cachedWords = wordsByChunk.get(chunk);
  if (cachedWords) return cachedWords;
  const chunkWords = wordsOf(normalizeForSearch(chunk)).map((text) => {
    const word = wordsByText.get(text) ?? { text, textNumber: 0, index: 0 };
    wordsByText.set(text, word);
    return word;
  });
  wordsByChunk.set(chunk, chunkWords);
  return chunkWords;
}

/** Normalizes and tokenizes a product's texts; each token occurs once. */
export function prepareText({ name, codes, other }: TextFields): PreparedText {
  // Cleared only between texts, since repeated tokens within a text must be recognized.
  if (wordsByChunk.size > MAX_CHUNKS) {
    wordsByChunk.clear();
    wordsByText.clear();
  }
  reading++;
  const found: string[] = [];
  const fieldMasks: number[] = [];
  const add = (text: string, field: number): void => {
    for (const chunk of text.split(' ')) {
      for (const word of wordsIn(chunk)) {
        if (word.textNumber === reading) fieldMasks[word.index] = numberAt(fieldMasks, word.index) | field;
        else {
          word.textNumber = reading;
          word.index = found.push(word.text) - 1;
          fieldMasks.push(field);
        }
      }
    }
  };
  add(name, NAME);
  add(other, OTHER);
  for (const code of codes) add(code, OTHER);
  return {
    name: normalizeForSearch(name),
    codes: codes.map((code) => compact(normalizeForSearch(code))).filter((code) => code !== ''),
    words: found,
    fieldMasks,
  };
}
