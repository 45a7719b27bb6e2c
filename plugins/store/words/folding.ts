import { foldText } from 'plinth';

/** A text as searches compare it, in one line with single spaces. */
export function foldedLine(text: string): string {
  return foldText(text).replace(/\s+/gu, ' ').trim();
}

/** The name of a term as searches compare it, as long as its column takes. */
export function foldedTerm(name: string): string {
  return [...foldedLine(name)].slice(0, 1000).join('');
}
