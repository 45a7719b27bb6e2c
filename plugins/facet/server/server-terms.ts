import type { EngineQuery } from '../engine/types.js';
import type { ReadSearch } from '../engine/segment.js';
import { compact, wordsOf } from '../search/normalize.js';
import { stemsOf } from '../search/stems.js';
import { textSearch } from '../search/text-index.js';
import { quoted } from './groonga-client.js';

/** Bytes of a word that is looked up; the server has no room for longer ones. */
export const MAX_WORD = 500;
/** A fragment of a SKU or GTIN has at least so many characters. */
const MIN_FRAGMENT = 2;

/** Stems and codes stand among the values of products, told from them by what they begin with. */
export const stemKey = (stem: string): string => `stem/${stem}`;
export const codeKey = (code: string): string => `code/${code}`;

const NOTHING = '_id < 1';

/**
 * What finds the products of a search among their versions; undefined where nothing is searched for. Words are found by their beginning, by another
 * form and by their synonyms, codes by a fragment; how near a word is to what was typed, and typing errors, the server does not know.
 */
export function searchFilter({ search, terms }: Pick<EngineQuery, 'search' | 'terms'>): string | undefined {
  return search.trim() === '' ? undefined : readFilter(textSearch.read(search, terms));
}

function readFilter({ phrase, parts }: ReadSearch): string {
  if (parts.length === 0) return phrase === '' ? NOTHING : `product.name @ ${quoted(phrase)}`;
  const all = parts.map((part) => anyOf(part.map(({ typed }) => allOf(typed.map(typedFilter)))));
  const code = compact(phrase);
  return code === '' ? allOf(all) : anyOf([allOf(all), `product.whole_codes @ ${quoted(codeKey(code))}`]);
}

function typedFilter(typed: string): string {
  const words = wordsOf(typed).map((word) =>
    anyOf([
      `product.words @^ ${quoted(word)}`,
      ...stemsOf(word).map((stem) => `product.stems @ ${quoted(stemKey(stem))}`),
    ]),
  );
  const code = compact(typed);
  return anyOf([
    ...(words.length > 0 ? [allOf(words)] : []),
    ...(code.length >= MIN_FRAGMENT ? [`product.codes @ ${quoted(code)}`] : []),
  ]);
}

const allOf = (parts: readonly string[]): string => (parts.length === 0 ? NOTHING : `(${parts.join(' && ')})`);
const anyOf = (parts: readonly string[]): string => (parts.length === 0 ? NOTHING : `(${parts.join(' || ')})`);
