import { isWpError, type UserWithRoles, WpError } from '../../api/index.js';
import type { LoginDeps } from './login-deps.js';

type AuthenticateDeps = Pick<LoginDeps, 'hooks' | 'users' | 'findBasicAuthUser'>;

/** Returns the account of a username and password after the filters of plugins (`wp_authenticate`). */
export async function authenticate(
  deps: AuthenticateDeps,
  login: string,
  password: string,
): Promise<UserWithRoles | WpError> {
  await deps.hooks.doAction('wp_authenticate', login, password);
  const pluginResult = await deps.hooks.applyFilters<UserWithRoles | WpError | null>(
    'authenticate',
    null,
    login,
    password,
  );
  if (pluginResult) return pluginResult;
  const basicAuthUser = await findBasicAuthAccount(deps, login, password);
  if (basicAuthUser) return basicAuthUser;
  const emptyFieldsError = new WpError();
  if (login === '') emptyFieldsError.add('empty_username', 'The username field is empty.');
  if (password === '') emptyFieldsError.add('empty_password', 'The password field is empty.');
  if (emptyFieldsError.hasErrors()) return emptyFieldsError;
  const user = await deps.users.wpAuthenticateUsernamePassword(login, password);
  return isWpError(user)
    ? user
    : deps.hooks.applyFilters<UserWithRoles | WpError>('wp_authenticate_user', user, password);
}

/** Application passwords are not accepted here, unless a plugin declares the request an API request. */
async function findBasicAuthAccount(
  { hooks, users, findBasicAuthUser }: AuthenticateDeps,
  login: string,
  password: string,
): Promise<UserWithRoles | false> {
  if (
    !(await hooks.applyFilters('application_password_is_api_request', false)) ||
    !findBasicAuthUser ||
    password === ''
  )
    return false;
  const id = await findBasicAuthUser(`Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`);
  return id > 0 && users.getUserdata(id);
}
