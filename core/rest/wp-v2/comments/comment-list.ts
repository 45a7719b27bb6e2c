import type { CommentQuery, RestRequest, RestResponse } from '../../../api/index.js';
import { siteZone } from '../../../dates/index.js';
import { isEmpty, toText } from '../../values.js';
import { idsParam, inCollection, numberParam, pageOf } from '../items/collection.js';
import { readDate } from '../items/dates.js';
import type { WpV2Deps } from '../items/deps.js';
import type { CommentAccess } from './comment-access.js';
import { type CommentKind, prepareComment } from './comment-prepare.js';

const ORDERBY_COLUMNS: Readonly<Record<string, string>> = {
  id: 'comment_id',
  include: 'comment__in',
  post: 'comment_post_id',
  parent: 'comment_parent',
};
/** Columns that every visitor may search; email addresses can only be searched by users who may see them. */
const PUBLIC_SEARCH_COLUMNS = ['comment_author', 'comment_author_url', 'comment_content'] as const;

/** Returns a page of comments that the visitor may read (`WP_REST_Comments_Controller::get_items`). */
export async function listComments(
  deps: WpV2Deps,
  kind: CommentKind,
  access: CommentAccess,
  request: RestRequest,
): Promise<RestResponse> {
  const { content, hooks, rest } = deps;
  const query = await hooks.applyFilters<CommentQuery>('rest_comment_query', await createQuery(deps, request), request);
  const { comments, found } = await content.queryComments(query);
  let total = found;
  if (total < 1) {
    const { number: _number, offset: _offset, ...all } = query;
    total = (await content.queryComments({ ...all, count: true })).found;
  }
  const items: unknown[] = [];
  for (const comment of comments) {
    if (await access.canRead(comment, request))
      items.push(await inCollection(rest.links, await prepareComment(deps, kind, comment, request)));
  }
  const response = pageOf(rest, request, items, { total, base: 'wp/v2/comments' });
  // In an envelope these are strings, unlike those of other lists.
  for (const name of ['X-WP-Total', 'X-WP-TotalPages']) response.header(name, String(response.getHeaders()[name]));
  return response;
}

async function createQuery(deps: WpV2Deps, request: RestRequest): Promise<CommentQuery> {
  const zone = await siteZone(deps.options);
  const number = numberParam(request, 'per_page', 10);
  const orderBy = toText(request.getParam('orderby')) || 'date_gmt';
  const query: CommentQuery = {
    number,
    offset: isEmpty(request.getParam('offset'))
      ? number * (numberParam(request, 'page', 1) - 1)
      : numberParam(request, 'offset'),
    no_found_rows: false,
    orderby: ORDERBY_COLUMNS[orderBy] ?? `comment_${orderBy}`,
    order: request.getParam('order') === 'asc' ? 'asc' : 'desc',
    status: toText(request.getParam('status')),
    type: toText(request.getParam('type')),
    search: toText(request.getParam('search')),
    author_email: toText(request.getParam('author_email')),
  };
  const lists = {
    author__in: 'author',
    author__not_in: 'author_exclude',
    comment__in: 'include',
    comment__not_in: 'exclude',
    parent__in: 'parent',
    parent__not_in: 'parent_exclude',
    post__in: 'post',
  } as const;
  for (const [name, param] of Object.entries(lists) as [keyof typeof lists, string][]) {
    const ids = idsParam(request, param);
    if (ids.length > 0) query[name] = ids;
  }
  if (query.search !== '' && !(await deps.roles.currentUserCan('moderate_comments')))
    query.search_columns = PUBLIC_SEARCH_COLUMNS;
  const [after, before] = ['after', 'before'].map(
    (param) => readDate(toText(request.getParam(param)), zone, zone)?.local,
  );
  if (after !== undefined || before !== undefined)
    query.date_query = [{ ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) }];
  return query;
}
