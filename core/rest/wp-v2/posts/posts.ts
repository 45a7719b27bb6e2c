import {
  isWpError,
  type Post,
  type PostInput,
  type PostQuery,
  type PostType,
  type RestRequest,
  RestResponse,
  WpError,
} from '../../../api/index.js';
import { inCollection, numberParam, pageOf } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, contextOf, publicSchema, writeArgs } from '../items/item-schema.js';
import { createMetaField } from '../items/meta-field.js';
import { createPostAccess } from './post-access.js';
import { type PostKind, createPostKind } from './post-kind.js';
import { postListArgs } from './posts-list-args.js';
import { createPostQuery } from './posts-query.js';
import { preparePost } from './posts-prepare.js';
import { postSchema } from './posts-schema.js';
import { createPostInput, writePostDetails } from './posts-write.js';
import { failure } from '../items/refusals.js';

const FORCE_ARG = {
  force: { type: 'boolean', default: false, description: 'Whether to bypass Trash and force deletion.' },
} as const;

/** The parts that differ between post types. */
export interface PostParts {
  access: ReturnType<typeof createPostAccess>;
  prepare(post: Post, request: RestRequest): Promise<RestResponse>;
  query(request: RestRequest): Promise<PostQuery | WpError>;
  input(request: RestRequest, before: Post | undefined): Promise<PostInput | WpError>;
}

/** Creates the handlers of a post type's endpoints. */
export function createPostHandlers(deps: WpV2Deps, kind: PostKind, parts: PostParts) {
  const { content, hooks, rest } = deps;
  const { type } = kind;
  const { access, prepare } = parts;

  async function list(request: RestRequest): Promise<unknown> {
    const query = await parts.query(request);
    if (isWpError(query)) return query;
    const { posts, total: found } = await content.queryPosts({ update_post_term_cache: true, ...query });
    const pages = Math.ceil(found / numberParam(request, 'per_page', 10));
    if (found > 0 && numberParam(request, 'page', 1) > pages) {
      return failure(
        'rest_post_invalid_page_number',
        'The page number requested is larger than the number of pages available.',
        400,
      );
    }
    const items: unknown[] = [];
    const isVisible = contextOf(request) === 'edit' ? access.canEdit : access.canRead;
    for (const post of posts)
      if (await isVisible(post)) items.push(await inCollection(rest.links, await prepare(post, request)));
    // If the offset is past the end, there is no total.
    return pageOf(rest, request, items, {
      total: posts.length === 0 && numberParam(request, 'page', 1) === 1 ? 0 : found,
      base: kind.route,
    });
  }

  async function show(request: RestRequest): Promise<unknown> {
    const post = await access.find(request);
    if (isWpError(post)) return post;
    const response = await prepare(post, request);
    const link = content.isPostTypeViewable(type.name) ? await content.getPermalink(post) : false;
    if (link) response.linkHeader('alternate', link, { type: 'text/html' });
    return response;
  }

  async function finishWrite(id: number, request: RestRequest, before: Post | null): Promise<RestResponse | WpError> {
    const creating = before === null;
    const post = await content.getPost(id);
    if (!post) return failure('rest_post_invalid_id', 'Invalid post ID.', 404);
    await hooks.doAction(`rest_insert_${type.name}`, post, request, creating);
    const refusal = await writePostDetails(deps, kind, post, request);
    if (refusal) return refusal;
    request.setParam('context', 'edit');
    if (type.name !== 'attachment') await hooks.doAction(`rest_after_insert_${type.name}`, post, request, creating);
    await content.wpAfterInsertPost(post, !creating, before);
    return prepare((await content.getPost(id)) ?? post, request);
  }

  async function create(request: RestRequest): Promise<unknown> {
    const input = await parts.input(request, undefined);
    if (isWpError(input)) return input;
    const id = await content.wpInsertPost(input, true, false);
    if (isWpError(id)) return withStatus(id);
    const response = await finishWrite(id, request, null);
    if (isWpError(response)) return response;
    response.setStatus(201);
    response.header('Location', rest.restUrl(`${kind.route}/${id}`));
    return response;
  }

  async function update(request: RestRequest): Promise<unknown> {
    const before = await access.find(request);
    if (isWpError(before)) return before;
    const input = await parts.input(request, before);
    if (isWpError(input)) return input;
    const id = await content.wpUpdatePost({ ...input, id: before.id }, true, false);
    return isWpError(id) ? withStatus(id) : finishWrite(before.id, request, before);
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const post = await access.find(request);
    if (isWpError(post)) return post;
    request.setParam('context', 'edit');
    const trashable = await hooks.applyFilters(`rest_${type.name}_trashable`, true, post);
    const cannotDeleteError = (): WpError => failure('rest_cannot_delete', 'The post cannot be deleted.', 500);
    let response: RestResponse;
    if (request.getParam('force') === true) {
      const previous = (await prepare(post, request)).getData();
      if (!(await content.wpDeletePost(post.id, true))) return cannotDeleteError();
      response = new RestResponse({ deleted: true, previous });
    } else {
      if (!trashable)
        return failure(
          'rest_trash_not_supported',
          "The post does not support trashing. Set 'force=true' to delete.",
          501,
        );
      if (post.post_status === 'trash')
        return failure('rest_already_trashed', 'The post has already been deleted.', 410);
      if (!(await content.wpTrashPost(post.id))) return cannotDeleteError();
      response = await prepare((await content.getPost(post.id)) ?? post, request);
    }
    await hooks.doAction(`rest_delete_${type.name}`, post, response, request);
    return response;
  }

  return { list, show, create, update, remove };
}

