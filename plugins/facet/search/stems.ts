import { stemmer } from 'stemmer';
import { polishStem } from './polish-stem.js';

/** Shorter words have no forms worth finding. */
const SHORTEST = 3;

/** The stems of a folded word, as if it were Polish and as if it were English: words with a common one are forms of one word. */
export function stemsOf(word: string): readonly string[] {
  if (word.length < SHORTEST || !/^\p{L}+$/u.test(word)) return [];
  const [polish, english] = [polishStem(word), stemmer(word)];
  return [...new Set([polish, english])].filter((stem) => stem.length >= SHORTEST);
}
