import {
  type ApplicationPassword,
  isWpError,
  type RestEndpoint,
  type RestRequest,
  type RestResponse,
  type UserWithRoles,
  type WpError,
} from '../../../api/index.js';
import { toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { responseInContext, wantsLinks } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';
import { applicationPasswordSchema } from './application-password-schema.js';

type Callback = RestEndpoint['callback'];
type Permission = RestEndpoint['permissionCallback'];

/** Handlers of the application password endpoints, and their permission checks. */
export interface ApplicationPasswordItems {
  readonly list: Callback;
  readonly create: Callback;
  readonly removeAll: Callback;
  readonly show: Callback;
  readonly update: Callback;
  readonly remove: Callback;
  readonly introspect: Callback;
  readonly canIntrospect: Permission;
  permissionCheck(capability: string, code: string, message: string): Permission;
}

/** Creates the handlers of the application password endpoints. */
export function createApplicationPasswordItems(deps: WpV2SiteDeps): ApplicationPasswordItems {
  const { passwords, rest, roles, users } = deps;

  async function findOwner(request: RestRequest): Promise<UserWithRoles | WpError> {
    if (!(await passwords.isAvailable()))
      return failure('application_passwords_disabled', 'Application passwords are not available.', 501);
    const userIdParam = toText(request.getParam('user_id'));
    if (userIdParam === 'me' && deps.currentUserId() === 0)
      return failure('rest_not_logged_in', 'You are not currently logged in.', 401);
    const user = await users.getUserdata(userIdParam === 'me' ? deps.currentUserId() : Number(userIdParam));
    if (!user) return failure('rest_user_invalid_id', 'Invalid user ID.', 404);
    if (await passwords.isAvailableForUser(user)) return user;
    return failure(
      'application_passwords_disabled_for_user',
      'Application passwords are not available for your account. Please contact the site administrator for assistance.',
      501,
    );
  }

  const readName = (request: RestRequest): string =>
    deps.formatting.sanitizeTextField(toText(request.getParam('name')));

  async function find(user: UserWithRoles, request: RestRequest): Promise<ApplicationPassword | WpError> {
    const item = await passwords.getUserApplicationPassword(user.id, toText(request.getParam('uuid')));
    return item ?? failure('rest_application_password_not_found', 'Application password not found.', 404);
  }

  const requireCapability =
    (capability: string, code: string, message: string): RestEndpoint['permissionCallback'] =>
    async (request) => {
      const user = await findOwner(request);
      if (isWpError(user)) return user;
      return (
        (await roles.currentUserCan(capability, user.id, request.getParam('uuid'))) || forbidden(deps, code, message)
      );
    };

  const forOwner =
    (work: (user: UserWithRoles, request: RestRequest) => Promise<unknown>): RestEndpoint['callback'] =>
    async (request) => {
      const user = await findOwner(request);
      return isWpError(user) ? user : work(user, request);
    };

  const forItem = (
    work: (user: UserWithRoles, item: ApplicationPassword, request: RestRequest) => Promise<unknown>,
  ): RestEndpoint['callback'] =>
    forOwner(async (user, request) => {
      const item = await find(user, request);
      return isWpError(item) ? item : work(user, item, request);
    });

  const list = forOwner(async (user, request) => {
    const items = await passwords.getUserApplicationPasswords(user.id);
    return Promise.all(items.map((item) => inCollection(rest.links, prepare(deps, user, item, request))));
  });

  const create = forOwner(async (user, request) => {
    const created = await passwords.createApplicationPassword(user.id, {
      name: readName(request),
      appId: toText(request.getParam('app_id')),
    });
    if (isWpError(created)) return created;
    request.setParam('context', 'edit');
    const response = prepare(deps, user, created.item, request, created.password.replaceAll(/(.{4})(?=.)/g, '$1 '));
    response.setStatus(201);
    // The URL is that of the link `self`; it is absent if links are not requested.
    response.header('Location', response.getLinks().self?.[0]?.href ?? '');
    return response;
  });

  const removeAll = forOwner(async (user) => {
    const count = await passwords.deleteAllApplicationPasswords(user.id);
    return isWpError(count) ? count : { deleted: true, count };
  });

  const update = forItem(async (user, item, request) => {
    const result = await passwords.updateApplicationPassword(user.id, item.uuid, { name: readName(request) });
    if (isWpError(result)) return result;
    const changed = await find(user, request);
    return isWpError(changed) ? changed : prepare(deps, user, changed, request);
  });

  const remove = forItem(async (user, item, request) => {
    const previous = prepare(deps, user, item, request).getData();
    const result = await passwords.deleteApplicationPassword(user.id, item.uuid);
    return isWpError(result) ? result : { deleted: true, previous };
  });

  const introspect = forOwner(async (user, request) => {
    const uuid = deps.currentApplicationPassword();
    if (uuid === undefined)
      return failure('rest_no_authenticated_app_password', 'Cannot introspect application password.', 404);
    const item = await passwords.getUserApplicationPassword(user.id, uuid);
    return item
      ? prepare(deps, user, item, request)
      : failure('rest_application_password_not_found', 'Application password not found.', 500);
  });

  const mayIntrospect: RestEndpoint['permissionCallback'] = async (request) => {
    const user = await findOwner(request);
    if (isWpError(user)) return user;
    if (user.id === deps.currentUserId()) return true;
    return forbidden(
      deps,
      'rest_cannot_introspect_app_password_for_non_authenticated_user',
      'The authenticated application password can only be introspected for the current user.',
    );
  };

  const show = forItem(async (user, item, request) => prepare(deps, user, item, request));

  return {
    list,
    create,
    removeAll,
    show,
    update,
    remove,
    introspect,
    canIntrospect: mayIntrospect,
    permissionCheck: requireCapability,
  };
}

function prepare(
  { rest }: Pick<WpV2SiteDeps, 'rest'>,
  user: UserWithRoles,
  item: ApplicationPassword,
  request: RestRequest,
  password?: string,
): RestResponse {
  const data = {
    uuid: item.uuid,
    app_id: item.appId,
    name: item.name,
    created: toIsoTime(item.created),
    last_used: item.lastUsed === null ? null : toIsoTime(item.lastUsed),
    last_ip: item.lastIp,
    ...(password === undefined ? {} : { password }),
  };
  const response = responseInContext(data, applicationPasswordSchema, request);
  if (wantsLinks(request))
    response.addLink('self', rest.restUrl(`wp/v2/users/${user.id}/application-passwords/${item.uuid}`));
  return response;
}

function toIsoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}
