import { isWpError, type PostType, type RestRequest, type WpError } from '../../../api/index.js';
import { omit } from '../../values.js';
import { collectionArgs, idsArg, orderArgs } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, publicSchema } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';
import { saveAutosave, listAutosaves, showAutosave } from './autosaves.js';
import {
  findRevision,
  findParentPost,
  prepareRevision,
  type RevisionKind,
  createRevisionKind,
} from './revision-items.js';
import { listRevisions } from './revision-list.js';

/** Texts are passed as strings or as `{ raw }`; other values are ignored. */
const TEXT_ARG = { type: 'object', sanitizeCallback: null } as const;
const ORDERBY_VALUES = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'];
const PARENT_ARG = { parent: { description: 'The ID for the parent of the revision.', type: 'integer' } } as const;

/** Registers the revisions and autosaves of a post type (`WP_REST_Revisions_Controller`, `WP_REST_Autosaves_Controller`). */
export function registerRevisions(deps: WpV2Deps, type: PostType): void {
  const kind = createRevisionKind(deps, type);
  const access = createRevisionAccess(kind);
  registerRevisionRoutes(kind, routeBaseOf(type), access);
  registerAutosaveRoutes(kind, routeBaseOf(type), access);
}

/** Registers only the autosaves, for a type without revisions that is edited in an editor. */
export function registerAutosaves(deps: WpV2Deps, type: PostType): void {
  const kind = createRevisionKind(deps, type);
  registerAutosaveRoutes(kind, routeBaseOf(type), createRevisionAccess(kind));
}

const routeBaseOf = (type: PostType): RouteBase => ({
  namespace: type.restNamespace || 'wp/v2',
  base: type.restBase || type.name,
});

/** Routes of a type's endpoints. */
interface RouteBase {
  readonly namespace: string;
  readonly base: string;
}

function registerRevisionRoutes(kind: RevisionKind, { namespace, base }: RouteBase, access: RevisionAccess): void {
  const { deps, schema } = kind;
  const { rest } = deps;
  const showRevision = async (request: RestRequest): Promise<unknown> => {
    const revision = await findRevision(kind, request);
    return isWpError(revision) ? revision : prepareRevision(kind, revision, request);
  };
  const getPublicSchema = (): ReturnType<typeof publicSchema> => publicSchema(rest, schema);
  const context = contextArg(rest, schema, 'view');
  const { per_page: perPage, ...listArgs } = collectionArgs(deps, context);
  const selectionArgs = {
    exclude: idsArg('Ensure result set excludes specific IDs.'),
    include: idsArg('Limit result set to specific IDs.'),
  };
  rest.registerRestRoute(namespace, `/${base}/(?P<parent>[\\d]+)/revisions`, {
    schema: getPublicSchema,
    args: PARENT_ARG,
    endpoints: [
      {
        callback: (request) => listRevisions(kind, request),
        permissionCallback: access.canReadRevisions,
        args: {
          ...listArgs,
          per_page: omit(perPage, 'default'),
          ...selectionArgs,
          ...orderArgs(ORDERBY_VALUES, 'date', 'desc'),
        },
      },
    ],
  });
  rest.registerRestRoute(namespace, `/${base}/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)`, {
    schema: getPublicSchema,
    args: { ...PARENT_ARG, id: { description: 'Unique identifier for the revision.', type: 'integer' } },
    endpoints: [
      { callback: showRevision, permissionCallback: access.canReadRevisions, args: { context } },
      {
        methods: 'DELETE',
        callback: (request) => removeRevision(kind, request),
        args: {
          force: {
            type: 'boolean',
            default: false,
            description: 'Required to be true, as revisions do not support trashing.',
          },
        },
        permissionCallback: access.canRemove,
      },
    ],
  });
}

function registerAutosaveRoutes(kind: RevisionKind, { namespace, base }: RouteBase, access: RevisionAccess): void {
  const { schema } = kind;
  const { rest } = kind.deps;
  const getPublicSchema = (): ReturnType<typeof publicSchema> => publicSchema(rest, schema);
  const context = contextArg(rest, schema, 'view');
  rest.registerRestRoute(namespace, `/${base}/(?P<parent>[\\d]+)/autosaves/(?P<id>[\\d]+)`, {
    schema: getPublicSchema,
    args: { ...PARENT_ARG, id: { description: 'The ID for the autosave.', type: 'integer' } },
    endpoints: [
      {
        callback: (request) => showAutosave(kind, request),
        permissionCallback: access.canReadRevisions,
        args: { context },
      },
    ],
  });
  rest.registerRestRoute(namespace, `/${base}/(?P<parent>[\\d]+)/autosaves`, {
    schema: getPublicSchema,
    args: PARENT_ARG,
    endpoints: [
      {
        callback: (request) => listAutosaves(kind, request),
        permissionCallback: access.canReadAutosaves,
        args: { context },
      },
      {
        methods: 'POST',
        callback: (request) => saveAutosave(kind, request),
        permissionCallback: access.canAutosave,
        args: { title: TEXT_ARG, content: TEXT_ARG, excerpt: TEXT_ARG },
      },
    ],
  });
}

type Check = (request: RestRequest) => Promise<true | WpError>;

interface RevisionAccess {
  readonly canReadRevisions: Check;
  readonly canReadAutosaves: Check;
  readonly canAutosave: Check;
  readonly canRemove: Check;
}

function createRevisionAccess(kind: RevisionKind): RevisionAccess {
  const { deps } = kind;
  const { roles } = deps;

  const mayAutosave = async (request: RestRequest): Promise<true | WpError> => {
    const parent = await findParentPost(kind, request);
    if (isWpError(parent)) return failure('rest_post_invalid_id', 'Invalid post ID.', 404);
    return (
      (await roles.currentUserCan('edit_post', parent.id)) ||
      forbidden(deps, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.')
    );
  };

  const mayRead =
    (message: string) =>
    async (request: RestRequest): Promise<true | WpError> => {
      const parent = await findParentPost(kind, request);
      if (isWpError(parent)) return parent;
      return (await roles.currentUserCan('edit_post', parent.id)) || forbidden(deps, 'rest_cannot_read', message);
    };

  const mayRemove = async (request: RestRequest): Promise<true | WpError> => {
    const parent = await findParentPost(kind, request);
    if (isWpError(parent)) return parent;
    if (!(await roles.currentUserCan('delete_post', parent.id)))
      return forbidden(deps, 'rest_cannot_delete', 'Sorry, you are not allowed to delete revisions of this post.');
    const revision = await findRevision(kind, request);
    return isWpError(revision) ? revision : true;
  };

  return {
    canReadRevisions: mayRead('Sorry, you are not allowed to view revisions of this post.'),
    canReadAutosaves: mayRead('Sorry, you are not allowed to view autosaves of this post.'),
    canAutosave: mayAutosave,
    canRemove: mayRemove,
  };
}

async function removeRevision(kind: RevisionKind, request: RestRequest): Promise<unknown> {
  const revision = await findRevision(kind, request);
  if (isWpError(revision)) return revision;
  if (request.getParam('force') !== true)
    return failure('rest_trash_not_supported', "Revisions do not support trashing. Set 'force=true' to delete.", 501);
  const previous = (await prepareRevision(kind, revision, request)).getData();
  const result = await kind.deps.content.wpDeletePostRevision(revision.id);
  return result && !isWpError(result)
    ? { deleted: true, previous }
    : failure('rest_cannot_delete', 'The post cannot be deleted.', 500);
}
