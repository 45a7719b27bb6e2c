import {
  isWpError,
  type RestRequest,
  RestResponse,
  type UserInput,
  type UserWithRoles,
  type WpError,
} from '../../../api/index.js';
import { grantableRoles, isLastAdministrator, leavesNoAdministrator } from '../../../auth/account-guards.js';
import { isEmpty, toText } from '../../values.js';
import { listParam, numberParam } from '../items/collection.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import type { MetaField } from '../items/meta-field.js';
import { failure } from '../items/refusals.js';
import type { UserAccess } from './user-access.js';

/** Creates, updates and deletes accounts. */
export interface UserWrites {
  create(request: RestRequest): Promise<unknown>;
  update(request: RestRequest): Promise<unknown>;
  remove(request: RestRequest): Promise<unknown>;
}

/**
 * Creates the functions that write accounts.
 * @param prepare creates the response for an account
 */
export function createUserWrites(
  deps: WpV2SiteDeps,
  { find }: Pick<UserAccess, 'find'>,
  meta: MetaField,
  prepare: (user: UserWithRoles, request: RestRequest) => Promise<RestResponse>,
): UserWrites {
  const { rest, users, roles } = deps;

  async function create(request: RestRequest): Promise<unknown> {
    if (!isEmpty(request.getParam('id'))) return failure('rest_user_exists', 'Cannot create existing user.', 400);
    const refusal =
      (await refuseRoles(deps, request)) ??
      (await refusePassword(deps, request, {
        login: toText(request.getParam('username')),
        email: toText(request.getParam('email')),
      }));
    if (refusal) return refusal;
    const id = await users.wpInsertUser(await getFilteredInput(deps, request));
    if (isWpError(id)) return id;
    return finishWrite(id, request, true);
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
    const refusal =
      (await refuseRoles(deps, request, user)) ??
      (await refusePassword(deps, request, { login: user.user_login, email: user.user_email }));
    if (refusal) return refusal;
    const id = await users.wpUpdateUser({ ...(await getFilteredInput(deps, request)), id: user.id });
    return isWpError(id) ? id : finishWrite(user.id, request, false);
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
    if (await isLastAdministrator(deps, user.id))
      return failure('rest_user_cannot_delete', 'The only administrator cannot be deleted.', 403);
    request.setParam('context', 'edit');
    const previous = (await prepare(user, request)).getData();
    if (!(await users.wpDeleteUser(user.id, reassign || null)))
      return failure('rest_cannot_delete', 'The user cannot be deleted.', 500);
    const response = new RestResponse({ deleted: true, previous });
    await deps.hooks.doAction('rest_delete_user', user, response, request);
    return response;
  }

  async function finishWrite(id: number, request: RestRequest, creating: boolean): Promise<unknown> {
    const saved = await users.getUserdata(id);
    if (saved) await deps.hooks.doAction('rest_insert_user', saved, request, creating);
    const rolesParam = request.getParam('roles');
    // An empty list changes nothing, and was not checked for permission.
    if (Array.isArray(rolesParam) && (creating || rolesParam.length > 0)) {
      const [first = '', ...more] = rolesParam.map(toText);
      await roles.setUserRole(id, first);
      for (const role of more) await roles.addUserRole(id, role);
    }
    const metaError = await meta.write(id, request.getParam('meta'));
    if (metaError) return metaError;
    const user = await users.getUserdata(id);
    if (!user) return failure('rest_user_invalid_id', 'Invalid user ID.', 404);
    for (const [attribute, { updateCallback }] of rest.fields.fieldsOf('user')) {
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

  return { create, update, remove };
}

async function getFilteredInput({ hooks }: WpV2SiteDeps, request: RestRequest): Promise<UserInput> {
  return hooks.applyFilters('rest_pre_insert_user', readInput(request), request);
}

/**
 * Refuses roles that the current user may not assign.
 * @param user the account whose roles are changed; undefined for a new one
 */
async function refuseRoles(
  deps: WpV2SiteDeps,
  request: RestRequest,
  user?: UserWithRoles,
): Promise<WpError | undefined> {
  const requestedRoles = listParam(request, 'roles').map(toText);
  if (requestedRoles.length === 0) return undefined;
  const refusal = failure('rest_user_invalid_role', 'Sorry, you are not allowed to give users that role.', 403);
  const rolesByName = new Map((await deps.roles.getRoles()).map((role) => [role.name, role]));
  const grantable = new Set((await grantableRoles(deps, deps.currentUserId())).map(({ name }) => name));
  for (const name of requestedRoles) {
    const role = rolesByName.get(name);
    if (!role) return failure('rest_user_invalid_role', `The role ${name} does not exist.`, 400);
    if (!grantable.has(name)) return refusal;
    // Administrators of accounts cannot lock themselves out.
    if (user?.id === deps.currentUserId() && role.capabilities.edit_users !== true) return refusal;
  }
  return user && (await leavesNoAdministrator(deps, user.id, requestedRoles))
    ? failure('rest_user_invalid_role', 'The only administrator keeps their role.', 403)
    : undefined;
}

/** Refuses a password that is easy to guess; a short one is accepted, as in WordPress. */
async function refusePassword(
  deps: WpV2SiteDeps,
  request: RestRequest,
  owner: { login: string; email: string },
): Promise<WpError | undefined> {
  const password = toText(request.getParam('password'));
  const problem = password === '' ? undefined : await deps.passwordProblem?.(password, owner);
  return problem && problem.getErrorCode() !== 'password_too_short'
    ? failure('rest_user_invalid_password', problem.getErrorMessage(), 400)
    : undefined;
}

function readInput(request: RestRequest): Partial<UserInput> {
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
