import { evenTime, type Reply } from '../../api/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { ANSWER_MS, type LoginDeps } from './login-deps.js';
import { goTo, showScreen } from './screen.js';

/** `action=lostpassword`: asks for an account and has a letter written to it. The answer does not tell whether there is one. */
export async function lostPasswordScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const keyErrors: Record<string, string> = {
    invalidkey: 'Your password reset link appears to be invalid. Please request a new link below.',
    expiredkey: 'Your password reset link has expired. Please request a new link below.',
    toomanykeys: 'Too many links that do not work were opened. Please try again in a quarter of an hour.',
  };
  const login = request.field('user_login').trim().slice(0, 100);
  if (request.method === 'POST' && login !== '') {
    await evenTime(ANSWER_MS, async () => {
      if ((await deps.letterLimiter.attempt(login, request.ip)) > 0) return;
      await deps.letterLimiter.recordFailure(request.ip);
      await deps.letters.askForReset(login, deps.locale());
    });
    return goTo(`${deps.siteUrl}/wp-login.php?checkemail=confirm`);
  }
  const reason = request.query.error;
  const errors = request.method === 'POST' ? ['Please enter a username or email address.'] : [];
  if (typeof reason === 'string' && Object.hasOwn(keyErrors, reason)) errors.push(keyErrors[reason]);
  return showScreen(deps, 'lostpassword', { action: request.field('action'), title: 'Lost Password', errors, data: { login } });
}
