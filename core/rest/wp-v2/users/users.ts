import {
  isWpError,
  type RestArg,
  type RestEndpoint,
  type RestRequest,
  type RestResponse,
  type UserWithRoles,
  WpError,
} from '../../../api/index.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { contextArg, publicSchema, writeArgs } from '../items/item-schema.js';
import { createMetaField } from '../items/meta-field.js';
import { failure } from '../items/refusals.js';
import { createUserAccess } from './user-access.js';
import { listUsers, userListArgs } from './user-list.js';
import { createUserWrites } from './user-writes.js';
import { prepareUser } from './users-prepare.js';
import { userSchema } from './users-schema.js';

/** Registers `wp/v2/users` (`WP_REST_Users_Controller`). */
export function registerUsers(deps: WpV2SiteDeps): void {
  const { rest } = deps;
  deps.meta.registerMeta('user', 'wp_persisted_preferences', {
    type: 'object',
    single: true,
    showInRest: {
      name: 'persisted_preferences',
      schema: { type: 'object', context: ['edit'], additionalProperties: true },
    },
  });
  const meta = createMetaField(deps, 'user', 'user');
  const schema = userSchema(deps, meta);
  const prepare = (user: UserWithRoles, request: RestRequest): Promise<RestResponse> =>
    prepareUser(deps, schema, meta, user, request);
  const access = createUserAccess(deps);
  const writes = createUserWrites(deps, access, meta, prepare);

  const context = contextArg(rest, schema, 'view');
  const show = async (request: RestRequest): Promise<unknown> => {
    const user = await access.find(request);
    return isWpError(user) ? user : prepare(user, request);
  };
  const itemEndpoints = (
    wrapCheck: (check: (request: RestRequest) => Promise<true | WpError>) => RestEndpoint['permissionCallback'],
    wrapCallback: (work: (request: RestRequest) => Promise<unknown>) => RestEndpoint['callback'],
  ): RestEndpoint[] => [
    {
      methods: 'POST, PUT, PATCH',
      callback: wrapCallback(writes.update),
      permissionCallback: wrapCheck(access.canUpdate),
      args: writeArgs(rest, schema, false),
    },
    {
      methods: 'DELETE',
      callback: wrapCallback(writes.remove),
      permissionCallback: wrapCheck(access.canRemove),
      args: REMOVE_ARGS,
    },
  ];
  /** Runs a handler for the current user, as `/users/me`. */
  const forCurrentUser =
    <T>(work: (request: RestRequest) => Promise<T>) =>
    async (request: RestRequest): Promise<T | WpError> => {
      const id = deps.currentUserId();
      if (id === 0) return failure('rest_not_logged_in', 'You are not currently logged in.', 401);
      request.setParam('id', id);
      return work(request);
    };
  const getPublicSchema = (): ReturnType<typeof publicSchema> => publicSchema(rest, schema);

  rest.registerRestRoute('wp/v2', '/users', {
    schema: getPublicSchema,
    allowBatch: { v1: true },
    endpoints: [
      {
        methods: 'GET',
        callback: (request) => listUsers(deps, request, prepare),
        permissionCallback: access.canList,
        args: userListArgs(deps, context),
      },
      {
        methods: 'POST',
        callback: writes.create,
        permissionCallback: access.canCreate,
        args: writeArgs(rest, schema, true),
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/users/(?P<id>[\\d]+)', {
    schema: getPublicSchema,
    allowBatch: { v1: true },
    args: { id: { description: 'Unique identifier for the user.', type: 'integer' } },
    endpoints: [
      { methods: 'GET', callback: show, permissionCallback: access.canRead, args: { context } },
      ...itemEndpoints(
        (check) => check,
        (work) => work,
      ),
    ],
  });
  rest.registerRestRoute('wp/v2', '/users/me', {
    schema: getPublicSchema,
    endpoints: [
      { methods: 'GET', callback: forCurrentUser(show), permissionCallback: () => true, args: { context } },
      ...itemEndpoints((check) => forCurrentUser(check), forCurrentUser),
    ],
  });
}

const REMOVE_ARGS: Record<string, RestArg> = {
  force: { type: 'boolean', default: false, description: 'Required to be true, as users do not support trashing.' },
  reassign: {
    type: 'integer',
    required: true,
    description: "Reassign the deleted user's posts and links to this user ID.",
    sanitizeCallback: readReassign,
  },
};

function readReassign(value: unknown): unknown {
  if (value === '' || value === 'false' || value === false) return false;
  const id = Number(value);
  return Number.isInteger(id) && id >= 0
    ? id
    : new WpError('rest_invalid_param', 'Invalid user parameter(s).', { status: 400 });
}
