/** Letters that Unicode does not take apart into a letter and a mark. */
const SINGLE: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ð: 'd', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't' };
const SINGLES = new RegExp(`[${Object.keys(SINGLE).join('')}]`, 'g');

/** A text as search compares it: without case and diacritics, white space collapsed; `Łóżko` becomes `lozko`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(SINGLES, (letter) => SINGLE[letter])
    .replace(/\s+/gu, ' ')
    .trim();
}
