/** Letters that Unicode does not take apart into a letter and a mark. */
const WHOLE: Readonly<Record<string, string>> = {
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
const WHOLE_LETTERS = new RegExp(`[${Object.keys(WHOLE).join('')}]`, 'g');

function normalizeAny(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(WHOLE_LETTERS, (letter) => WHOLE[letter] ?? letter);
}

/** The Latin letters of Europe one by one, since looking them up takes a fraction of taking them apart. */
const EUROPEAN = Array.from({ length: 0x250 }, (_, code) => normalizeAny(String.fromCharCode(code)));

/**
 * A text as searches compare it: in small letters, without diacritics, ligatures and signs made of letters; `Łóżko` and `lozko` are one word,
 * `Nº 5` and `no 5` too. White space stays. WordPress's `removeAccents` keeps capitals and knows languages.
 * @since 0.3.0
 */
export function normalizeForSearch(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  if (/^[\x00-\u024f]*$/.test(text))
    return text.replace(/[\x80-\u024f]/g, (letter) => EUROPEAN[letter.charCodeAt(0)] ?? letter).toLowerCase();
  return normalizeAny(text);
}
