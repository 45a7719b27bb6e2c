import { currentContext } from '../../context/index.js';
import type { ContentTypesApi, PostQuery } from '../../api/index.js';
import { isOn, isSet, listOf } from './query-values.js';

/** Variables whose conditions depend only on their values: not on slugs, search terms or the current date. */
const CACHEABLE_VARS: ReadonlySet<string> = new Set([
  'p',
  'page_id',
  'attachment_id',
  'post_type',
  'post_status',
  'post_parent',
  'perm',
  'posts_per_page',
  'fields',
  'no_found_rows',
  'suppress_filters',
  'update_post_term_cache',
  'update_post_meta_cache',
  'page',
]);

/**
 * Returns a cache key if the variables of a visitor's query fully determine its result; otherwise undefined. With the
 * key, cached rows are found without building the SQL statement, because most pages run the same few queries.
 */
export function queryCacheKey(
  query: PostQuery,
  types: Pick<ContentTypesApi, 'getPostStatusObject'>,
  singular: boolean,
): string | undefined {
  if ((currentContext()?.userId ?? 0) > 0) return undefined;
  // Lists count their results. Without a status, they depend on which types and statuses are public.
  if (!singular && (!isOn(query.no_found_rows) || !isSet(query, 'post_status') || !isSet(query, 'post_type')))
    return undefined;
  for (const name in query) if (query[name] !== undefined && !CACHEABLE_VARS.has(name)) return undefined;
  const statuses = listOf(query, 'post_status').map(String);
  if (
    statuses.includes('any') ||
    statuses.includes('private') ||
    query.post_type === 'any' ||
    query.perm === 'editable'
  )
    return undefined;
  return `settled ${JSON.stringify([query, statuses.filter((name) => types.getPostStatusObject(name) !== null)])}`;
}
