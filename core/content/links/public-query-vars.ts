import type { ContentTypesApi } from '../../api/index.js';

/** Variables that any visitor may set, whatever types the site has. */
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

/** The variables of an address that choose content; all others say nothing about what a page is. */
interface PublicQueryVars {
  /** Each time a list of its own, which filters may change. */
  list(): string[];
  /** Types or taxonomies have changed. */
  forget(): void;
}

export function createPublicQueryVars(types: Pick<ContentTypesApi, 'getPostTypes' | 'getTaxonomies'>): PublicQueryVars {
  let known: readonly string[] | undefined;
  const made = (): readonly string[] => {
    const own = [...types.getPostTypes(), ...types.getTaxonomies()].flatMap(({ queryVar }) =>
      queryVar === false ? [] : [queryVar],
    );
    return [...new Set<string>([...PUBLIC, ...own])];
  };
  return { list: () => [...(known ??= made())], forget: () => void (known = undefined) };
}
