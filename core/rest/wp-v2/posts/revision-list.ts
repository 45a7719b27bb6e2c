import { isWpError, type Post, type RestRequest } from '../../../api/index.js';
import { toText } from '../../values.js';
import { idsParam, inCollection, numberParam, pageOf } from '../items/collection.js';
import { failure } from '../items/refusals.js';
import { itemsRoute } from '../types/types.js';
import { findParentPost, prepareRevision, type RevisionKind } from './revision-items.js';

/** Returns the revisions of a post. */
export async function listRevisions(kind: RevisionKind, request: RestRequest): Promise<unknown> {
  const { deps, type } = kind;
  const { content, rest } = deps;
  const parent = await findParentPost(kind, request);
  if (isWpError(parent)) return parent;
  const requestedQuery = {
    post_parent: parent.id,
    post_type: 'revision',
    post_status: 'inherit',
    order: toText(request.getParam('order')),
    s: toText(request.getParam('search')),
    post__in: idsParam(request, 'include'),
    post__not_in: idsParam(request, 'exclude'),
  };
  const query = await deps.hooks.applyFilters('rest_revision_query', requestedQuery, request);
  const searchWords = query.s.toLowerCase().split(/\s+/);
  const { post__in: include, post__not_in: exclude } = query;
  const all = (await content.wpGetPostRevisions(parent.id)).filter(
    (revision) =>
      (include.length === 0 || include.includes(revision.id)) &&
      !exclude.includes(revision.id) &&
      searchWords.every((word) => searchableText(revision).includes(word)),
  );
  if (query.order === 'asc') all.reverse();
  const perPage = numberParam(request, 'per_page', all.length || 1);
  const page = numberParam(request, 'page', 1);
  const offset = numberParam(request, 'offset');
  if (offset > 0 && offset >= all.length) {
    return failure(
      'rest_revision_invalid_offset_number',
      'The offset number requested is larger than or equal to the number of available revisions.',
      400,
    );
  }
  if (offset === 0 && page > Math.max(1, Math.ceil(all.length / perPage))) {
    return failure(
      'rest_revision_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
      400,
    );
  }
  // Without a page size, the offset is ignored.
  const start = offset > 0 && !request.hasParam('per_page') ? 0 : offset || (page - 1) * perPage;
  const items = await Promise.all(
    all
      .slice(start, start + perPage)
      .map(async (revision) => inCollection(rest.links, await prepareRevision(kind, revision, request))),
  );
  return pageOf(rest, request, items, {
    total: all.length,
    base: `${itemsRoute(type)}/${parent.id}/revisions`,
    page,
    perPage,
  });
}

/** Returns all searched texts of a revision. */
function searchableText({ post_title, post_content, post_excerpt }: Post): string {
  return `${post_title}\n${post_content}\n${post_excerpt}`.toLowerCase();
}
