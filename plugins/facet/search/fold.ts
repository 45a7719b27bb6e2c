import { recalled } from 'plinth';

/** Letters that Unicode does not take apart into a base letter and a mark. */
const WHOLE: Readonly<Record<string, string>> = {
  ł: 'l', đ: 'd', ð: 'd', ø: 'o', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ĸ: 'k', ſ: 's',
};
const WHOLE_LETTERS = new RegExp(`[${Object.keys(WHOLE).join('')}]`, 'g');

function foldAny(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(WHOLE_LETTERS, (letter) => WHOLE[letter]);
}

/** The Latin letters of Europe one by one: which marks follow each other matters beyond them alone. */
const EUROPEAN = Array.from({ length: 0x250 }, (_, code) => foldAny(String.fromCharCode(code)));

/** Lower case without diacritics and ligatures: `Łóżko` and `lozko` are one word. */
export function fold(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  if (/^[\x00-\u024f]*$/.test(text)) return text.replace(/[\x80-\u024f]/g, (letter) => EUROPEAN[letter.charCodeAt(0)]).toLowerCase();
  return foldAny(text);
}

const names = new Map<string, string>();
const MOST_NAMES = 10_000;

/** The same for names of values, of which every page shows hundreds: kept in memory, ten thousand at most. */
export function foldName(name: string): string {
  return recalled(names, MOST_NAMES, name, () => fold(name));
}

/** The words of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A folded SKU or GTIN without its hyphens and dots, so that fragments match however they are typed. */
export function compact(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}
