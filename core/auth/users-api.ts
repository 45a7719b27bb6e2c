import { randomInt } from 'node:crypto';
import type {
  ContentTypesApi,
  EscapingApi,
  HookApi,
  PublicUsersApi,
  PostsApi,
  RolesApi,
  UsersApi,
} from '../api/index.js';
import { currentContext } from '../context/index.js';
import { getAvatar, getAvatarData } from '../content/avatars.js';

interface PublicUsersDeps {
  readonly hooks: HookApi;
  readonly users: Pick<UsersApi, 'getUserdata' | 'getUserOption'>;
  readonly roles: Pick<RolesApi, 'getRoles'>;
  readonly content: Pick<PostsApi, 'queryPosts'> & Pick<ContentTypesApi, 'getPostTypes'>;
  readonly formatting: Pick<EscapingApi, 'escAttr' | 'escUrl'>;
  /** Returns the site's language. */
  siteLocale(): string;
  adminUrl(path: string): string;
}

const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const SPECIAL = '!@#$%^&*()';
const EXTRA = '-_ []{}<>~`+=,.;:/?|';
const MAX_PASSWORD_LENGTH = 1024;

/**
 * Creates the account API for plugins.
 * @since 0.1.0
 */
export function createPublicUsersApi({
  hooks,
  users,
  roles,
  content,
  formatting,
  siteLocale,
  adminUrl,
}: PublicUsersDeps): PublicUsersApi {
  const currentUserId = (): number => currentContext()?.userId ?? 0;
  const emailOf = async (userOrEmail: number | string): Promise<string> => {
    if (typeof userOrEmail === 'string') return userOrEmail;
    const user = await users.getUserdata(userOrEmail);
    return user ? user.user_email : '';
  };

  return {
    isUserLoggedIn: () => currentUserId() > 0,
    wpGetCurrentUser: async () => currentUserId() > 0 && users.getUserdata(currentUserId()),
    async getUserLocale(userId = currentUserId()) {
      const userLocale = userId > 0 ? await users.getUserOption('locale', userId) : '';
      return typeof userLocale === 'string' && userLocale !== '' ? userLocale : siteLocale();
    },
    getAvatar: async (idOrEmail, size = 96, alternative = '') =>
      getAvatar(
        hooks,
        idOrEmail,
        await emailOf(idOrEmail),
        { size, alt: alternative },
        ({ url, alt, width, height }) =>
          `<img alt="${formatting.escAttr(alt)}" src="${formatting.escUrl(url ?? '')}" class="avatar avatar-${width} photo" height="${height}" width="${width}" loading="lazy">`,
      ),
    getAvatarUrl: async (idOrEmail, size = 96) =>
      (await getAvatarData(hooks, idOrEmail, await emailOf(idOrEmail), { size })).url ?? '',
    getEditProfileUrl: async (userId = currentUserId()) =>
      hooks.applyFilters(
        'edit_profile_url',
        adminUrl(userId === currentUserId() ? 'profile.php' : `user-edit.php?user_id=${userId}`),
        userId,
        'admin',
      ),
    async countUserPosts(userId, type = 'post') {
      const { total } = await content.queryPosts({
        author: userId,
        post_type: typeof type === 'string' ? type : [...type],
        post_status: 'publish',
        posts_per_page: 1,
      });
      return hooks.applyFilters('get_usernumposts', total, userId, type, false);
    },
    async getEditableRoles() {
      const all = await roles.getRoles();
      const filteredRoles = await hooks.applyFilters(
        'editable_roles',
        all.map(({ name, label }) => ({ name, label })),
      );
      const names = filteredRoles.map((role) => (typeof role === 'string' ? role : role.name));
      return Object.fromEntries(
        all
          .filter(({ name }) => names.includes(name))
          .map((role) => [role.name, { name: role.label, capabilities: role.capabilities }]),
      );
    },
    wpGeneratePassword(length = 12, special = true, extra = false) {
      const characters = ALPHANUMERIC + (special ? SPECIAL : '') + (extra ? EXTRA : '');
      const password = Array.from(
        { length: Math.max(0, Math.min(Math.trunc(length) || 0, MAX_PASSWORD_LENGTH)) },
        () => characters[randomInt(characters.length)],
      ).join('');
      return hooks.applyFiltersSync('random_password', password, length, special, extra);
    },
  };
}
