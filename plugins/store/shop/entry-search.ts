import type { PluginScope, Post } from 'plinth';
import { normalizeLine } from '../search-tokens/ngrams.js';

/** A page or an article that a search found. */
export interface FoundEntry {
  readonly title: string;
  readonly url: string;
  /** As plugins filter it, so that it shows nothing that they hide (`get_the_excerpt`). */
  readonly excerpt: string;
  /** Whether the title contains all words of the search. */
  readonly isTitleMatch: boolean;
}

/** Finds pages and articles whose title or text contains all words of a search. */
export type EntrySearch = (text: string) => Promise<readonly FoundEntry[]>;

type EntrySearchScope = Pick<
  PluginScope,
  'queryPosts' | 'getPermalink' | 'getTheExcerpt' | 'wpStripAllTags' | 'wpSpecialcharsDecode' | 'stripShortcodes'
>;

/** Maximum number of entries in a result. */
const MAX_ENTRIES = 3;
/** Maximum number of entries that are read; the newest with the letters of the search anywhere. */
const MAX_CANDIDATES = 40;
/** Maximum number of words of a search that are compared. */
const MAX_WORDS = 6;
/** Minimum length of a word whose other forms count as well; shorter words are compared as a whole. */
const MIN_INFLECTED_LENGTH = 5;
/** Minimum length of a word that can lose its own ending. */
const MIN_STEMMED_LENGTH = 6;
/** Maximum length of an ending, in letters: `reklamacja` and `reklamacje`, `zwrot` and `zwroty`. */
const MAX_ENDING = 3;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns the part of a word that its other forms have as well. */
const stemOf = (word: string): string => (word.length < MIN_STEMMED_LENGTH ? word : word.slice(0, -2));

/** Whether a word of a text is a form of a searched word, both normalized. A word within another does not count. */
function isForm(word: string, searched: string): boolean {
  if (searched.length < MIN_INFLECTED_LENGTH) return word === searched;
  const stem = stemOf(searched);
  return word.startsWith(stem) && word.length <= stem.length + MAX_ENDING;
}

export function createEntrySearch(scope: EntrySearchScope): EntrySearch {
  const toText = (html: string): string =>
    scope
      .wpSpecialcharsDecode(scope.wpStripAllTags(scope.stripShortcodes(html)), 'both')
      .replace(/\s+/g, ' ')
      .trim();

  async function toEntry(post: Post, words: readonly string[]): Promise<FoundEntry | undefined> {
    const [title, content] = [toText(post.post_title), toText(post.post_content)];
    if (!containsAll(`${title} ${content}`, words)) return undefined;
    const url = await scope.getPermalink(post.id);
    if (url === false) return undefined;
    return { title, url, excerpt: toText(await scope.getTheExcerpt(post.id)), isTitleMatch: containsAll(title, words) };
  }

  return async (text) => {
    const searched = (text.match(WORD) ?? []).slice(0, MAX_WORDS);
    if (searched.length === 0) return [];
    const { posts } = await scope.queryPosts({
      s: searched.map(stemOf).join(' '),
      post_type: 'any',
      has_password: false,
      posts_per_page: MAX_CANDIDATES,
    });
    const words = searched.map(normalizeLine);
    const entries: FoundEntry[] = [];
    for (const post of posts) {
      const entry = await toEntry(post, words);
      if (entry) entries.push(entry);
    }
    return entries.sort((a, b) => Number(b.isTitleMatch) - Number(a.isTitleMatch)).slice(0, MAX_ENTRIES);
  };
}

function containsAll(text: string, searched: readonly string[]): boolean {
  const words = [...new Set((text.match(WORD) ?? []).map(normalizeLine))];
  return searched.every((searchedWord) => words.some((word) => isForm(word, searchedWord)));
}
