import { formatNumber, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { ProductFinder } from '../contract/index.js';
import type { SpellingSuggestions } from '../search/similar-tokens.js';
import { foldedLine } from '../search-tokens/ngrams.js';
import type { WaysOn } from './suggestions.js';

interface NothingFoundDeps {
  readonly scope: Pick<PluginScope, 'render' | 'homeUrl' | 'locale' | 'queryPosts'>;
  readonly parts: Pick<CatalogueParts, 'catalogue'>;
  readonly finder: Pick<ProductFinder, 'find'>;
  readonly spellingSuggestions: SpellingSuggestions;
  readonly renderSuggestions: WaysOn;
}

/** Maximum number of words tried, and of suggested words among those that match products. */
const LOOKED_AT = 6;
const MAX_SUGGESTIONS = 3;
/** Minimum length of a word tried, in characters. */
const SHORTEST = 3;
/** Number of products whose names determine the spelling of a word. */
const NAMES = 6;

/** A word of a longer search that has results on its own. */
interface ShorterSearch {
  readonly text: string;
  readonly url: string;
  /** Formatted number of products. */
  readonly total: string;
}

/** Renders alternatives for a site search without results: corrected spelling, fewer words, categories, bestsellers. */
export type NothingFound = (text: string) => Promise<string>;

export function createNothingFound({
  scope,
  parts,
  finder,
  spellingSuggestions,
  renderSuggestions,
}: NothingFoundDeps): NothingFound {
  const find = (text: string, limit: number): ReturnType<ProductFinder['find']> =>
    finder.find({ text, limit, categoryId: 0, buyable: false });
  const urlOf = (text: string): string => scope.homeUrl(`/shop/?${new URLSearchParams({ sf_q: text }).toString()}`);

  /** Returns the words on product cards, by their normalized form. */
  async function wordsOn(ids: readonly number[]): Promise<ReadonlyMap<string, string>> {
    const names = (await parts.catalogue.summaries(ids))
      .map(({ name, brand, category }) => `${name} ${brand} ${category}`)
      .join(' ');
    return new Map((names.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => [foldedLine(word), word.toLowerCase()]));
  }

  /** Returns words as product names spell them: `swieczka` becomes `świeczka`. */
  async function spelled(folded: string, ids: readonly number[]): Promise<string> {
    const written = await wordsOn(ids);
    return folded
      .split(' ')
      .map((word) => written.get(word) ?? word)
      .join(' ');
  }

  async function otherSpelling(words: readonly string[]): Promise<object | undefined> {
    const other = await spellingSuggestions.suggest(words.flatMap((word) => foldedLine(word).split(' ')));
    const found = other === undefined ? undefined : await find(other, NAMES);
    if (other === undefined || !found || found.total === 0) return undefined;
    const text = await spelled(other, found.ids);
    return { text, url: urlOf(text) };
  }

  /**
   * Returns the likely intended word when a fuzzy search matched a different spelling; such a search may have synonyms
   * of its own.
   */
  async function findIntended(word: string, ids: readonly number[]): Promise<string> {
    const folded = foldedLine(word);
    if ([...(await wordsOn(ids)).keys()].some((known) => known.startsWith(folded))) return word;
    const other = await spellingSuggestions.suggest([folded]);
    return other === undefined ? word : spelled(other, ids);
  }

  async function shorterSearch(words: readonly string[]): Promise<readonly ShorterSearch[]> {
    const offered: ShorterSearch[] = [];
    for (const word of words.length > 1 ? words.filter((one) => one.length >= SHORTEST) : []) {
      if (offered.length === MAX_SUGGESTIONS) break;
      const { total, ids } = await find(word, NAMES);
      if (total === 0 || ids.length === 0) continue;
      const text = await findIntended(word, ids);
      if (!offered.some((one) => one.text === text))
        offered.push({ text, url: urlOf(text), total: formatNumber(total, scope.locale()) });
    }
    return offered;
  }

  return async (text) => {
    const { posts } = await scope.queryPosts({ s: text, post_type: 'any', posts_per_page: 1 });
    if (posts.length > 0) return '';
    const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, LOOKED_AT);
    return scope.render('shop/nothing-found', {
      words: text,
      spelling: await otherSpelling(words),
      fewer: await shorterSearch(words),
      shopUrl: scope.homeUrl('/shop/'),
      ways: await renderSuggestions(),
    });
  };
}