/** Registers the endpoints of a post type (`WP_REST_Posts_Controller`). */
export function registerPosts(deps: WpV2Deps, type: PostType): void {
  const { content, hooks } = deps;
  if (content.postTypeSupports(type.name, 'editor')) {
    deps.meta.registerMeta('post', 'footnotes', {
      objectSubtype: type.name,
      type: 'string',
      single: true,
      showInRest: true,
    });
  }
  const meta = createMetaField(deps, 'post', type.name);
  const schema = hooks.applyFiltersSync(`rest_${type.name}_item_schema`, postSchema(deps, type, meta));
  const kind = createPostKind(deps, type, schema, meta);
  const access = createPostAccess(deps, kind);
  const handlers = createPostHandlers(deps, kind, {
    access,
    prepare: (post, request) => preparePost(deps, kind, post, request),
    query: (request) => createPostQuery(deps, kind, request),
    input: (request, before) => createPostInput(deps, kind, request, before),
  });

  registerPostRoutes(deps, kind, access, handlers);
}

function registerPostRoutes(
  deps: WpV2Deps,
  kind: PostKind,
  access: PostParts['access'],
  { list, show, create, update, remove }: ReturnType<typeof createPostHandlers>,
): void {
  const { hooks, rest } = deps;
  const { type } = kind;
  const listArgs = postListArgs(deps, kind);
  const context = contextArg(rest, kind.schema, 'view');
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, kind.schema);
  const batch = { allowBatch: { v1: true } };
  const [namespace, base] = [type.restNamespace || 'wp/v2', type.restBase || type.name];
  rest.registerRestRoute(namespace, `/${base}`, {
    schema,
    ...batch,
    endpoints: [
      {
        methods: 'GET',
        callback: list,
        permissionCallback: access.canList,
        args: hooks.applyFiltersSync(`rest_${type.name}_collection_params`, listArgs, type),
      },
      {
        methods: 'POST',
        callback: create,
        permissionCallback: access.canCreate,
        args: writeArgs(rest, kind.schema, true),
      },
    ],
  });
  rest.registerRestRoute(namespace, `/${base}/(?P<id>[\\d]+)`, {
    schema,
    ...batch,
    args: { id: { description: 'Unique identifier for the post.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        callback: show,
        permissionCallback: access.canShow,
        args: {
          context,
          password: { description: 'The password for the post if it is password protected.', type: 'string' },
        },
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: update,
        permissionCallback: access.canUpdate,
        args: writeArgs(rest, kind.schema, false),
      },
      {
        methods: 'DELETE',
        callback: remove,
        permissionCallback: access.canRemove,
        args: FORCE_ARG,
      },
    ],
  });
}

/** Adds a status to an error of the data layer: the client's fault, except for database errors. */
export function withStatus(error: WpError): WpError {
  const status = ['db_insert_error', 'db_update_error'].includes(error.getErrorCode()) ? 500 : 400;
  return new WpError(error.getErrorCode(), error.getErrorMessage(), { status });
}
