import {
  isWpError,
  type RestArg,
  type RestRequest,
  type RestResponse,
  type Term,
  type TermQuery,
} from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import {
  collectionArgs,
  idsArg,
  inCollection,
  numberParam,
  orderArgs,
  pageAtOffset,
  pageOf,
} from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemProperty } from '../items/item-schema.js';

/** Sort orders of terms, including menus. */
const ORDERBY_FIELDS: Readonly<Record<string, string>> = {
  id: 'term_id',
  include: 'include',
  name: 'name',
  slug: 'slug',
  include_slugs: 'slug__in',
  term_group: 'term_group',
  description: 'description',
  count: 'count',
};

/**
 * Returns one page of the terms that a query finds.
 * @param base the route of the list
 */
export async function pageOfTerms(
  { content, rest }: Pick<WpV2Deps, 'content' | 'rest'>,
  query: TermQuery,
  request: RestRequest,
  base: string,
  prepare: (term: Term) => Promise<RestResponse>,
): Promise<unknown> {
  const perPage = numberParam(request, 'per_page', 10);
  const total = await content.wpCountTerms(query);
  if (isWpError(total)) return total;
  const found = await content.getTerms({
    ...query,
    orderby: ORDERBY_FIELDS[toText(request.getParam('orderby'))] ?? 'name',
    order: toText(request.getParam('order')),
    number: perPage,
    offset: isEmpty(request.getParam('offset'))
      ? (numberParam(request, 'page', 1) - 1) * perPage
      : numberParam(request, 'offset'),
  });
  if (isWpError(found)) return found;
  const items: unknown[] = [];
  for (const term of found) items.push(await inCollection(rest.links, await prepare(term)));
  return pageOf(rest, request, items, { total, base, page: pageAtOffset(request) });
}

/**
 * Returns the parameters of a list of terms.
 * @param extra additional parameters of some lists
 */
export function termListParams(
  deps: Pick<WpV2Deps, 'rest' | 'formatting'>,
  context: RestArg,
  extra: Readonly<Record<string, RestArg>> = {},
): Readonly<Record<string, RestArg>> {
  return {
    ...collectionArgs(deps, context),
    exclude: idsArg('Ensure result set excludes specific IDs.'),
    include: idsArg('Limit result set to specific IDs.'),
    ...orderArgs(Object.keys(ORDERBY_FIELDS), 'name', 'asc'),
    hide_empty: { description: 'Whether to hide terms not assigned to any posts.', type: 'boolean', default: false },
    ...extra,
    post: { description: 'Limit result set to terms assigned to a specific post.', type: 'integer', default: null },
    slug: {
      description: 'Limit result set to terms with one or more specific slugs.',
      type: 'array',
      items: { type: 'string' },
    },
  };
}

/**
 * Returns the text properties of a term.
 * @param allContexts all contexts, in the schema's order
 */
export function termTextProperties(
  { formatting }: Pick<WpV2Deps, 'formatting'>,
  allContexts: string[],
): Readonly<Record<'description' | 'name' | 'slug', ItemProperty>> {
  return {
    description: {
      description: 'HTML description of the term.',
      type: 'string',
      context: ['view', 'edit'],
      argOptions: { sanitizeCallback: (value) => formatting.wpKsesData(toText(value)) },
    },
    name: {
      description: 'HTML title for the term.',
      type: 'string',
      context: allContexts,
      required: true,
      argOptions: { sanitizeCallback: (value) => formatting.sanitizeTextField(toText(value)) },
    },
    slug: {
      description: 'An alphanumeric identifier for the term unique to its type.',
      type: 'string',
      context: allContexts,
      argOptions: { sanitizeCallback: (value) => formatting.sanitizeTitle(toText(value)) },
    },
  };
}
