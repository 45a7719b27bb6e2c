import { formatNumber, type PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { ProductFinder } from '../contract/index.js';
import type { SpellingSuggestions } from '../search/similar-tokens.js';
import { normalizeLine } from '../search-tokens/ngrams.js';
import type { EntrySearch } from './entry-search.js';
import type { RenderSuggestions } from './suggestions.js';

interface NothingFoundDeps {
  readonly scope: Pick<PluginScope, 'render' | 'homeUrl' | 'locale' | 'queryPosts'>;
  readonly parts: Pick<CatalogParts, 'catalog'>;
  readonly finder: Pick<ProductFinder, 'find'>;
  readonly spellingSuggestions: SpellingSuggestions;
  readonly renderSuggestions: RenderSuggestions;
  readonly findEntries: EntrySearch;
}

/** Maximum number of words of a search that are tried. */
const MAX_WORDS = 6;
/** Maximum number of suggested words. */
const MAX_SUGGESTIONS = 3;
/** Minimum length of a word that is tried, in characters. */
const MIN_WORD_LENGTH = 3;
/** Number of products whose names are used for the spelling of a word. */
const SPELLING_PRODUCTS = 6;

/** A single word of a search, with its results. */
interface WordSuggestion {
  readonly text: string;
  readonly url: string;
  /** Formatted number of products. */
  readonly total: string;
}

/** Renders suggestions for a search without results: corrected spelling, single words, categories and bestsellers. */
export type RenderNoResults = (text: string) => Promise<string>;

export function createRenderNoResults({
  scope,
  parts,
  finder,
  spellingSuggestions,
  renderSuggestions,
  findEntries,
}: NothingFoundDeps): RenderNoResults {
  const find = (text: string, limit: number): ReturnType<ProductFinder['find']> =>
    finder.find({ text, limit, categoryId: 0, buyable: false });
  const urlOf = (text: string): string => scope.homeUrl(`/shop/?${new URLSearchParams({ sf_q: text }).toString()}`);

  /** Returns the words on product cards, by normalized word. */
  async function readCardWords(ids: readonly number[]): Promise<ReadonlyMap<string, string>> {
    const names = (await parts.catalog.summaries(ids))
      .map(({ name, brand, category }) => `${name} ${brand} ${category}`)
      .join(' ');
    return new Map(
      (names.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => [normalizeLine(word), word.toLowerCase()]),
    );
  }

  /** Replaces normalized words with their spelling in product names: `swieczka` becomes `świeczka`. */
  async function restoreSpelling(folded: string, ids: readonly number[]): Promise<string> {
    const spellings = await readCardWords(ids);
    return folded
      .split(' ')
      .map((word) => spellings.get(word) ?? word)
      .join(' ');
  }

  async function suggestSpelling(words: readonly string[]): Promise<object | undefined> {
    const other = await spellingSuggestions.suggest(words.flatMap((word) => normalizeLine(word).split(' ')));
    const found = other === undefined ? undefined : await find(other, SPELLING_PRODUCTS);
    if (other === undefined || !found || found.total === 0) return undefined;
    const text = await restoreSpelling(other, found.ids);
    return { text, url: urlOf(text) };
  }

  /**
   * Returns the corrected spelling of a word. The word is unchanged if a product card contains it, or if there is no
   * correction, because a search plugin may have matched a synonym.
   */
  async function correctWord(word: string, ids: readonly number[]): Promise<string> {
    const folded = normalizeLine(word);
    if ([...(await readCardWords(ids)).keys()].some((known) => known.startsWith(folded))) return word;
    const other = await spellingSuggestions.suggest([folded]);
    return other === undefined ? word : restoreSpelling(other, ids);
  }

  async function suggestWords(words: readonly string[]): Promise<readonly WordSuggestion[]> {
    const offered: WordSuggestion[] = [];
    for (const word of words.length > 1 ? words.filter((candidate) => candidate.length >= MIN_WORD_LENGTH) : []) {
      if (offered.length === MAX_SUGGESTIONS) break;
      const { total, ids } = await find(word, SPELLING_PRODUCTS);
      if (total === 0 || ids.length === 0) continue;
      const text = await correctWord(word, ids);
      if (!offered.some((suggestion) => suggestion.text === text))
        offered.push({ text, url: urlOf(text), total: formatNumber(total, scope.locale()) });
    }
    return offered;
  }

  return async (text) => {
    const { posts } = await scope.queryPosts({ s: text, post_type: 'any', posts_per_page: 1 });
    if (posts.length > 0) return '';
    const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);
    return scope.render('shop/nothing-found', {
      phrase: text,
      entriesHtml: await scope.render('shop/entries', { entries: await findEntries(text) }),
      spelling: await suggestSpelling(words),
      shorterSearches: await suggestWords(words),
      shopUrl: scope.homeUrl('/shop/'),
      suggestionsHtml: await renderSuggestions(),
    });
  };
}
