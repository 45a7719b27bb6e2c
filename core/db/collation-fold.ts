/** Letters that Unicode does not take apart, and the letter behind whose words they are sorted. */
const BEHIND: Readonly<Record<string, string>> = {
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
const BEHIND_LETTERS = new RegExp(`[${Object.keys(BEHIND).join('')}]`, 'g');
/** A mark that is larger than any letter, so that all words with the plain letter come before. */
const STROKE = '\u{335}';
const ASCII = /^[\x00-\x7f]*$/;

/**
 * A text as SQLite compares it, by the rules by which MariaDB's `utf8mb4_unicode_ci` does: without case and accents, while
 * letters of their own such as `ł`, `ø` and `й` stay what they are. `foldText` takes these for others besides.
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

/** A text by which SQLite sorts. */
export function orderFold(text: string): string {
  const folded = collationFold(text);
  if (ASCII.test(folded)) return folded;
  return folded
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replace(BEHIND_LETTERS, (letter) => `${BEHIND[letter] ?? letter}${STROKE}`);
}
