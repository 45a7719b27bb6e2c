import { normalizeForSearch } from 'plinth';

/** Characters of a part; what is looked for beyond them is compared with the texts. */
const PART = 24;
/** Characters of a word; a longer one counts as several, which overlap by a part so that no part of it is lost. */
const WORD = 100;
/** Stands behind every text that begins alike. */
export const LAST = '\u{10ffff}';

/** The words of folded text, each once: what stands between spaces and ends of lines. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[ \n]/).filter(Boolean).flatMap(inPieces))];
}

function inPieces(word: string): string[] {
  if (word.length <= WORD) return [word];
  const letters = [...word];
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at + PART < letters.length; at += WORD - PART)
    pieces.push(letters.slice(at, at + WORD).join(''));
  return pieces;
}

/** All endings of a word, each cut to a part: one of them begins with whatever the word holds. */
export function partsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set(letters.map((_, at) => letters.slice(at, at + PART).join('')))];
}

/** What the parts of words that hold a text lie between, the end not included; words that hold more than it where it is longer than a part. */
export function rangeOf(text: string): readonly [from: string, to: string] {
  const part = beginning(text, PART);
  return [part, part + LAST];
}

/** Whether parts alone tell which words hold a text. */
export function isWithinPart(text: string): boolean {
  return [...text].length <= PART;
}

/** The first characters of a text. */
export function beginning(text: string, length = WORD): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}

/** A text as searches compare it, in one line with single spaces. */
export function foldedLine(text: string): string {
  return normalizeForSearch(text).replace(/\s+/gu, ' ').trim();
}

/** The name of a term as searches compare it, as long as its column takes. */
export function foldedTerm(name: string): string {
  return [...foldedLine(name)].slice(0, 1000).join('');
}
