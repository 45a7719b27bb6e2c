import { foldText } from 'plinth';

/** A text as searches compare it, in one line with single spaces. */
export function foldedLine(text: string): string {
  return foldText(text).replace(/\s+/gu, ' ').trim();
}
