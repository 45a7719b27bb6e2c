import type { Reply } from '../../api/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginDeps } from './login-deps.js';
import { lostPasswordScreen } from './lost-password.js';
import { passkeySignInScreen } from './passkey-sign-in.js';
import { postPasswordScreen } from './post-password.js';
import { registerScreen } from './register.js';
import { resetPasswordScreen } from './reset-password.js';
import { secondStepScreen } from './second-step.js';
import { setUpStepScreen } from './set-up-step.js';
import { signInScreen } from './sign-in.js';
import { signOutScreen } from './sign-out.js';

export { createAccountNames } from './account-name.js';
export { createLoginLetters, type LoginLetters } from './letters.js';
export { createLoginLimiter, type LimiterOptions, type LoginLimiter } from './limiter.js';
export { hashPostPassword, postPasswordCookie } from './post-password.js';
export { createResetKeys, type ResetKeys } from './reset-keys.js';

type LoginScreen = (deps: LoginDeps, request: SitePageRequest) => Promise<Reply> | Reply;

const SCREENS: Readonly<Record<string, LoginScreen>> = {
  login: signInScreen,
  logout: signOutScreen,
  lostpassword: lostPasswordScreen,
  retrievepassword: lostPasswordScreen,
  rp: resetPasswordScreen,
  resetpass: resetPasswordScreen,
  register: registerScreen,
  postpass: postPasswordScreen,
  passkey: passkeySignInScreen,
  'second-step': secondStepScreen,
  'set-up-step': setUpStepScreen,
};

/** Answers `/wp-login.php`; unknown actions show the form. @since 0.1.0 */
export function createLogin(deps: LoginDeps): (request: SitePageRequest) => Promise<Reply> {
  return async (request) => {
    const action = request.field('action');
    const screen = Object.hasOwn(SCREENS, action) ? SCREENS[action] : signInScreen;
    return screen(deps, request);
  };
}
