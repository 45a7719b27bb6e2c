import type { PostType } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, publicSchema, writeArgs } from '../items/item-schema.js';
import { createMetaField } from '../items/meta-field.js';
import { createPostAccess } from '../posts/post-access.js';
import { type PostKind, createPostKind } from '../posts/post-kind.js';
import type { PostParts } from '../posts/posts.js';
import { createMedia } from './media-create.js';
import { EDIT_ARGS, editMedia } from './media-edit.js';
import { createMediaHandlers, type MediaHandlers, mediaInput, mediaQuery } from './media-handlers.js';
import { prepareMedia } from './media-prepare.js';
import { mediaListArgs, mediaSchema } from './media-schema.js';

/** Registers the endpoints of the media library (`WP_REST_Attachments_Controller`). */
export function registerMedia(deps: WpV2Deps, type: PostType): void {
  const { hooks } = deps;
  const meta = createMetaField(deps, 'post', type.name);
  const kind = createPostKind(
    deps,
    type,
    hooks.applyFiltersSync('rest_attachment_item_schema', mediaSchema(deps, type, meta)),
    meta,
  );
  const access = createPostAccess(deps, kind);

  const parts: PostParts = {
    access,
    query: (request) => mediaQuery(deps, kind, request),
    input: (request, before) => mediaInput(deps, kind, request, before),
    prepare: (post, request) => prepareMedia(deps, kind, post, request),
  };
  const media: MediaRoutes = { kind, parts, handlers: createMediaHandlers(deps, kind, parts) };
  registerItems(deps, media);
  registerImageRoutes(deps, media);
}

interface MediaRoutes {
  readonly kind: PostKind;
  readonly parts: PostParts;
  readonly handlers: MediaHandlers;
}

/** Returns the routes of the media library. */
function getRoutePaths({ type }: PostKind): { namespace: string; base: string; itemRoute: string } {
  const base = type.restBase || type.name;
  return { namespace: type.restNamespace || 'wp/v2', base, itemRoute: `/${base}/(?P<id>[\\d]+)` };
}

function registerItems(deps: WpV2Deps, { kind, parts, handlers }: MediaRoutes): void {
  const { hooks, rest } = deps;
  const { access } = parts;
  const { namespace, base, itemRoute } = getRoutePaths(kind);
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, kind.schema);
  rest.registerRestRoute(namespace, `/${base}`, {
    schema,
    endpoints: [
      {
        methods: 'GET',
        callback: handlers.list,
        permissionCallback: access.canList,
        args: hooks.applyFiltersSync('rest_attachment_collection_params', mediaListArgs(deps, kind), kind.type),
      },
      {
        methods: 'POST',
        callback: createMedia(deps, kind, parts),
        permissionCallback: handlers.canCreate,
        args: writeArgs(rest, kind.schema, true),
      },
    ],
  });
  rest.registerRestRoute(namespace, itemRoute, {
    schema,
    args: { id: { description: 'Unique identifier for the post.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        callback: handlers.show,
        permissionCallback: access.canShow,
        args: { context: contextArg(rest, kind.schema, 'view') },
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: handlers.update,
        permissionCallback: access.canUpdate,
        args: writeArgs(rest, kind.schema, false),
      },
      {
        methods: 'DELETE',
        callback: handlers.remove,
        permissionCallback: access.canRemove,
        args: {
          force: { type: 'boolean', default: false, description: 'Whether to bypass Trash and force deletion.' },
        },
      },
    ],
  });
}

function registerImageRoutes(deps: WpV2Deps, { kind, parts, handlers }: MediaRoutes): void {
  const { rest } = deps;
  const { access } = parts;
  const { namespace, itemRoute } = getRoutePaths(kind);
  const id = { description: 'Unique identifier for the attachment.', type: 'integer' } as const;
  rest.registerRestRoute(namespace, `${itemRoute}/post-process`, {
    endpoints: [
      {
        methods: 'POST',
        callback: handlers.postProcess,
        permissionCallback: access.canUpdate,
        args: { id, action: { type: 'string', enum: ['create-image-subsizes'], required: true } },
      },
    ],
  });
  rest.registerRestRoute(namespace, `${itemRoute}/edit`, {
    endpoints: [
      {
        methods: 'POST',
        callback: editMedia(deps, kind, parts),
        permissionCallback: handlers.canEditImage,
        args: EDIT_ARGS,
      },
    ],
  });
}
