/** Letters that Unicode does not take apart into a letter and a mark. */
const SINGLE: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ð: 'd', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't' };

/** A text as search compares it: lower-case, without diacritics. */
export function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}+/gu, '').replace(/[łđðøæœßþħıŋŧ]/g, (letter) => SINGLE[letter] ?? letter).replace(/\s+/gu, ' ').trim();
}
