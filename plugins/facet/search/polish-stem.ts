/** Endings of Polish nouns and adjectives without their diacritics, the longest first. */
const ENDINGS = /(?:iego|iemu|ami|ymi|imi|ych|ich|ego|emu|ach|owi|iem|ow|om|em|ie|ia|iu|ym|im|ej|y|i|a|e|o|u)$/;
/** What must be left of a word. */
const SHORTEST = 3;

/**
 * The part that the forms of a Polish word have in common: `kubek`, `kubka` and `kubkami` have `kubk`. Plain rules for nouns and
 * adjectives, since no kept library for Polish runs on the oldest Node that the site does; a wrong stem costs a place in the order.
 * @param word folded
 */
export function polishStem(word: string): string {
  // `w szafce`, of `szafka`.
  const softened = word.replace(/([bdfghjlmnprstwz])ce$/, '$1ka');
  const bare = softened.replace(ENDINGS, '');
  const stem = bare.length < SHORTEST ? softened : bare;
  // The e of `kubek` and `krzesel` is not in their other forms.
  return stem.replace(/([^aeiouy])e([cklnr])$/, '$1$2');
}
