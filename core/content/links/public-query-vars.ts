import type { ContentTypesApi } from '../../api/index.js';

/** Query variables that visitors may set, independent of the registered types. */
const PUBLIC = [
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

/** The query variables in URLs that select content; others do not affect what a page shows. */
interface PublicQueryVars {
  /** Returns a new list on each call, which filters may modify. */
  list(): string[];
  /** Clears the cached list after types or taxonomies have changed. */
  clearCache(): void;
}

export function createPublicQueryVars(types: Pick<ContentTypesApi, 'getPostTypes' | 'getTaxonomies'>): PublicQueryVars {
  let known: readonly string[] | undefined;
  const buildList = (): readonly string[] => {
    const own = [...types.getPostTypes(), ...types.getTaxonomies()].flatMap(({ queryVar }) =>
      queryVar === false ? [] : [queryVar],
    );
    return [...new Set<string>([...PUBLIC, ...own])];
  };
  return { list: () => [...(known ??= buildList())], clearCache: () => void (known = undefined) };
}
