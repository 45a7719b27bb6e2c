/** Letters that Unicode does not decompose into a base letter and a mark. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ĸ: 'k',
};
const REPLACED_LETTERS = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'g');

function normalizeAny(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(REPLACED_LETTERS, (letter) => REPLACEMENTS[letter] ?? letter);
}

/** Precomputed for the Latin letters of Europe, since a lookup is much faster than decomposing them. */
const LATIN_LETTERS = Array.from({ length: 0x250 }, (_, code) => normalizeAny(String.fromCharCode(code)));

/**
 * Normalizes a text for search: lower case, without diacritics, ligatures and letter-like symbols. `Łóżko` and `lozko`
 * are equal, as are `Nº 5` and `no 5`. Whitespace is preserved. Unlike this function, WordPress's `removeAccents`
 * preserves capitals and is locale-aware.
 * @since 0.1.0
 */
export function normalizeForSearch(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  if (/^[\x00-\u024f]*$/.test(text))
    return text.replace(/[\x80-\u024f]/g, (letter) => LATIN_LETTERS[letter.charCodeAt(0)] ?? letter).toLowerCase();
  return normalizeAny(text);
}
