import {
  isWpError,
  type Post,
  type PostType,
  type RestRequest,
  type RestResponse,
  type WpError,
} from '../../../api/index.js';
import { isFieldIncluded, requestedFields } from '../../fields.js';
import { numberParam } from '../items/collection.js';
import { writeDate } from '../items/dates.js';
import type { WpV2Deps } from '../items/deps.js';
import { type ItemSchema, responseInContext } from '../items/item-schema.js';
import { failure } from '../items/refusals.js';
import { itemsRoute } from '../types/types.js';

const ALL_CONTEXTS = ['view', 'edit', 'embed'];
const VIEW_AND_EDIT = ['view', 'edit'];
const EDIT = ['edit'];
const textProperty = {
  type: 'object',
  context: ALL_CONTEXTS,
  properties: { raw: { type: 'string', context: EDIT }, rendered: { type: 'string', context: ALL_CONTEXTS } },
} as const;

/** A post type with the shared parts of its revision endpoints. */
export interface RevisionKind {
  readonly deps: WpV2Deps;
  readonly type: PostType;
  readonly schema: ItemSchema;
}

/** Creates the shared parts of a type's revision endpoints. */
export function createRevisionKind(deps: WpV2Deps, type: PostType): RevisionKind {
  return { deps, type, schema: revisionSchema(type) };
}

function revisionSchema(type: PostType): ItemSchema {
  return {
    title: `${type.name}-revision`,
    properties: {
      author: { type: 'integer', context: ALL_CONTEXTS },
      date: { type: 'string', format: 'date-time', context: ALL_CONTEXTS },
      date_gmt: { type: 'string', format: 'date-time', context: VIEW_AND_EDIT },
      guid: { type: 'object', context: VIEW_AND_EDIT, readonly: true },
      id: { type: 'integer', context: ALL_CONTEXTS },
      modified: { type: 'string', format: 'date-time', context: VIEW_AND_EDIT },
      modified_gmt: { type: 'string', format: 'date-time', context: VIEW_AND_EDIT },
      parent: { type: 'integer', context: ALL_CONTEXTS },
      slug: { type: 'string', context: ALL_CONTEXTS },
      title: textProperty,
      content: textProperty,
      excerpt: textProperty,
    },
  };
}

/** Returns the post whose revisions a request is about. */
export async function findParentPost(
  { deps: { content }, type }: RevisionKind,
  request: RestRequest,
): Promise<Post | WpError> {
  const post = await content.getPost(numberParam(request, 'parent'));
  return post && post.post_type === type.name
    ? post
    : failure('rest_post_invalid_parent', 'Invalid post parent ID.', 404);
}

/** Returns the revision named in a request. */
export async function findRevision(kind: RevisionKind, request: RestRequest): Promise<Post | WpError> {
  const parent = await findParentPost(kind, request);
  if (isWpError(parent)) return parent;
  const revision = await kind.deps.content.getPost(numberParam(request, 'id'));
  return revision && revision.post_type === 'revision' && revision.post_parent === parent.id
    ? revision
    : failure('rest_post_invalid_id', 'Invalid revision ID.', 404);
}

/** Creates the response for a revision. */
export async function prepareRevision(
  { deps, type, schema }: RevisionKind,
  revision: Post,
  request: RestRequest,
): Promise<RestResponse> {
  const data = {
    author: revision.post_author,
    date: writeDate(revision.post_date),
    date_gmt: writeDate(revision.post_date_gmt ?? revision.post_date),
    guid: { rendered: revision.guid, raw: revision.guid },
    id: revision.id,
    modified: writeDate(revision.post_modified),
    modified_gmt: writeDate(revision.post_modified_gmt ?? revision.post_modified),
    parent: revision.post_parent,
    slug: revision.post_name,
    title: {
      raw: revision.post_title,
      rendered: await deps.hooks.applyFilters('the_title', revision.post_title, revision.id),
    },
    content: { raw: revision.post_content, rendered: await deps.theContent(revision.post_content, revision) },
    excerpt: {
      raw: revision.post_excerpt,
      rendered:
        revision.post_excerpt === ''
          ? await deps.hooks.applyFilters('the_excerpt', '')
          : await deps.theExcerpt(revision),
    },
  };
  const response = responseInContext(data, schema, request);
  const fields = requestedFields(request);
  if (revision.post_type === 'revision' && (fields.length === 0 || isFieldIncluded('parent', fields)))
    response.addLink('parent', deps.rest.restUrl(`${itemsRoute(type)}/${revision.post_parent}`));
  return deps.hooks.applyFilters('rest_prepare_revision', response, revision, request);
}
