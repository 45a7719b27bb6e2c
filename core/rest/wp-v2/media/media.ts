import {
  isWpError,
  type Post,
  type PostInput,
  type PostQuery,
  type PostType,
  type RestRequest,
  type RestResponse,
  type WpError,
} from '../../../api/index.js';
import { isEmpty } from '../../values.js';
import { listParam, numberParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, publicSchema, writeArgs } from '../items/item-schema.js';
import { createMetaField } from '../items/meta-field.js';
import { failure, forbidden } from '../items/refusals.js';
import { postAccess } from '../posts/post-access.js';
import { postKind } from '../posts/post-kind.js';
import { postHandlers, type PostParts } from '../posts/posts.js';
import { postQuery } from '../posts/posts-query.js';
import { postInput, textOf } from '../posts/posts-write.js';
import { createMedia, refuseParent, writeAlternative } from './media-create.js';
import { EDIT_ARGS, editMedia } from './media-edit.js';
import { prepareMedia } from './media-prepare.js';
import { mediaListArgs, mediaSchema } from './media-schema.js';

/** Registers the endpoints of the library (`WP_REST_Attachments_Controller`). */
export function registerMedia(deps: WpV2Deps, type: PostType): void {
  const { attachments, content, hooks, rest, roles } = deps;
  const meta = createMetaField(deps, 'post', type.name);
  const kind = postKind(
    deps,
    type,
    hooks.applyFiltersSync('rest_attachment_item_schema', mediaSchema(deps, type, meta)),
    meta,
  );
  const access = postAccess(deps, kind);

  async function input(request: RestRequest, before: Post | undefined): Promise<PostInput | WpError> {
    const made = await postInput(deps, kind, request, before);
    if (isWpError(made)) return made;
    for (const [param, field] of [
      ['caption', 'post_excerpt'],
      ['description', 'post_content'],
    ] as const) {
      const text = textOf(request.getParam(param));
      if (text !== undefined) made[field] = text;
    }
    if (request.hasParam('post')) made.post_parent = numberParam(request, 'post');
    return made;
  }

  async function query(request: RestRequest): Promise<PostQuery | WpError> {
    const made = await postQuery(deps, kind, request);
    if (isWpError(made)) return made;
    const types = [...new Set([...listParam(request, 'media_type'), ...listParam(request, 'mime_type')].map(String))];
    return {
      ...made,
      ...(types.length > 0 ? { post_mime_type: types } : {}),
      ...(made.s === undefined ? {} : { search_filenames: true }),
    };
  }

  const parts: PostParts = {
    access,
    query,
    input,
    prepare: (post, request) => prepareMedia(deps, kind, post, request),
  };
  const handlers = postHandlers(deps, kind, parts);

  async function mayCreate(request: RestRequest): Promise<true | WpError> {
    const allowed = await access.mayCreate(request);
    if (allowed !== true) return allowed;
    if (!(await roles.currentUserCan('upload_files')))
      return failure('rest_cannot_create', 'Sorry, you are not allowed to upload media on this site.', 400);
    const parent = request.getParam('post');
    if (isEmpty(parent) || (await roles.currentUserCan('edit_post', Number(parent)))) return true;
    return forbidden(deps, 'rest_cannot_edit', 'Sorry, you are not allowed to upload media to this post.');
  }

  async function mayChangePicture(request: RestRequest): Promise<true | WpError> {
    if (!(await roles.currentUserCan('upload_files')))
      return forbidden(deps, 'rest_cannot_edit_image', 'Sorry, you are not allowed to upload media on this site.');
    return access.mayUpdate(request);
  }

  async function update(request: RestRequest): Promise<unknown> {
    const refused = await refuseParent(deps, request);
    if (refused) return refused;
    const before = await access.find(request);
    const updated = await handlers.update(request);
    if (isWpError(updated) || isWpError(before)) return updated;
    await writeAlternative(deps, before.id, request);
    const post = (await content.getPost(before.id)) ?? before;
    request.setParam('context', 'edit');
    await hooks.doAction('rest_after_insert_attachment', post, request, false);
    await hooks.doAction('wp_after_insert_post', post.id, post, true, before);
    return parts.prepare(post, request);
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const post = await access.find(request);
    if (isWpError(post) || request.getParam('force') === true) return handlers.remove(request);
    return failure('rest_trash_not_supported', "The post does not support trashing. Set 'force=true' to delete.", 501);
  }

  async function postProcess(request: RestRequest): Promise<RestResponse | WpError> {
    const post = await access.find(request);
    if (isWpError(post)) return post;
    await attachments.wpUpdateImageSubsizes(post.id);
    request.setParam('context', 'edit');
    return parts.prepare((await content.getPost(post.id)) ?? post, request);
  }

  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, kind.schema);
  const id = { description: 'Unique identifier for the attachment.', type: 'integer' } as const;
  const [namespace, base] = [type.restNamespace || 'wp/v2', type.restBase || type.name];
  const one = `/${base}/(?P<id>[\\d]+)`;
  rest.registerRestRoute(namespace, `/${base}`, {
    schema,
    endpoints: [
      {
        methods: 'GET',
        callback: handlers.list,
        permissionCallback: access.mayList,
        args: hooks.applyFiltersSync('rest_attachment_collection_params', mediaListArgs(deps, kind), type),
      },
      {
        methods: 'POST',
        callback: createMedia(deps, kind, parts),
        permissionCallback: mayCreate,
        args: writeArgs(rest, kind.schema, true),
      },
    ],
  });
  rest.registerRestRoute(namespace, one, {
    schema,
    args: { id: { description: 'Unique identifier for the post.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        callback: handlers.show,
        permissionCallback: access.mayShow,
        args: { context: contextArg(rest, kind.schema, 'view') },
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: update,
        permissionCallback: access.mayUpdate,
        args: writeArgs(rest, kind.schema, false),
      },
      {
        methods: 'DELETE',
        callback: remove,
        permissionCallback: access.mayRemove,
        args: {
          force: { type: 'boolean', default: false, description: 'Whether to bypass Trash and force deletion.' },
        },
      },
    ],
  });
  rest.registerRestRoute(namespace, `${one}/post-process`, {
    endpoints: [
      {
        methods: 'POST',
        callback: postProcess,
        permissionCallback: access.mayUpdate,
        args: { id, action: { type: 'string', enum: ['create-image-subsizes'], required: true } },
      },
    ],
  });
  rest.registerRestRoute(namespace, `${one}/edit`, {
    endpoints: [
      {
        methods: 'POST',
        callback: editMedia(deps, kind, parts),
        permissionCallback: mayChangePicture,
        args: EDIT_ARGS,
      },
    ],
  });
}
