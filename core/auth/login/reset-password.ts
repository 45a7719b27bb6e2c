import { isWpError, type Reply, WpError } from '../../api/index.js';
import { plainMessages } from '../../formatting/text/plain-message.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { SHORTEST_PASSWORD } from '../password-rules.js';
import type { LoginDeps } from './login-deps.js';
import { goTo, showScreen } from './screen.js';

/** `action=rp` and `action=resetpass`: chooses a password with the key of a letter. The key proves who asks; no nonce is needed. */
export async function resetPasswordScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const key = request.field(request.method === 'POST' ? 'rp_key' : 'key');
  const login = request.field('login');
  if ((await deps.keyLimiter.attempt(login, request.ip)) > 0) return goTo(`${deps.siteUrl}/wp-login.php?action=lostpassword&error=toomanykeys`);
  const user = await deps.keys.check(key, login);
  if (isWpError(user)) {
    await deps.keyLimiter.recordFailure(request.ip);
    const reason = user.getErrorCode() === 'expired_key' ? 'expiredkey' : 'invalidkey';
    return goTo(`${deps.siteUrl}/wp-login.php?action=lostpassword&error=${reason}`);
  }
  await deps.keyLimiter.recordSuccess(login, request.ip);
  const errors: string[] = [];
  if (request.method === 'POST') {
    const password = request.field('pass1');
    const weak = await deps.passwordProblem(password, { login: user.user_login, email: user.user_email });
    const said = new WpError();
    await deps.hooks.doAction('validate_password_reset', said, user);
    if (said.hasErrors()) errors.push(...plainMessages(said));
    else if (weak) errors.push(weak.getErrorMessage());
    else if (password.includes('\\')) errors.push('Passwords cannot contain the "\\" character.');
    else if (password !== request.field('pass2')) errors.push('The passwords do not match.');
    else {
      await deps.hooks.doAction('password_reset', user, password);
      await deps.users.wpSetPassword(password, user.id);
      await deps.keys.clear(user.id);
      await deps.hooks.doAction('after_password_reset', user, password);
      return goTo(`${deps.siteUrl}/wp-login.php?password=changed`);
    }
  }
  return showScreen(deps, 'resetpass', { action: 'resetpass', title: 'Reset Password', formAction: 'resetpass_form', errors, data: { key, login, shortest: SHORTEST_PASSWORD } });
}
