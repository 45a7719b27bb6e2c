import type { HookApi, MetadataApi, User, UsersApi, UserWithRoles } from '../api/index.js';
import { currentContext } from '../context/index.js';

interface UserOptionDeps {
  hooks: HookApi;
  meta: MetadataApi;
  getUserBy(field: 'id', id: number): Promise<UserWithRoles | false>;
}

const OPTION_PREFIX = 'wp_';

/** User options and author metadata (WordPress: get_user_option, get_the_author_meta). */
export function createUserOptions({
  hooks,
  meta,
  getUserBy,
}: UserOptionDeps): Pick<UsersApi, 'getUserOption' | 'updateUserOption' | 'deleteUserOption' | 'getTheAuthorMeta'> {
  return {
    async getUserOption(name, userId = currentContext()?.userId ?? 0) {
      const user = await getUserBy('id', userId);
      if (!user) return false;
      const prefixedValue = await meta.getUserMeta(userId, OPTION_PREFIX + name);
      const sharedValue = await meta.getUserMeta(userId, name);
      // Falls back from user options to the account's columns.
      const value =
        firstValue(prefixedValue) ??
        firstValue(sharedValue) ??
        (Object.hasOwn(user, name) && name.startsWith('user_') ? user[name as keyof typeof user] : false);
      return hooks.applyFilters(`get_user_option_${name}`, value, name, user);
    },
    updateUserOption: (userId, name, value, global = false) =>
      meta.updateUserMeta(userId, global ? name : OPTION_PREFIX + name, value),
    deleteUserOption: (userId, name, global = false) =>
      meta.deleteUserMeta(userId, global ? name : OPTION_PREFIX + name),
    async getTheAuthorMeta(field, userId) {
      const user = await getUserBy('id', userId);
      const column = ['login', 'pass', 'nicename', 'email', 'url', 'registered', 'activation_key'].includes(field)
        ? `user_${field}`
        : field;
      let value: unknown = '';
      if (user) value = column in user ? user[column as keyof User] : await meta.getUserMeta(userId, field, true);
      return String(await hooks.applyFilters(`get_the_author_${field}`, value, userId, userId));
    },
  };
}

function firstValue(values: unknown): unknown {
  return Array.isArray(values) ? (values as unknown[])[0] : undefined;
}
