import { numberAt } from '../engine/array-access.js';
import { normalizeForSearch } from 'plinth';
import type { PreparedText } from '../engine/segment.js';
import type { TextFields } from '../engine/types.js';
import { compact, wordsOf } from './normalize.js';

/** The fields in which a token can occur. */
export const NAME = 1;
export const OTHER = 2;
/** Bit mask of both fields, since a token may occur in both. */
export const PLACES = NAME | OTHER;

/** A token, and its index in the text that was read last. */
interface Word {
  readonly text: string;
  reading: number;
  at: number;
}

/**
 * Cache of texts between two spaces with their tokens: catalogs are repetitive, and normalization is most of the cost
 * of reading them.
 */
const pieces = new Map<string, readonly Word[]>();
const words = new Map<string, Word>();
const MAX_PIECES = 20_000;
let reading = 0;

function wordsIn(piece: string): readonly Word[] {
  const known = pieces.get(piece);
  if (known) return known;
  const made = wordsOf(normalizeForSearch(piece)).map((text) => {
    const word = words.get(text) ?? { text, reading: 0, at: 0 };
    words.set(text, word);
    return word;
  });
  pieces.set(piece, made);
  return made;
}

/** Normalizes and tokenizes a product's texts; each token occurs once. */
export function prepareText({ name, codes, other }: TextFields): PreparedText {
  // Cleared only between texts, since repeated tokens within a text must be recognized.
  if (pieces.size > MAX_PIECES) {
    pieces.clear();
    words.clear();
  }
  reading++;
  const found: string[] = [];
  const places: number[] = [];
  const add = (text: string, place: number): void => {
    for (const piece of text.split(' ')) {
      for (const word of wordsIn(piece)) {
        if (word.reading === reading) places[word.at] = numberAt(places, word.at) | place;
        else {
          word.reading = reading;
          word.at = found.push(word.text) - 1;
          places.push(place);
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
    places,
  };
}
