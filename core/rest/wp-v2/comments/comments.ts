import { isWpError, type RestRequest } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, publicSchema, writeArgs } from '../items/item-schema.js';
import { createMetaField } from '../items/meta-field.js';
import { type CommentAccess, createCommentAccess } from './comment-access.js';
import { listComments } from './comment-list.js';
import { type CommentKind, prepareComment } from './comment-prepare.js';
import { commentListArgs, commentSchema } from './comment-schema.js';
import { type CommentWrites, createCommentWrites } from './comment-writes.js';

const PASSWORD_ARG = {
  description: 'The password for the parent post of the comment (if the post is password protected).',
  type: 'string',
} as const;

/** Registers `wp/v2/comments` (`WP_REST_Comments_Controller`). */
export function registerComments(deps: WpV2Deps): void {
  const { roles } = deps;
  deps.meta.registerMeta('comment', '_wp_note_status', {
    type: 'string',
    description: 'Note resolution status',
    single: true,
    showInRest: { schema: { type: 'string', enum: ['resolved', 'reopen'] } },
    authCallback: (_allowed, _key, id) => roles.currentUserCan('edit_comment', id),
  });
  const meta = createMetaField(deps, 'comment', 'comment');
  const kind: CommentKind = { schema: commentSchema(deps, meta), meta };
  const access = createCommentAccess(deps);
  const writes = createCommentWrites(deps, kind, access);
  registerCommentRoutes(deps, kind, access, writes);
}

function registerCommentRoutes(deps: WpV2Deps, kind: CommentKind, access: CommentAccess, writes: CommentWrites): void {
  const { hooks, rest } = deps;
  async function show(request: RestRequest): Promise<unknown> {
    const comment = await access.find(request);
    return isWpError(comment) ? comment : prepareComment(deps, kind, comment, request);
  }
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, kind.schema);
  rest.registerRestRoute('wp/v2', '/comments', {
    schema,
    endpoints: [
      {
        methods: 'GET',
        callback: (request) => listComments(deps, kind, access, request),
        permissionCallback: access.canList,
        args: hooks.applyFiltersSync('rest_comment_collection_params', commentListArgs(deps, kind.schema)),
      },
      {
        methods: 'POST',
        callback: writes.create,
        permissionCallback: access.canCreate,
        args: writeArgs(rest, kind.schema, true),
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/comments/(?P<id>[\\d]+)', {
    schema,
    args: { id: { description: 'Unique identifier for the comment.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        callback: show,
        permissionCallback: access.canShow,
        args: {
          context: contextArg(rest, kind.schema, 'view'),
          password: PASSWORD_ARG,
        },
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: writes.update,
        permissionCallback: access.canUpdate,
        args: writeArgs(rest, kind.schema, false),
      },
      {
        methods: 'DELETE',
        callback: writes.remove,
        permissionCallback: access.canRemove,
        args: {
          force: { type: 'boolean', default: false, description: 'Whether to bypass Trash and force deletion.' },
          password: PASSWORD_ARG,
        },
      },
    ],
  });
}
