import { type Database, type HookApi, type User, type UsersApi, type UserWithRoles, WpError } from '../api/index.js';
import { hashPassword, needsRehash, verifyDecoy, verifyPassword } from './passwords.js';

interface UserPasswordDeps {
  db: Database;
  hooks: HookApi;
  getUserBy(field: 'login' | 'email', value: string): Promise<UserWithRoles | false>;
}

/**
 * Verifies and sets passwords of accounts (WordPress: wp_check_password, wp_set_password,
 * wp_authenticate_username_password).
 */
export function createUserPasswords({
  db,
  hooks,
  getUserBy,
}: UserPasswordDeps): Pick<
  UsersApi,
  'wpSetPassword' | 'wpCheckPassword' | 'wpHashPassword' | 'wpAuthenticateUsernamePassword'
> & { verifyPassword: typeof verifyPassword } {
  async function wpCheckPassword(password: string, user: Pick<User, 'id' | 'user_pass'>): Promise<boolean> {
    const isMatch = await verifyPassword(password, user.user_pass);
    const isAccepted = Boolean(await hooks.applyFilters('check_password', isMatch, password, user.user_pass, user.id));
    if (isAccepted && isMatch && needsRehash(user.user_pass)) {
      await db()('users')
        .where({ id: user.id })
        .update({ user_pass: await hashPassword(password) });
    }
    return isAccepted;
  }

  async function wpAuthenticateUsernamePassword(name: string, password: string): Promise<UserWithRoles | WpError> {
    const user = (await getUserBy('login', name)) || (name.includes('@') ? await getUserBy('email', name) : false);
    if (!user) {
      await verifyDecoy(password);
      return name.includes('@')
        ? new WpError(
            'invalid_email',
            '<strong>Error:</strong> Unknown email address. Check again or try your username.',
          )
        : new WpError(
            'invalid_username',
            '<strong>Error:</strong> The username is not registered on this site. If you are unsure of your username, try your email address instead.',
          );
    }
    const filteredUser = await hooks.applyFilters<UserWithRoles | WpError>('wp_authenticate_user', user, password);
    if (filteredUser instanceof WpError) return filteredUser;
    if (await wpCheckPassword(password, filteredUser)) return filteredUser;
    return new WpError('incorrect_password', '<strong>Error:</strong> The password you entered is incorrect.');
  }

  return {
    async wpSetPassword(password, id) {
      await db()('users')
        .where({ id })
        .update({ user_pass: await hashPassword(password), user_activation_key: '' });
      await hooks.doAction('wp_set_password', password, id);
    },
    wpCheckPassword,
    wpHashPassword: hashPassword,
    verifyPassword,
    wpAuthenticateUsernamePassword,
  };
}
