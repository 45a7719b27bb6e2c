import {
  isWpError,
  type RestArg,
  type RestEndpoint,
  type RestRequest,
  RestResponse,
  type UserInput,
  type UserQuery,
  type UserWithRoles,
  WpError,
} from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import {
  collectionArgs,
  idsArg,
  idsParam,
  inCollection,
  listParam,
  numberParam,
  orderArgs,
  pageAtOffset,
  pageOf,
} from '../items/collection.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { contextArg, contextOf, publicSchema, writeArgs } from '../items/item-schema.js';
import { createMetaField } from '../items/meta-field.js';
import { failure, forbidden } from '../items/refusals.js';
import { prepareUser } from './users-prepare.js';
import { userSchema } from './users-schema.js';

const ORDERS: Record<string, string> = {
  id: 'ID',
  include: 'include',
  name: 'display_name',
  registered_date: 'registered',
  slug: 'user_nicename',
  include_slugs: 'nicename__in',
  email: 'user_email',
  url: 'user_url',
};

/** The columns that a search may name; what is public of them is open to everybody. */
const SEARCHED: Record<string, string> = {
  email: 'user_email',
  name: 'display_name',
  id: 'ID',
  username: 'user_login',
  slug: 'user_nicename',
};
const OPEN = ['ID', 'user_nicename', 'display_name'];

