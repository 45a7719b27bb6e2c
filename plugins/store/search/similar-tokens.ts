import { closestMatch, type PluginScope } from 'plinth';
import type { CatalogTerm } from '../contract/index.js';
import { normalizeLine, LAST_CHARACTER } from '../search-tokens/ngrams.js';

/** Suggests corrections of search words, using the words of products and terms. */
export interface SpellingSuggestions {
  /** Returns the search with corrected words, normalized; undefined if there are no corrections. */
  suggest(words: readonly string[]): Promise<string | undefined>;
}

interface SpellingSuggestionsDeps {
  readonly scope: Pick<PluginScope, 'db'>;
  readonly terms: {
    all(): PromiseLike<readonly Pick<CatalogTerm, 'name'>[]> | readonly Pick<CatalogTerm, 'name'>[];
  };
}

/** Number of leading characters that must match. Errors in them are rare, and fewer words have to be compared. */
const PREFIX_LENGTH = 2;
/** Maximum number of product words compared with each search word. */
const MAX_COMPARED_WORDS = 400;
/** Maximum number of terms whose names are compared. */
const MAX_TERMS = 2000;
/** Minimum and maximum length of corrected words, in characters. Shorter words are similar to too many others. */
const [MIN_WORD_LENGTH, MAX_WORD_LENGTH] = [4, 40];

export function createSpellingSuggestions({ scope: { db }, terms }: SpellingSuggestionsDeps): SpellingSuggestions {
  async function productWords(word: string): Promise<string[]> {
    const from = [...word].slice(0, PREFIX_LENGTH).join('');
    return db()('store_product_tokens')
      .where('word', '>=', from)
      .where('word', '<', from + LAST_CHARACTER)
      .distinct('word')
      .orderBy('word')
      .limit(MAX_COMPARED_WORDS)
      .pluck('word');
  }

  return {
    async suggest(words) {
      const names = (await terms.all()).slice(0, MAX_TERMS).flatMap(({ name }) => normalizeLine(name).split(' '));
      const found: string[] = [];
      for (const word of words) {
        const isCorrectable = word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH;
        found.push((isCorrectable && closestMatch(word, [...names, ...(await productWords(word))])) || word);
      }
      return found.some((word, index) => word !== words[index]) ? found.join(' ') : undefined;
    },
  };
}
