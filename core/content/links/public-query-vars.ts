import type { ContentTypesApi } from '../../api/index.js';

/** Query variables that visitors may set in URLs, independent of the registered types. */
const BUILTIN_VARS = [
  'm',
  'p',
  'posts',
  'w',
  'cat',
  'withcomments',
  'withoutcomments',
  's',
  'search',
  'exact',
  'sentence',
  'calendar',
  'page',
  'paged',
  'more',
  'tb',
  'pb',
  'author',
  'order',
  'orderby',
  'year',
  'monthnum',
  'day',
  'hour',
  'minute',
  'second',
  'name',
  'category_name',
  'tag',
  'feed',
  'author_name',
  'pagename',
  'page_id',
  'error',
  'attachment',
  'attachment_id',
  'subpost',
  'subpost_id',
  'preview',
  'robots',
  'favicon',
  'taxonomy',
  'term',
  'cpage',
  'post_type',
  'embed',
  'sitemap',
  'sitemap-subtype',
  'sitemap-stylesheet',
] as const;

/** The query variables in URLs that select content. Others do not change what a page shows. */
interface PublicQueryVars {
  /** Returns a new list on each call, because filters may modify it. */
  list(): string[];
  /** Clears the cached list after types or taxonomies have changed. */
  clearCache(): void;
}

export function createPublicQueryVars(types: Pick<ContentTypesApi, 'getPostTypes' | 'getTaxonomies'>): PublicQueryVars {
  let cachedList: readonly string[] | undefined;
  const buildList = (): readonly string[] => {
    const typeVars = [...types.getPostTypes(), ...types.getTaxonomies()].flatMap(({ queryVar }) =>
      queryVar === false ? [] : [queryVar],
    );
    return [...new Set<string>([...BUILTIN_VARS, ...typeVars])];
  };
  return { list: () => [...(cachedList ??= buildList())], clearCache: () => void (cachedList = undefined) };
}
