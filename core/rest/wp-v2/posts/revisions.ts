import {
  isWpError,
  type Post,
  type PostInput,
  type PostType,
  type RestRequest,
  RestResponse,
  type WpError,
} from '../../../api/index.js';
import { isFieldIncluded, requestedFields } from '../../fields.js';
import { omit, toText } from '../../values.js';
import { collectionArgs, idsArg, idsParam, inCollection, numberParam, orderArgs, pageOf } from '../items/collection.js';
import { writeDate } from '../items/dates.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, contextOf, filterByContext, type ItemSchema, publicSchema } from '../items/item-schema.js';
import { textOf } from './posts-write.js';
import { failure, forbidden } from '../items/refusals.js';
import { itemsRoute } from '../types/types.js';

/** Texts come as they are or as `{ raw }`; what is neither is passed over. */
const TEXT = { type: 'object', sanitizeCallback: null } as const;
const ORDERS = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'];
const EVERYWHERE = ['view', 'edit', 'embed'];
const BOTH = ['view', 'edit'];
const EDIT = ['edit'];
const text = {
  type: 'object',
  context: EVERYWHERE,
  properties: { raw: { type: 'string', context: EDIT }, rendered: { type: 'string', context: EVERYWHERE } },
} as const;

/** Everything of a revision that is searched. */
function textsOf({ post_title, post_content, post_excerpt }: Post): string {
  return `${post_title}\n${post_content}\n${post_excerpt}`.toLowerCase();
}

function revisionSchema(type: PostType): ItemSchema {
  return {
    title: `${type.name}-revision`,
    properties: {
      author: { type: 'integer', context: EVERYWHERE },
      date: { type: 'string', format: 'date-time', context: EVERYWHERE },
      date_gmt: { type: 'string', format: 'date-time', context: BOTH },
      guid: { type: 'object', context: BOTH, readonly: true },
      id: { type: 'integer', context: EVERYWHERE },
      modified: { type: 'string', format: 'date-time', context: BOTH },
      modified_gmt: { type: 'string', format: 'date-time', context: BOTH },
      parent: { type: 'integer', context: EVERYWHERE },
      slug: { type: 'string', context: EVERYWHERE },
      title: text,
      content: text,
      excerpt: text,
    },
  };
}

