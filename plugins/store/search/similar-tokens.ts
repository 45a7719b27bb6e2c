import { closestMatch, type PluginScope } from 'plinth';
import type { CatalogueTerm } from '../contract/index.js';
import { foldedLine, LAST } from '../search-tokens/ngrams.js';

/** Suggests correctly spelled search words from those of products and terms. */
export interface SpellingSuggestions {
  /** Returns the search with similar existing words, normalized; undefined when none of its words resembles another. */
  suggest(words: readonly string[]): Promise<string | undefined>;
}

interface SpellingSuggestionsDeps {
  readonly scope: Pick<PluginScope, 'db'>;
  readonly terms: {
    all(): PromiseLike<readonly Pick<CatalogueTerm, 'name'>[]> | readonly Pick<CatalogueTerm, 'name'>[];
  };
}

/** Leading characters assumed to be correct: errors in them are rare, and they limit the words to compare. */
const PREFIX_LENGTH = 2;
/** Maximum number of product words compared with each search word. */
const COMPARED = 400;
/** Maximum number of terms whose names are compared: people search for names of categories, brands and values. */
const MAX_TERMS = 2000;
/** Word lengths that are corrected: shorter words resemble too many others, longer ones are not words. */
const [SHORTEST, LONGEST] = [4, 40];

export function createSpellingSuggestions({ scope: { db }, terms }: SpellingSuggestionsDeps): SpellingSuggestions {
  async function ofProducts(word: string): Promise<string[]> {
    const from = [...word].slice(0, PREFIX_LENGTH).join('');
    return db()('store_product_tokens')
      .where('word', '>=', from)
      .where('word', '<', from + LAST)
      .distinct('word')
      .orderBy('word')
      .limit(COMPARED)
      .pluck('word');
  }

  return {
    async suggest(words) {
      const names = (await terms.all()).slice(0, MAX_TERMS).flatMap(({ name }) => foldedLine(name).split(' '));
      const found: string[] = [];
      for (const word of words) {
        const isWord = word.length >= SHORTEST && word.length <= LONGEST;
        found.push((isWord && closestMatch(word, [...names, ...(await ofProducts(word))])) || word);
      }
      return found.some((word, index) => word !== words[index]) ? found.join(' ') : undefined;
    },
  };
}
