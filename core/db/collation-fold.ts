/** Letters that Unicode does not decompose, with the basic letter after which they are sorted. */
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
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'g');
/** A character that is sorted after all letters, so that words with the basic letter come first. */
const SORT_SUFFIX = '\u{335}';
/** Cyrillic letters that are no accented letters for the collation: ѓ, ќ, й, ў and ї. */
const SEPARATE_CYRILLIC = /[гк]\u0301|[иу]\u0306|і\u0308/giu;
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Normalizes a text for comparison in SQLite like MariaDB's `utf8mb4_unicode_ci`. Case and accents are ignored, but
 * separate letters such as `ł`, `ø` and `й` remain, which `foldText` replaces.
 */
export function collationFold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(SEPARATE_CYRILLIC, (letter) => letter.normalize('NFC'))
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe');
}

/** Normalizes a text for sorting in SQLite. */
export function orderFold(text: string): string {
  const folded = collationFold(text);
  if (ASCII.test(folded)) return folded;
  return folded.replace(SPECIAL_LETTERS, (character) => `${BASE_LETTERS[character] ?? character}${SORT_SUFFIX}`);
}
