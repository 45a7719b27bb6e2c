/** Letters that Unicode does not take apart into a letter and a mark. */
const SINGLE: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ħ: 'h', ı: 'i' };

/** A text as search compares it: lower-case, without diacritics. */
export function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}+/gu, '').replace(/[łđøæœßþħı]/g, (letter) => SINGLE[letter] ?? letter).replace(/\s+/gu, ' ').trim();
}
