/** Letters that Unicode does not decompose, with the letter after which they are sorted. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  æ: 'a',
};
const BEHIND_LETTERS = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'g');
/** A character greater than any letter, so that all words with the plain letter come first. */
const STROKE = '\u{335}';
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Normalizes a text for comparison in SQLite by the rules of MariaDB's `utf8mb4_unicode_ci`: ignores case and accents,
 * but keeps separate letters such as `ł`, `ø` and `й`, which `foldText` replaces as well.
 */
export function collationFold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/и\u0306/giu, 'й')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** Normalizes a text for sorting in SQLite. */
export function orderFold(text: string): string {
  const folded = collationFold(text);
  if (ASCII.test(folded)) return folded;
  return folded
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replace(BEHIND_LETTERS, (character) => `${BASE_LETTERS[character] ?? character}${STROKE}`);
}
