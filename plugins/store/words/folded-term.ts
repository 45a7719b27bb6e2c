import { fold } from './fold.js';

/** The name of a term as searches compare it, as long as its column takes. */
export function foldedTerm(name: string): string {
  return [...fold(name)].slice(0, 1000).join('');
}
