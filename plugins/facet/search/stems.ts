import { stemmer } from 'stemmer';

/** Shorter words have no forms worth finding. */
const SHORTEST = 3;

/** The stems of a folded word, as if it were Polish and as if it were English: words with a common one are forms of one word. */
export function stemsOf(word: string): readonly string[] {
  if (word.length < SHORTEST || !/^\p{L}+$/u.test(word)) return [];
  const [polish, english] = [polishStem(word), stemmer(word)];
  return [...new Set([polish, english])].filter((stem) => stem.length >= SHORTEST);
}

/** Endings of Polish nouns and adjectives without their diacritics, the longest first. */
const ENDINGS = /(?:iego|iemu|ami|ymi|imi|ych|ich|ego|emu|ach|owi|iem|ow|om|em|ie|ia|iu|ym|im|ej|y|i|a|e|o|u)$/;
/** What must be left of a word. */
const SHORTEST_STEM = 3;

/**
 * The part that the forms of a Polish word have in common: `kubek`, `kubka` and `kubkami` have `kubk`. Plain rules for nouns and
 * adjectives, since no kept library for Polish runs on the oldest Node that the site does; a wrong stem costs a place in the order.
 * @param word folded
 */
export function polishStem(word: string): string {
  // `w szafce`, of `szafka`.
  const softened = word.replace(/([bdfghjlmnprstwz])ce$/, '$1ka');
  const bare = softened.replace(ENDINGS, '');
  const stem = bare.length < SHORTEST_STEM ? softened : bare;
  // The e of `kubek` and `krzesel` is not in their other forms.
  return stem.replace(/([^aeiouy])e([cklnr])$/, '$1$2');
}
