import {
  isWpError,
  type HookApi,
  type NonceApi,
  PlinthError,
  type LoginApi,
  type UserWithRoles,
  WpError,
} from '../../api/index.js';
import { clientIp, currentContext, PAGE_REQUEST } from '../../context/index.js';
import { sessionToken } from '../../http/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { localTarget } from '../../network/index.js';
import { authenticate } from './authenticate.js';
import type { Login, LoginDeps } from './login-deps.js';
import { bypassCaching } from '../../cache/index.js';

interface LoginApiDeps extends Pick<LoginDeps, 'users' | 'keys' | 'limiter' | 'twoFactor' | 'siteUrl' | 'locale'> {
  readonly hooks: HookApi;
  readonly nonces: Pick<NonceApi, 'wpNonceUrl'>;
  readonly emails: Pick<LoginDeps['emails'], 'requestPasswordReset'>;
  /** Returns the login screens. */
  screens(): Login;
  /** Records a login performed by a plugin. */
  recordLogin(user: UserWithRoles): Promise<void>;
}

/**
 * Creates the API with which plugins log users in and out.
 * @since 0.1.0
 */
export function createLoginApi(deps: LoginApiDeps): LoginApi {
  const { hooks, users, siteUrl } = deps;
  const buildUrl = (action: string, redirect = ''): string => {
    const query = [
      ...(action === '' ? [] : [`action=${action}`]),
      ...(redirect === '' ? [] : [`redirect_to=${encodeURIComponent(redirect)}`]),
    ].join('&');
    return `${siteUrl}/wp-login.php${query === '' ? '' : `?${query}`}`;
  };
  const wpLoginUrl = (redirect = '', reauth = false): string => {
    const url = buildUrl('', redirect);
    return hooks.applyFiltersSync(
      'login_url',
      reauth ? `${url}${url.includes('?') ? '&' : '?'}reauth=1` : url,
      redirect,
      reauth,
    );
  };

  function getPageRequest(): SitePageRequest {
    const request = currentContext()?.memo.get(PAGE_REQUEST) as SitePageRequest | undefined;
    if (!request)
      throw new PlinthError('no_page_request', 'A user can only be logged in or out during a page request.', {
        status: 409,
        hint: 'Call it in a front route, a form action or an admin page: REST requests, commands and jobs have no session.',
      });
    return request;
  }

  async function openSession(user: UserWithRoles, remember: boolean): Promise<void> {
    await getPageRequest().logIn(user.id, remember);
    await deps.recordLogin(user);
  }

  async function wpAuthenticate(login: string, password: string): Promise<UserWithRoles | WpError> {
    const isEmpty = login === '' && password === '';
    const wait = isEmpty ? 0 : await deps.limiter.attempt(login, clientIp());
    if (wait > 0) return new WpError('too_many_attempts', 'Too many failed attempts.', { retryAfter: wait });
    const user = await authenticate(deps, login, password);
    if (!isWpError(user)) {
      await deps.limiter.recordSuccess(login, clientIp());
      return user;
    }
    if (!isEmpty) await deps.limiter.recordFailure(clientIp());
    await hooks.doAction('wp_login_failed', login, user);
    return user;
  }

  return {
    wpLoginUrl,
    wpLogoutUrl: (redirect = '') =>
      hooks.applyFiltersSync('logout_url', deps.nonces.wpNonceUrl(buildUrl('logout', redirect), 'log-out'), redirect),
    wpLostpasswordUrl: (redirect = '') =>
      hooks.applyFiltersSync('lostpassword_url', buildUrl('lostpassword', redirect), redirect),
    wpRegistrationUrl: () => hooks.applyFiltersSync('register_url', buildUrl('register')),
    wpAuthenticate,
    async wpSignon({ user_login: login, user_password: password, remember = false }) {
      // Checked before the password, so that the response does not reveal whether it was correct.
      const request = getPageRequest();
      const user = await wpAuthenticate(login, password);
      if (isWpError(user)) return user;
      if ((await deps.twoFactor.isOn(user.id)) || (await deps.twoFactor.isRequired(user))) {
        return new WpError('second_factor_required', 'Two-factor authentication is required to log in.', {
          url: wpLoginUrl(localTarget(request.path, siteUrl) ?? ''),
        });
      }
      await openSession(user, remember);
      await hooks.doAction('wp_login', user.user_login, user);
      return user;
    },
    async wpSetAuthCookie(userId, remember = false) {
      getPageRequest();
      const user = await users.getUserdata(userId);
      if (!user)
        throw new PlinthError('user_not_found', `The user ${userId} does not exist.`, {
          status: 404,
          hint: 'Create the user first, with wpInsertUser.',
        });
      await openSession(user, remember);
    },
    handleLogin: async (loginPage) => deps.screens()(getPageRequest(), loginPage),
    wpClearAuthCookie: () => getPageRequest().signOut(),
    async wpLogout() {
      const request = getPageRequest();
      const { userId } = request;
      await request.signOut();
      await hooks.doAction('wp_logout', userId);
    },
    async wpSetCurrentUser(userId) {
      bypassCaching('it is rendered for another user than the current one');
      const context = currentContext();
      const user = userId > 0 && (await users.getUserdata(userId));
      if (context) context.userId = user ? user.id : 0;
      await hooks.doAction('set_current_user');
      return user;
    },
    wpGetSessionToken: sessionToken,
    async getPasswordResetKey(user) {
      if (!(await hooks.applyFilters('allow_password_reset', true, user.id)))
        return new WpError('no_password_reset', 'Password reset is not allowed for this user');
      const key = await deps.keys.create(user);
      await hooks.doAction('retrieve_password_key', user.user_login, key);
      return key;
    },
    checkPasswordResetKey: (key, login) => deps.keys.check(key, login),
    async resetPassword(user, password) {
      await hooks.doAction('password_reset', user, password);
      await users.wpSetPassword(password, user.id);
      await deps.keys.clear(user.id);
      await hooks.doAction('after_password_reset', user, password);
    },
    async retrievePassword(login) {
      await deps.emails.requestPasswordReset(login, deps.locale());
      return true;
    },
  };
}
