import type { EngineQuery } from '../engine/types.js';
import type { ParsedSearch } from '../engine/segment.js';
import { compact, wordsOf } from '../search/normalize.js';
import { stemsOf } from '../search/stems.js';
import { textSearch } from '../search/text-index.js';
import { quoted } from './groonga-client.js';

/** Maximum length of a searchable word in bytes; the server does not support longer keys. */
export const MAX_WORD_BYTES = 500;
/** Minimum length of a fragment of a SKU or GTIN, in characters. */
const MIN_FRAGMENT = 2;

/** Stems and codes are stored among the values of products, distinguished by a prefix. */
export const stemKey = (stem: string): string => `stem/${stem}`;
export const codeKey = (code: string): string => `code/${code}`;

const MATCH_NONE = '_id < 1';

/**
 * Returns the filter expression of a search over variations; undefined without a search. Words are found by prefix, by
 * another form and by synonyms, codes by a fragment. The server does not support match quality and typos.
 */
export function searchFilter({ search, terms }: Pick<EngineQuery, 'search' | 'terms'>): string | undefined {
  return search.trim() === '' ? undefined : toFilter(textSearch.read(search, terms));
}

function toFilter({ phrase, parts }: ParsedSearch): string {
  if (parts.length === 0) return phrase === '' ? MATCH_NONE : `product.name @ ${quoted(phrase)}`;
  const all = parts.map((part) => anyOf(part.map(({ tokens: words }) => allOf(words.map(textFilter)))));
  const code = compact(phrase);
  return code === '' ? allOf(all) : anyOf([allOf(all), `product.whole_codes @ ${quoted(codeKey(code))}`]);
}

function textFilter(text: string): string {
  const wordFilters = wordsOf(text).map((word) =>
    anyOf([
      `product.words @^ ${quoted(word)}`,
      ...stemsOf(word).map((stem) => `product.stems @ ${quoted(stemKey(stem))}`),
    ]),
  );
  const code = compact(text);
  return anyOf([
    ...(wordFilters.length > 0 ? [allOf(wordFilters)] : []),
    ...(code.length >= MIN_FRAGMENT ? [`product.codes @ ${quoted(code)}`] : []),
  ]);
}

const allOf = (parts: readonly string[]): string => (parts.length === 0 ? MATCH_NONE : `(${parts.join(' && ')})`);
const anyOf = (parts: readonly string[]): string => (parts.length === 0 ? MATCH_NONE : `(${parts.join(' || ')})`);
