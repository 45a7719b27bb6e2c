import { isWpError, type RestRequest, type UserWithRoles, type WpError } from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import { numberParam } from '../items/collection.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { contextOf } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';

/** Permission checks for accounts. */
export interface UserAccess {
  /** Returns the account named in a request. */
  find(request: RestRequest): Promise<UserWithRoles | WpError>;
  canList(request: RestRequest): Promise<true | WpError>;
  canCreate(): Promise<true | WpError>;
  canRead(request: RestRequest): Promise<true | WpError>;
  canUpdate(request: RestRequest): Promise<true | WpError>;
  canRemove(request: RestRequest): Promise<true | WpError>;
}

/** Returns the post types whose authors are public. */
export function restPostTypes({ content }: Pick<WpV2SiteDeps, 'content'>): string[] {
  return content.getPostTypes({ showInRest: true }).map(({ name }) => name);
}

/** Creates the permission checks for accounts. */
export function createUserAccess(deps: WpV2SiteDeps): UserAccess {
  const { users, roles } = deps;
  const may = (capability: string, ...args: unknown[]): Promise<boolean> => roles.currentUserCan(capability, ...args);

  async function find(request: RestRequest): Promise<UserWithRoles | WpError> {
    const user = await users.getUserdata(numberParam(request, 'id'));
    return user || failure('rest_user_invalid_id', 'Invalid user ID.', 404);
  }

  /** Whether the user may edit posts of any type that shows its authors. */
  async function canWritePosts(): Promise<boolean> {
    const types = deps.content.getPostTypes({ showInRest: true });
    for (const { name, cap } of types)
      if (deps.content.postTypeSupports(name, 'author') && (await may(cap.edit_posts))) return true;
    return false;
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
    if (request.getParam('who') === 'authors' && !(await canWritePosts())) {
      return forbidden(deps, 'rest_forbidden_who', 'Sorry, you are not allowed to query users by this parameter.');
    }
    return true;
  }

  async function mayRead(request: RestRequest): Promise<true | WpError> {
    const user = await find(request);
    if (isWpError(user)) return user;
    if (user.id === deps.currentUserId()) return true;
    const mayEdit = await may('edit_user', user.id);
    if (contextOf(request) === 'edit' && !mayEdit)
      return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this user.');
    if (mayEdit || (await may('list_users'))) return true;
    const { total } = await users.getUsers({ include: [user.id], has_published_posts: restPostTypes(deps) });
    return total > 0 || forbidden(deps, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.');
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

  async function mayRemove(request: RestRequest): Promise<true | WpError> {
    const user = await find(request);
    if (isWpError(user)) return user;
    return (
      (await may('delete_user', user.id)) ||
      forbidden(deps, 'rest_user_cannot_delete', 'Sorry, you are not allowed to delete this user.')
    );
  }

  const mayCreate = async (): Promise<true | WpError> =>
    (await may('create_users')) ||
    forbidden(deps, 'rest_cannot_create_user', 'Sorry, you are not allowed to create new users.');

  return { find, canList: mayList, canCreate: mayCreate, canRead: mayRead, canUpdate: mayUpdate, canRemove: mayRemove };
}
