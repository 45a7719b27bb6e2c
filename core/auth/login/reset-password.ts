import { isWpError, type Reply, WpError } from '../../api/index.js';
import { plainMessages } from '../../formatting/text/plain-message.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { MIN_PASSWORD_LENGTH } from '../password-rules.js';
import type { LoginDeps } from './login-deps.js';
import { localTarget } from '../../network/index.js';
import { storeSubmittedName } from './screen-parts.js';
import { createRedirect, screenUrl, showScreen } from './screen.js';

/**
 * `action=rp` and `action=resetpass`: sets a password with an emailed key. The key authenticates the request; no nonce
 * is needed.
 */
export async function resetPasswordScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const key = request.field(request.method === 'POST' ? 'rp_key' : 'key');
  const login = request.field('login');
  const loginRequest = localTarget(request.field('redirect_to'), deps.siteUrl) ?? '';
  if ((await deps.keyLimiter.attempt(login, request.ip)) > 0)
    return createRedirect(screenUrl(deps, 'action=lostpassword&error=toomanykeys', loginRequest));
  const user = await deps.keys.check(key, login);
  if (isWpError(user)) {
    await deps.keyLimiter.recordFailure(request.ip);
    const reason = user.getErrorCode() === 'expired_key' ? 'expiredkey' : 'invalidkey';
    return createRedirect(screenUrl(deps, `action=lostpassword&error=${reason}`, loginRequest));
  }
  await deps.keyLimiter.recordSuccess(login, request.ip);
  const errors: string[] = [];
  let field = 'pass1';
  if (request.method === 'POST') {
    const password = request.field('pass1');
    const passwordError = await deps.passwordProblem(password, { login: user.user_login, email: user.user_email });
    const validationErrors = new WpError();
    await deps.hooks.doAction('validate_password_reset', validationErrors, user);
    if (validationErrors.hasErrors()) errors.push(...plainMessages(validationErrors));
    else if (passwordError) errors.push(passwordError.getErrorMessage());
    else if (password.includes('\\')) errors.push('Passwords cannot contain the "\\" character.');
    else if (password !== request.field('pass2')) {
      errors.push('The passwords do not match.');
      field = 'pass2';
    } else {
      await deps.hooks.doAction('password_reset', user, password);
      await deps.users.wpSetPassword(password, user.id);
      await deps.keys.clear(user.id);
      await deps.hooks.doAction('after_password_reset', user, password);
      if (deps.loginPage) storeSubmittedName(request, user.user_login);
      return createRedirect(screenUrl(deps, 'password=changed', loginRequest));
    }
  }
  return showScreen(deps, 'resetpass', {
    action: 'resetpass',
    title: 'Reset Password',
    formAction: 'resetpass_form',
    errors,
    field,
    data: { key, login, redirectTo: deps.loginPage ? loginRequest : '', shortest: MIN_PASSWORD_LENGTH },
  });
}