/** Registers the revisions and autosaves of a post type (`WP_REST_Revisions_Controller`, `WP_REST_Autosaves_Controller`). */
export function registerRevisions(deps: WpV2Deps, type: PostType): void {
  const { content, rest, roles } = deps;
  const schema = revisionSchema(type);
  const [namespace, base] = [type.restNamespace || 'wp/v2', type.restBase || type.name];

  async function parentOf(request: RestRequest): Promise<Post | WpError> {
    const post = await content.getPost(numberParam(request, 'parent'));
    return post && post.post_type === type.name
      ? post
      : failure('rest_post_invalid_parent', 'Invalid post parent ID.', 404);
  }

  const mayAutosave = async (request: RestRequest): Promise<true | WpError> => {
    const parent = await parentOf(request);
    if (isWpError(parent)) return failure('rest_post_invalid_id', 'Invalid post ID.', 404);
    return (
      (await roles.currentUserCan('edit_post', parent.id)) ||
      forbidden(deps, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.')
    );
  };
  const mayRead =
    (message: string) =>
    async (request: RestRequest): Promise<true | WpError> => {
      const parent = await parentOf(request);
      if (isWpError(parent)) return parent;
      return (await roles.currentUserCan('edit_post', parent.id)) || forbidden(deps, 'rest_cannot_read', message);
    };

  async function prepare(revision: Post, request: RestRequest): Promise<RestResponse> {
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
    const response = new RestResponse(filterByContext(data, { ...schema, type: 'object' }, contextOf(request)));
    const fields = requestedFields(request);
    if (revision.post_type === 'revision' && (fields.length === 0 || isFieldIncluded('parent', fields)))
      response.addLink('parent', rest.restUrl(`${itemsRoute(type)}/${revision.post_parent}`));
    return deps.hooks.applyFilters('rest_prepare_revision', response, revision, request);
  }

  async function prepareAutosave(saved: Post, request: RestRequest): Promise<RestResponse> {
    return deps.hooks.applyFilters('rest_prepare_autosave', await prepare(saved, request), saved, request);
  }

  async function listRevisions(request: RestRequest): Promise<unknown> {
    const parent = await parentOf(request);
    if (isWpError(parent)) return parent;
    const wished = {
      post_parent: parent.id,
      post_type: 'revision',
      post_status: 'inherit',
      order: toText(request.getParam('order')),
      s: toText(request.getParam('search')),
      post__in: idsParam(request, 'include'),
      post__not_in: idsParam(request, 'exclude'),
    };
    const query = await deps.hooks.applyFilters('rest_revision_query', wished, request);
    const words = query.s.toLowerCase().split(/\s+/);
    const { post__in: include, post__not_in: exclude } = query;
    const all = (await content.wpGetPostRevisions(parent.id)).filter(
      (revision) =>
        (include.length === 0 || include.includes(revision.id)) &&
        !exclude.includes(revision.id) &&
        words.every((word) => textsOf(revision).includes(word)),
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
    // Without a length of pages there is nothing to count an offset by.
    const from = offset > 0 && !request.hasParam('per_page') ? 0 : offset || (page - 1) * perPage;
    const items = await Promise.all(
      all
        .slice(from, from + perPage)
        .map(async (revision) => inCollection(rest.links, await prepare(revision, request))),
    );
    return pageOf(rest, request, items, all.length, `${itemsRoute(type)}/${parent.id}/revisions`, page, perPage);
  }

  async function findRevision(request: RestRequest): Promise<Post | WpError> {
    const parent = await parentOf(request);
    if (isWpError(parent)) return parent;
    const revision = await content.getPost(numberParam(request, 'id'));
    return revision && revision.post_type === 'revision' && revision.post_parent === parent.id
      ? revision
      : failure('rest_post_invalid_id', 'Invalid revision ID.', 404);
  }

  const showRevision = async (request: RestRequest): Promise<unknown> => {
    const revision = await findRevision(request);
    return isWpError(revision) ? revision : prepare(revision, request);
  };

  async function removeRevision(request: RestRequest): Promise<unknown> {
    const revision = await findRevision(request);
    if (isWpError(revision)) return revision;
    if (request.getParam('force') !== true)
      return failure('rest_trash_not_supported', "Revisions do not support trashing. Set 'force=true' to delete.", 501);
    const previous = (await prepare(revision, request)).getData();
    const done = await content.wpDeletePostRevision(revision.id);
    return done && !isWpError(done)
      ? { deleted: true, previous }
      : failure('rest_cannot_delete', 'The post cannot be deleted.', 500);
  }

  async function autosavesOf(parent: Post): Promise<Post[]> {
    return (await content.wpGetPostRevisions(parent.id)).filter(
      (revision) => content.wpIsPostAutosave(revision) !== false,
    );
  }

  async function listAutosaves(request: RestRequest): Promise<unknown> {
    const parent = await parentOf(request);
    if (isWpError(parent)) return parent;
    return Promise.all(
      (await autosavesOf(parent)).map(async (autosave) =>
        inCollection(rest.links, await prepareAutosave(autosave, request)),
      ),
    );
  }

  async function showAutosave(request: RestRequest): Promise<unknown> {
    const parent = await parentOf(request);
    if (isWpError(parent)) return parent;
    const own = (await autosavesOf(parent)).find(({ id }) => id === numberParam(request, 'id'));
    return own
      ? prepareAutosave(own, request)
      : failure('rest_post_no_autosave', 'There is no autosave revision for this post.', 404);
  }

  async function autosave(request: RestRequest): Promise<unknown> {
    const parent = await parentOf(request);
    if (isWpError(parent)) return parent;
    // A draft is its writer's own; what others add to it is kept apart, with what they sent alone.
    const isOwn = ['draft', 'auto-draft'].includes(parent.post_status) && parent.post_author === deps.currentUserId();
    const {
      post_title = '',
      post_content = '',
      post_excerpt = '',
    } = (await autosavesOf(parent)).find((saved) => saved.post_author === deps.currentUserId()) ?? {};
    const input: PostInput & { id: number } = {
      id: parent.id,
      ...(isOwn ? {} : { post_title, post_content, post_excerpt }),
    };
    for (const [param, field] of [
      ['title', 'post_title'],
      ['content', 'post_content'],
      ['excerpt', 'post_excerpt'],
    ] as const) {
      const text = textOf(request.getParam(param));
      if (text !== undefined) input[field] = text;
    }
    const filtered = await deps.hooks.applyFilters<typeof input | WpError>(
      `rest_pre_insert_${type.name}`,
      input,
      request,
    );
    if (isWpError(filtered)) return filtered;
    Object.assign(input, filtered, { id: parent.id });
    const id = await (isOwn ? content.wpUpdatePost(input, true) : content.wpCreatePostAutosave(input));
    if (isWpError(id)) return id;
    const saved = await content.getPost(Number(id));
    request.setParam('context', 'edit');
    return saved ? prepareAutosave(saved, request) : failure('rest_post_invalid_id', 'Invalid post ID.', 404);
  }

  const parentArg = { parent: { description: 'The ID for the parent of the revision.', type: 'integer' as const } };
  const shown = (): ReturnType<typeof publicSchema> => publicSchema(rest, schema);
  const context = contextArg(rest, schema, 'view');
  const { per_page: perPage, ...listArgs } = collectionArgs(deps, context);
  const chosen = {
    exclude: idsArg('Ensure result set excludes specific IDs.'),
    include: idsArg('Limit result set to specific IDs.'),
  };
  const mayReadRevisions = mayRead('Sorry, you are not allowed to view revisions of this post.');
  rest.registerRestRoute(namespace, `/${base}/(?P<parent>[\\d]+)/revisions`, {
    schema: shown,
    args: parentArg,
    endpoints: [
      {
        callback: listRevisions,
        permissionCallback: mayReadRevisions,
        args: { ...listArgs, per_page: omit(perPage, 'default'), ...chosen, ...orderArgs(ORDERS, 'date', 'desc') },
      },
    ],
  });
  rest.registerRestRoute(namespace, `/${base}/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)`, {
    schema: shown,
    args: { ...parentArg, id: { description: 'Unique identifier for the revision.', type: 'integer' } },
    endpoints: [
      { callback: showRevision, permissionCallback: mayReadRevisions, args: { context } },
      {
        methods: 'DELETE',
        callback: removeRevision,
        args: {
          force: {
            type: 'boolean',
            default: false,
            description: 'Required to be true, as revisions do not support trashing.',
          },
        },
        permissionCallback: async (request) => {
          const parent = await parentOf(request);
          if (isWpError(parent)) return parent;
          if (!(await roles.currentUserCan('delete_post', parent.id)))
            return forbidden(
              deps,
              'rest_cannot_delete',
              'Sorry, you are not allowed to delete revisions of this post.',
            );
          const revision = await findRevision(request);
          return isWpError(revision) ? revision : true;
        },
      },
    ],
  });
  rest.registerRestRoute(namespace, `/${base}/(?P<parent>[\\d]+)/autosaves/(?P<id>[\\d]+)`, {
    schema: shown,
    args: { ...parentArg, id: { description: 'The ID for the autosave.', type: 'integer' } },
    endpoints: [{ callback: showAutosave, permissionCallback: mayReadRevisions, args: { context } }],
  });
  rest.registerRestRoute(namespace, `/${base}/(?P<parent>[\\d]+)/autosaves`, {
    schema: shown,
    args: parentArg,
    endpoints: [
      {
        callback: listAutosaves,
        permissionCallback: mayRead('Sorry, you are not allowed to view autosaves of this post.'),
        args: { context },
      },
      {
        methods: 'POST',
        callback: autosave,
        permissionCallback: mayAutosave,
        args: { title: TEXT, content: TEXT, excerpt: TEXT },
      },
    ],
  });
}
