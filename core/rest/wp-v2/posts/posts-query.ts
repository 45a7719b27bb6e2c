import { type PostQuery, type RestRequest, type TaxQuery, WpError } from '../../../api/index.js';
import { siteZone } from '../../../dates/index.js';
import { isDictionary, isEmpty, toText } from '../../values.js';
import { idsParam, listParam, numberParam } from '../items/collection.js';
import { readDate } from '../items/dates.js';
import type { WpV2Deps } from '../items/deps.js';
import type { PostKind } from './post-kind.js';
import { stickyPosts } from './posts-prepare.js';

const ORDERBY_COLUMNS: Record<string, string> = {
  id: 'ID',
  include: 'post__in',
  slug: 'post_name',
  include_slugs: 'post_name__in',
};

/** Converts the parameters of a request to a post query. */
export async function createPostQuery(
  deps: WpV2Deps,
  kind: PostKind,
  request: RestRequest,
): Promise<PostQuery | WpError> {
  const orderby = toText(request.getParam('orderby'));
  const search = toText(request.getParam('search'));
  const include = idsParam(request, 'include');
  if (orderby === 'relevance' && search === '') {
    return new WpError('rest_no_search_term_defined', 'You need to define a search term to order by relevance.', {
      status: 400,
    });
  }
  if (orderby === 'include' && include.length === 0) {
    return new WpError(
      'rest_orderby_include_missing_include',
      'You need to define an include parameter to order by include.',
      { status: 400 },
    );
  }
  const perPage = numberParam(request, 'per_page', 10);
  const query: PostQuery = {
    post_type: kind.type.name,
    post_status: request.getParam('status'),
    posts_per_page: perPage,
    paged: numberParam(request, 'page', 1),
    order: request.getParam('order'),
    orderby: ORDERBY_COLUMNS[orderby] ?? orderby,
    ignore_sticky_posts: request.getParam('ignore_sticky') !== false,
  };
  const lists = {
    author: 'author__in',
    author_exclude: 'author__not_in',
    exclude: 'post__not_in',
    parent: 'post_parent__in',
    parent_exclude: 'post_parent__not_in',
  };
  for (const [param, variable] of Object.entries(lists)) {
    const ids = idsParam(request, param);
    if (ids.length > 0) query[variable] = ids;
  }
  // Excluded authors take precedence over included ones.
  if (query.author__not_in) delete query.author__in;
  if (include.length > 0) query.post__in = include;
  if (search !== '') query.s = search;
  if (listParam(request, 'search_columns').length > 0) query.search_columns = listParam(request, 'search_columns');
  if (request.getParam('search_semantics') === 'exact') query.exact = true;
  if (listParam(request, 'slug').length > 0) query.post_name__in = listParam(request, 'slug').map(toText);
  if (!isEmpty(request.getParam('offset'))) query.offset = numberParam(request, 'offset');
  if (kind.supports('page-attributes') && request.hasParam('menu_order'))
    query.menu_order = numberParam(request, 'menu_order');
  const dates = await dateClauses(deps, request);
  if (dates.length > 0) query.date_query = dates;
  const terms = termClauses(kind, request);
  if (terms) query.tax_query = terms;
  await limitToSticky(deps, request, query, include);
  return deps.hooks.applyFilters(`rest_${kind.type.name}_query`, query, request);
}

async function dateClauses(deps: WpV2Deps, request: RestRequest): Promise<object[]> {
  const zone = await siteZone(deps.options);
  const clause = (param: string, side: 'before' | 'after', column: string): object[] => {
    const value = request.getParam(param);
    return isEmpty(value) ? [] : [{ [side]: readDate(toText(value), zone, zone)?.local ?? toText(value), column }];
  };
  return [
    ...clause('before', 'before', 'post_date'),
    ...clause('modified_before', 'before', 'post_modified'),
    ...clause('after', 'after', 'post_date'),
    ...clause('modified_after', 'after', 'post_modified'),
  ];
}

function termClauses(kind: PostKind, request: RestRequest): TaxQuery | undefined {
  const clauses: TaxQuery['clauses'] = [];
  for (const taxonomy of kind.taxonomies()) {
    const base = taxonomy.restBase || taxonomy.name;
    for (const [param, isExcluded] of [
      [base, false],
      [`${base}_exclude`, true],
    ] as const) {
      const value = request.getParam(param);
      if (isEmpty(value)) continue;
      const {
        terms,
        include_children = false,
        operator,
      } = isDictionary(value) ? value : { terms: value, operator: 'OR' };
      if (!Array.isArray(terms) || terms.length === 0) continue;
      const includeOperator = operator === 'AND' ? 'AND' : 'IN';
      clauses.push({
        taxonomy: taxonomy.name,
        field: 'term_id',
        terms: terms.map(Number),
        include_children: include_children === true,
        operator: isExcluded ? 'NOT IN' : includeOperator,
      });
    }
  }
  return clauses.length === 0 ? undefined : { relation: toText(request.getParam('tax_relation')) || 'AND', clauses };
}

async function limitToSticky(
  deps: WpV2Deps,
  request: RestRequest,
  query: PostQuery,
  include: readonly number[],
): Promise<void> {
  const stickyParam = request.getParam('sticky');
  if (typeof stickyParam !== 'boolean') return;
  const sticky = await stickyPosts(deps);
  if (!stickyParam) query.post__not_in = [...((query.post__not_in ?? []) as number[]), ...sticky];
  else {
    const includedSticky = include.length === 0 ? sticky : include.filter((id) => sticky.includes(id));
    // An empty list would not limit the query at all.
    query.post__in = includedSticky.length === 0 ? [0] : includedSticky;
  }
}
