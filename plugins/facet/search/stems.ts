import { stemmer } from 'stemmer';

/** Minimum length of a word for stemming, in characters. */
const MIN_WORD_LENGTH = 3;

/**
 * Returns the stems of a normalized word by Polish and by English rules; words with a common stem are forms of one
 * word.
 */
export function stemsOf(word: string): readonly string[] {
  if (word.length < MIN_WORD_LENGTH || !/^\p{L}+$/u.test(word)) return [];
  const [polish, english] = [polishStem(word), stemmer(word)];
  return [...new Set([polish, english])].filter((stem) => stem.length >= MIN_WORD_LENGTH);
}

/** Endings of Polish nouns and adjectives without diacritics, longest first. */
const ENDINGS = /(?:iego|iemu|ami|ymi|imi|ych|ich|ego|emu|ach|owi|iem|ow|om|em|ie|ia|iu|ym|im|ej|y|i|a|e|o|u)$/;
/** Minimum length of the remaining stem, in characters. */
const MIN_STEM_LENGTH = 3;

/**
 * Returns the common part of the forms of a Polish word: `kubk` for `kubek`, `kubka` and `kubkami`. Uses simple rules
 * for nouns and adjectives, since no maintained library for Polish supports the oldest Node version that the site does.
 * A wrong stem only lowers the ranking.
 * @param word normalized
 */
export function polishStem(word: string): string {
  // `w szafce`, a form of `szafka`.
  const softened = word.replace(/([bdfghjlmnprstwz])ce$/, '$1ka');
  const withoutEnding = softened.replace(ENDINGS, '');
  const stem = withoutEnding.length < MIN_STEM_LENGTH ? softened : withoutEnding;
  // The other forms of `kubek` and `krzeseł` do not have the e.
  return stem.replace(/([^aeiouy])e([cklnr])$/, '$1$2');
}
