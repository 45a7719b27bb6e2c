import { currentContext } from '../../context/index.js';
import type { ContentTypesApi, PostQuery } from '../../api/index.js';
import { isOn, isSet, listOf } from './query-values.js';

/** Variables whose conditions follow from themselves alone: no text that is looked up, no word that is searched for, no date of today. */
const PLAIN: ReadonlySet<string> = new Set([
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
 * What tells a query from every other, where a visitor asks and its variables settle what is asked; undefined for all others. Whoever has it
 * need not make the statement to know whether its rows are in memory: pages ask the same few queries all the time.
 */
export function settledKey(
  query: PostQuery,
  types: Pick<ContentTypesApi, 'getPostStatusObject'>,
  singular: boolean,
): string | undefined {
  if ((currentContext()?.userId ?? 0) > 0) return undefined;
  // Lists are counted, and without a status they show what types and statuses are public just now.
  if (!singular && (!isOn(query.no_found_rows) || !isSet(query, 'post_status') || !isSet(query, 'post_type')))
    return undefined;
  for (const name in query) if (query[name] !== undefined && !PLAIN.has(name)) return undefined;
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
