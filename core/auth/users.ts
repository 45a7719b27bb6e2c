import {
  type Database,
  type HookApi,
  type MetadataApi,
  type OptionsApi,
  type PostsApi,
  type RolesApi,
  type User,
  type UserField,
  type UsersApi,
  type UserWithRoles,
} from '../api/index.js';
import type { FormattingPort } from '../options/index.js';
import { whereSameText } from '../db/index.js';
import { createUserOptions } from './user-options.js';
import { createUserPasswords } from './user-passwords.js';
import { createUserWrites } from './user-writes.js';
import { createUserFields } from './users-fields.js';
import { createUserQueries } from './users-query.js';
import { noDataCache, type DataCache } from '../cache/index.js';

interface UsersDeps {
  db: Database;
  /** Cached account rows; uncached when absent. */
  dataCache?: DataCache;
  hooks: HookApi;
  formatting: FormattingPort;
  options: OptionsApi;
  meta: MetadataApi;
  roles: RolesApi;
  /** Deletes the posts of a deleted user; resolved late, because content is created after users. */
  posts: () => Pick<PostsApi, 'wpDeletePost'>;
  /** Returns the post types that are deleted with their author. */
  typesDeletedWithUser: () => string[];
}

/** The columns by which accounts can be found; untyped callers may pass others. */
const COLUMNS: Readonly<Record<string, string | undefined>> = {
  id: 'id',
  ID: 'id',
  slug: 'user_nicename',
  email: 'user_email',
  login: 'user_login',
} satisfies Record<UserField, string>;

/**
 * Creates the accounts API.
 * @since 0.1.0 (WordPress: wp_insert_user, get_user_by and their family)
 */
export function createUsers(deps: UsersDeps): UsersApi {
  const { db, hooks, meta, roles, dataCache = noDataCache } = deps;
  const queries = createUserQueries(deps);
  const fields = createUserFields({
    ...deps,
    loginTaken: isLoginTaken,
    emailOwner: findEmailOwner,
    nicenameTaken: isNicenameTaken,
  });

  async function find(field: UserField, value: string | number): Promise<User | undefined> {
    const column = COLUMNS[field];
    if (column === undefined) return undefined;
    if (column === 'id') {
      const id = Number(value);
      if (!Number.isInteger(id) || id < 1) return undefined;
    } else if (String(value).trim() === '') return undefined;
    const lookupValue = column === 'id' ? Number(value) : String(value).trim();
    const user = await dataCache.getRows('users', `${column}:${lookupValue}`, async () => {
      const query = db()('users');
      if (column === 'id') void query.where('id', lookupValue);
      else whereSameText(db, query, ['users', column], [String(lookupValue)]);
      return query.first();
    });
    return user && { ...user };
  }

  async function isLoginTaken(login: string): Promise<number | undefined> {
    return (await find('login', login))?.id;
  }
  async function findEmailOwner(email: string): Promise<number | undefined> {
    return (await find('email', email))?.id;
  }
  async function isNicenameTaken(nicename: string, exceptLogin: string): Promise<boolean> {
    return Boolean(
      await db()('users').where({ user_nicename: nicename }).whereNot({ user_login: exceptLogin }).first('id'),
    );
  }

  async function getUserBy(field: UserField, value: string | number): Promise<UserWithRoles | false> {
    const foundUser = await find(field, value);
    return foundUser ? { ...foundUser, roles: (await roles.userCapabilities(foundUser.id)).roles } : false;
  }

  return {
    ...queries,
    getUserBy,
    getUserdata: (id) => getUserBy('id', id),
    ...createUserWrites({ ...deps, fields, find, getUserBy }),
    ...createUserPasswords({ db, hooks, getUserBy }),
    ...createUserOptions({ hooks, meta, getUserBy }),
    async usernameExists(login) {
      return hooks.applyFilters<number | false>('username_exists', (await isLoginTaken(login)) ?? false, login);
    },
    async emailExists(email) {
      return hooks.applyFilters<number | false>('email_exists', (await findEmailOwner(email)) ?? false, email);
    },
    async validateUsername(login) {
      const sanitizedLogin = deps.formatting.sanitizeUser(login, true);
      return hooks.applyFilters('validate_username', sanitizedLogin === login && sanitizedLogin !== '', login);
    },
  };
}
