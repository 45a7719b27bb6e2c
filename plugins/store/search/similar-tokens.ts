import { closestMatch, type PluginScope } from 'plinth';
import type { CatalogueTerm } from '../contract/index.js';
import { foldedLine, LAST } from '../search-tokens/ngrams.js';

/** Words of products and terms that somebody may have meant who wrote others. */
export interface SpellingSuggestions {
  /** The same search with words that there are, folded; undefined when none of its words is like another one. */
  instead(words: readonly string[]): Promise<string | undefined>;
}

interface SpellingSuggestionsDeps {
  readonly scope: Pick<PluginScope, 'db'>;
  readonly terms: {
    all(): PromiseLike<readonly Pick<CatalogueTerm, 'name'>[]> | readonly Pick<CatalogueTerm, 'name'>[];
  };
}

/** Letters that are taken for right: nearly nobody errs in them, and they make the words to compare few. */
const SURE = 2;
/** Words of products that are compared with one. */
const COMPARED = 400;
/** Terms whose names are compared: names of categories, brands and values are what people look for. */
const MAX_TERMS = 2000;
/** Shorter words are like too many, longer ones are no words. */
const [SHORTEST, LONGEST] = [4, 40];

export function createSpellingSuggestions({ scope: { db }, terms }: SpellingSuggestionsDeps): SpellingSuggestions {
  async function ofProducts(word: string): Promise<string[]> {
    const from = [...word].slice(0, SURE).join('');
    return db()('store_product_tokens')
      .where('word', '>=', from)
      .where('word', '<', from + LAST)
      .distinct('word')
      .orderBy('word')
      .limit(COMPARED)
      .pluck('word');
  }

  return {
    async instead(words) {
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
