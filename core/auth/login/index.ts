import type { Reply } from '../../api/index.js';
import { changedRequest, type SitePageRequest } from '../../http/page-request.js';
import { nocacheHeaders } from '../../responses/index.js';
import { confirmRequestScreen, personalDataFile } from './confirm-request.js';
import type { Login, LoginDeps } from './login-deps.js';
import { lostPasswordScreen } from './lost-password.js';
import { passkeyLoginScreen } from './passkey-login.js';
import { postPasswordScreen } from './post-password.js';
import { registerScreen } from './register.js';
import { resetPasswordScreen } from './reset-password.js';
import { secondStepScreen } from './two-factor-step.js';
import { twoFactorSetupScreen } from './two-factor-setup.js';
import { loginScreen } from './login.js';
import { logoutScreen } from './logout.js';

export type { Login } from './login-deps.js';
export { createAccountNames, createLoginLimiter, type LimiterOptions, type LoginLimiter } from './limiter.js';
export { createLoginApi } from './login-api.js';
export { createLoginEmails, type LoginEmails } from './login-emails.js';
export { hashPostPassword, postPasswordCookie } from './post-password.js';
export { createResetKeys, type ResetKeys } from './reset-keys.js';

type ScreenHandler = (deps: LoginDeps, request: SitePageRequest) => Promise<Reply> | Reply;

const SCREENS: Readonly<Record<string, ScreenHandler>> = {
  login: loginScreen,
  logout: logoutScreen,
  lostpassword: lostPasswordScreen,
  retrievepassword: lostPasswordScreen,
  rp: resetPasswordScreen,
  resetpass: resetPasswordScreen,
  register: registerScreen,
  postpass: postPasswordScreen,
  passkey: passkeyLoginScreen,
  'two-factor': secondStepScreen,
  'two-factor-setup': twoFactorSetupScreen,
  confirmaction: confirmRequestScreen,
  personaldata: personalDataFile,
};

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

/** Actions that a plugin's login page does not offer; they are handled only at `/wp-login.php`. */
const HOST_ONLY: readonly string[] = ['logout', 'register', 'postpass', 'confirmaction', 'personaldata'];

/**
 * Handles `/wp-login.php` and the login pages of plugins; unknown actions show the form.
 * @since 0.1.0
 */
export function createLogin(site: Omit<LoginDeps, 'loginUrl' | 'loginPage'>): Login {
  const { hooks } = site;
  return async (request, loginPage) => {
    const deps: LoginDeps = {
      ...site,
      loginUrl: loginPage?.url ?? `${site.siteUrl}/wp-login.php`,
      ...(loginPage ? { loginPage } : {}),
    };
    const headers = await nocacheHeaders(hooks);
    const requestedAction = loginPage?.displayOnly ? '' : request.field('action');
    const allowedAction = loginPage && HOST_ONLY.includes(requestedAction) ? '' : requestedAction;
    const screen = Object.hasOwn(SCREENS, allowedAction) ? SCREENS[allowedAction] : undefined;
    // A plugin may define its own action, which it handles in the corresponding hook.
    const action =
      allowedAction !== '' &&
      (screen !== undefined || hooks.hasAction(`login_form_${allowedAction}`) || allowedAction === 'checkemail')
        ? allowedAction
        : 'login';
    await hooks.doAction('login_init');
    const pluginResult = await hooks.applyFilters<unknown>(`login_form_${action}`, undefined, request);
    const reply = isReply(pluginResult)
      ? pluginResult
      : await (screen ?? loginScreen)(
          deps,
          loginPage?.displayOnly
            ? changedRequest(request, { method: 'GET', query: {}, form: {}, field: () => '' })
            : request,
        );
    return { ...reply, headers: { ...reply.headers, ...headers } };
  };
}
