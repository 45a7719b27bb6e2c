import { foldedLine } from './folded-line.js';

/** The name of a term as searches compare it, as long as its column takes. */
export function foldedTerm(name: string): string {
  return [...foldedLine(name)].slice(0, 1000).join('');
}
