import { type Database, type HookApi, type User, type UsersApi, type UserWithRoles, WpError } from '../api/index.js';
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from './passwords.js';

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
    const matched = await verifyPassword(password, user.user_pass);
    const accepted = Boolean(await hooks.applyFilters('check_password', matched, password, user.user_pass, user.id));
    if (accepted && matched && needsRehash(user.user_pass)) {
      await db()('users')
        .where({ id: user.id })
        .update({ user_pass: await hashPassword(password) });
    }
    return accepted;
  }

  async function wpAuthenticateUsernamePassword(name: string, password: string): Promise<UserWithRoles | WpError> {
    const user = (await getUserBy('login', name)) || (name.includes('@') ? await getUserBy('email', name) : false);
    if (!user) {
      await verifyNothing(password);
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
    const checked = await hooks.applyFilters<UserWithRoles | WpError>('wp_authenticate_user', user, password);
    if (checked instanceof WpError) return checked;
    if (await wpCheckPassword(password, checked)) return checked;
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