/** Registers `wp/v2/users` (`WP_REST_Users_Controller`). */
export function registerUsers(deps: WpV2SiteDeps): void {
  const { rest, users, roles } = deps;
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
  const may = (capability: string, ...args: unknown[]): Promise<boolean> => roles.currentUserCan(capability, ...args);
  const restTypes = (): string[] => deps.content.getPostTypes({ showInRest: true }).map(({ name }) => name);

  async function find(request: RestRequest): Promise<UserWithRoles | WpError> {
    const user = await users.getUserdata(numberParam(request, 'id'));
    return user || failure('rest_user_invalid_id', 'Invalid user ID.', 404);
  }

  async function mayList(request: RestRequest): Promise<true | WpError> {
    const canList = await may('list_users');
    if (!isEmpty(request.getParam('roles')) && !canList)
      return forbidden(deps, 'rest_user_cannot_view', 'Sorry, you are not allowed to filter users by role.');
    if (!isEmpty(request.getParam('capabilities')) && !canList)
      return forbidden(deps, 'rest_user_cannot_view', 'Sorry, you are not allowed to filter users by capability.');
    if (contextOf(request) === 'edit' && !canList)
      return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit users.');
    if (['email', 'registered_date'].includes(toText(request.getParam('orderby'))) && !canList) {
      return forbidden(deps, 'rest_forbidden_orderby', 'Sorry, you are not allowed to order users by this parameter.');
    }
    if (request.getParam('who') === 'authors' && !(await may('edit_posts')) && !(await may('edit_pages'))) {
      return forbidden(deps, 'rest_forbidden_who', 'Sorry, you are not allowed to query users by this parameter.');
    }
    return true;
  }

  async function list(request: RestRequest): Promise<unknown> {
    const perPage = numberParam(request, 'per_page', 10);
    const search = toText(request.getParam('search'));
    const published = request.getParam('has_published_posts');
    const capabilities = listParam(request, 'capabilities').map(toText);
    const columns = listParam(request, 'search_columns').flatMap((name) => SEARCHED[toText(name)] ?? []);
    const query: UserQuery = {
      include: idsParam(request, 'include'),
      exclude: idsParam(request, 'exclude'),
      role__in: listParam(request, 'roles').map(toText),
      nicename__in: listParam(request, 'slug').map(toText),
      orderby: ORDERS[toText(request.getParam('orderby'))] ?? 'display_name',
      order: toText(request.getParam('order')),
      number: perPage,
      offset: numberParam(request, 'offset', (numberParam(request, 'page', 1) - 1) * perPage),
      ...(search === '' ? {} : { search: `*${search}*` }),
      ...(request.getParam('who') === 'authors' ? { capability: 'edit_posts' } : {}),
      ...(capabilities.length > 0 ? { capability__in: capabilities } : {}),
      ...(columns.length > 0 ? { search_columns: columns } : {}),
      ...(published === true || Array.isArray(published) ? { has_published_posts: published as true | string[] } : {}),
    };
    // Who may not list users sees only those whose names stand under public texts anyway, and cannot guess an address letter by letter.
    if (!(await may('list_users'))) {
      const open = (query.search_columns ?? []).filter((column) => OPEN.includes(column));
      query.search_columns = open.length > 0 ? open : OPEN;
      if (query.capability === undefined) query.has_published_posts ??= restTypes();
    }
    const filtered = await deps.hooks.applyFilters('rest_user_query', query, request);
    const { users: found, total } = await users.getUsers(filtered);
    const items: unknown[] = [];
    for (const user of found) items.push(await inCollection(rest.links, await prepare(user, request)));
    return pageOf(rest, request, items, total, 'wp/v2/users', pageAtOffset(request));
  }

  async function mayRead(request: RestRequest): Promise<true | WpError> {
    const user = await find(request);
    if (isWpError(user)) return user;
    if (user.id === deps.currentUserId()) return true;
    const mayEdit = await may('edit_user', user.id);
    if (contextOf(request) === 'edit' && !mayEdit)
      return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this user.');
    if (mayEdit || (await may('list_users'))) return true;
    const { total } = await users.getUsers({ include: [user.id], has_published_posts: restTypes() });
    return total > 0 || forbidden(deps, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.');
  }

  async function create(request: RestRequest): Promise<unknown> {
    if (!isEmpty(request.getParam('id'))) return failure('rest_user_exists', 'Cannot create existing user.', 400);
    const refused =
      (await refuseRoles(request)) ??
      (await refusePassword(request, toText(request.getParam('username')), toText(request.getParam('email'))));
    if (refused) return refused;
    const id = await users.wpInsertUser(await inputFor(request));
    if (isWpError(id)) return id;
    return written(id, request, true);
  }

  async function mayUpdate(request: RestRequest): Promise<true | WpError> {
    const user = await find(request);
    if (isWpError(user)) return user;
    if (!isEmpty(request.getParam('roles'))) {
      if (!(await may('promote_user', user.id)))
        return forbidden(deps, 'rest_cannot_edit_roles', 'Sorry, you are not allowed to edit roles of this user.');
      if (Object.keys(request.getParams()).sort().join() === 'id,roles') return true;
    }
    return (
      (await may('edit_user', user.id)) ||
      forbidden(deps, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this user.')
    );
  }

  async function update(request: RestRequest): Promise<unknown> {
    const user = await find(request);
    if (isWpError(user)) return user;
    const email = toText(request.getParam('email'));
    const username = toText(request.getParam('username'));
    const slug = toText(request.getParam('slug'));
    const owner = email === '' ? false : await users.emailExists(email);
    if (owner !== false && owner !== user.id) return failure('rest_user_invalid_email', 'Invalid email address.', 400);
    if (username !== '' && username !== user.user_login)
      return failure('rest_user_invalid_argument', 'Username is not editable.', 400);
    const slugOwner = slug === '' ? false : await users.getUserBy('slug', slug);
    if (slugOwner && slugOwner.id !== user.id) return failure('rest_user_invalid_slug', 'Invalid slug.', 400);
    const refused = (await refuseRoles(request)) ?? (await refusePassword(request, user.user_login, user.user_email));
    if (refused) return refused;
    const id = await users.wpUpdateUser({ ...(await inputFor(request)), id: user.id });
    return isWpError(id) ? id : written(user.id, request, false);
  }

  async function inputFor(request: RestRequest): Promise<UserInput> {
    return deps.hooks.applyFilters('rest_pre_insert_user', inputOf(request), request);
  }

  async function refuseRoles(request: RestRequest): Promise<WpError | undefined> {
    const known = new Set((await roles.getRoles()).map(({ name }) => name));
    for (const role of listParam(request, 'roles').map(toText)) {
      if (!known.has(role)) return failure('rest_user_invalid_role', `The role ${role} does not exist.`, 400);
      const editable = await deps.hooks.applyFilters('editable_roles', [...known]);
      if (!editable.includes(role))
        return failure('rest_user_invalid_role', 'Sorry, you are not allowed to give users that role.', 403);
    }
    return undefined;
  }

  /** WordPress takes any length here. */
  async function refusePassword(request: RestRequest, login: string, email: string): Promise<WpError | undefined> {
    const password = toText(request.getParam('password'));
    const problem = password === '' ? undefined : await deps.passwordProblem?.(password, { login, email });
    return problem && problem.getErrorCode() !== 'password_too_short'
      ? failure('rest_user_invalid_password', problem.getErrorMessage(), 400)
      : undefined;
  }

  async function written(id: number, request: RestRequest, creating: boolean): Promise<unknown> {
    const saved = await users.getUserdata(id);
    if (saved) await deps.hooks.doAction('rest_insert_user', saved, request, creating);
    const given = request.getParam('roles');
    // An empty list asks for nothing, and nobody was asked whether it may.
    if (Array.isArray(given) && (creating || given.length > 0)) {
      const [first = '', ...more] = given.map(toText);
      await roles.setUserRole(id, first);
      for (const role of more) await roles.addUserRole(id, role);
    }
    const unfit = await meta.write(id, request.getParam('meta'));
    if (unfit) return unfit;
    const user = await users.getUserdata(id);
    if (!user) return failure('rest_user_invalid_id', 'Invalid user ID.', 404);
    for (const [attribute, { updateCallback }] of rest.fields.of('user')) {
      if (!updateCallback || !request.hasParam(attribute)) continue;
      const result = await updateCallback(request.getParam(attribute), user, attribute, request, 'user');
      if (isWpError(result)) return result;
    }
    request.setParam('context', 'edit');
    await deps.hooks.doAction('rest_after_insert_user', user, request, creating);
    const response = await prepare(user, request);
    if (creating) {
      response.setStatus(201);
      response.header('Location', rest.restUrl(`wp/v2/users/${id}`));
    }
    return response;
  }

  async function mayRemove(request: RestRequest): Promise<true | WpError> {
    const user = await find(request);
    if (isWpError(user)) return user;
    return (
      (await may('delete_user', user.id)) ||
      forbidden(deps, 'rest_user_cannot_delete', 'Sorry, you are not allowed to delete this user.')
    );
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const user = await find(request);
    if (isWpError(user)) return user;
    if (request.getParam('force') !== true)
      return failure('rest_trash_not_supported', "Users do not support trashing. Set 'force=true' to delete.", 501);
    const reassign = numberParam(request, 'reassign');
    if (reassign > 0 && (reassign === user.id || !(await users.getUserdata(reassign)))) {
      return failure('rest_user_invalid_reassign', 'Invalid user ID for reassignment.', 400);
    }
    request.setParam('context', 'edit');
    const previous = (await prepare(user, request)).getData();
    if (!(await users.wpDeleteUser(user.id, reassign || null)))
      return failure('rest_cannot_delete', 'The user cannot be deleted.', 500);
    const response = new RestResponse({ deleted: true, previous });
    await deps.hooks.doAction('rest_delete_user', user, response, request);
    return response;
  }

  const context = contextArg(rest, schema, 'view');
  const removeArgs: Record<string, RestArg> = {
    force: { type: 'boolean', default: false, description: 'Required to be true, as users do not support trashing.' },
    reassign: {
      type: 'integer',
      required: true,
      description: "Reassign the deleted user's posts and links to this user ID.",
      sanitizeCallback: readReassign,
    },
  };
  const show = async (request: RestRequest): Promise<unknown> => {
    const user = await find(request);
    return isWpError(user) ? user : prepare(user, request);
  };
  const itemEndpoints = (
    permit: (check: (request: RestRequest) => Promise<true | WpError>) => RestEndpoint['permissionCallback'],
    act: (work: (request: RestRequest) => Promise<unknown>) => RestEndpoint['callback'],
  ): RestEndpoint[] => [
    {
      methods: 'POST, PUT, PATCH',
      callback: act(update),
      permissionCallback: permit(mayUpdate),
      args: writeArgs(rest, schema, false),
    },
    { methods: 'DELETE', callback: act(remove), permissionCallback: permit(mayRemove), args: removeArgs },
  ];
  /** `/users/me` is the item of whoever asks. */
  const asMe =
    <T>(work: (request: RestRequest) => Promise<T>) =>
    async (request: RestRequest): Promise<T | WpError> => {
      const id = deps.currentUserId();
      if (id === 0) return failure('rest_not_logged_in', 'You are not currently logged in.', 401);
      request.setParam('id', id);
      return work(request);
    };
  const shown = (): ReturnType<typeof publicSchema> => publicSchema(rest, schema);

  rest.registerRestRoute('wp/v2', '/users', {
    schema: shown,
    allowBatch: { v1: true },
    endpoints: [
      {
        methods: 'GET',
        callback: list,
        permissionCallback: mayList,
        args: deps.hooks.applyFiltersSync<Readonly<Record<string, RestArg>>>('rest_user_collection_params', {
          ...collectionArgs(deps, context),
          exclude: idsArg('Ensure result set excludes specific IDs.'),
          include: idsArg('Limit result set to specific IDs.'),
          ...orderArgs(Object.keys(ORDERS), 'name', 'asc'),
          slug: {
            description: 'Limit result set to users with one or more specific slugs.',
            type: 'array',
            items: { type: 'string' },
          },
          roles: {
            description: 'Limit result set to users matching at least one specific role provided.',
            type: 'array',
            items: { type: 'string' },
          },
          capabilities: {
            description: 'Limit result set to users matching at least one specific capability provided.',
            type: 'array',
            items: { type: 'string' },
          },
          who: {
            description: 'Limit result set to users who are considered authors.',
            type: 'string',
            enum: ['authors'],
          },
          search_columns: {
            description: 'Array of column names to be searched.',
            type: 'array',
            default: [],
            items: { type: 'string', enum: Object.keys(SEARCHED) },
          },
          has_published_posts: {
            description: 'Limit result set to users who have published posts.',
            type: ['boolean', 'array'],
            items: { type: 'string', enum: restTypes() },
          },
        }),
      },
      {
        methods: 'POST',
        callback: create,
        permissionCallback: async () =>
          (await may('create_users')) ||
          forbidden(deps, 'rest_cannot_create_user', 'Sorry, you are not allowed to create new users.'),
        args: writeArgs(rest, schema, true),
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/users/(?P<id>[\\d]+)', {
    schema: shown,
    allowBatch: { v1: true },
    args: { id: { description: 'Unique identifier for the user.', type: 'integer' } },
    endpoints: [
      { methods: 'GET', callback: show, permissionCallback: mayRead, args: { context } },
      ...itemEndpoints(
        (check) => check,
        (work) => work,
      ),
    ],
  });
  rest.registerRestRoute('wp/v2', '/users/me', {
    schema: shown,
    endpoints: [
      { methods: 'GET', callback: asMe(show), permissionCallback: () => true, args: { context } },
      ...itemEndpoints((check) => asMe(check), asMe),
    ],
  });
}

function inputOf(request: RestRequest): Partial<UserInput> {
  const names: Record<string, keyof UserInput> = {
    username: 'user_login',
    email: 'user_email',
    password: 'user_pass',
    name: 'display_name',
    url: 'user_url',
    slug: 'user_nicename',
    first_name: 'first_name',
    last_name: 'last_name',
    nickname: 'nickname',
    description: 'description',
    locale: 'locale',
  };
  const input: Record<string, string> = {};
  for (const [param, field] of Object.entries(names)) {
    const value = request.getParam(param);
    if (value !== undefined && value !== null) input[field] = toText(value);
  }
  return input;
}

function readReassign(value: unknown): unknown {
  if (value === '' || value === 'false' || value === false) return false;
  const id = Number(value);
  return Number.isInteger(id) && id >= 0
    ? id
    : new WpError('rest_invalid_param', 'Invalid user parameter(s).', { status: 400 });
}
