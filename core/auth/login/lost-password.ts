import { padDuration, type Reply, WpError } from '../../api/index.js';
import { plainMessages } from '../../formatting/text/plain-message.js';
import { localTarget } from '../../network/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { RESPONSE_MS, type LoginDeps } from './login-deps.js';
import { storeSubmittedName, readSubmittedName } from './screen-parts.js';
import { createRedirect, screenUrl, showScreen } from './screen.js';

/** `action=lostpassword`: requests a password reset email. The response does not reveal whether the account exists. */
export async function lostPasswordScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const keyErrors: Record<string, string> = {
    invalidkey: 'Your password reset link appears to be invalid. Please request a new link below.',
    expiredkey: 'Your password reset link has expired. Please request a new link below.',
    toomanykeys: 'Too many invalid links were opened. Try again in 15 minutes.',
  };
  const login = request.field('user_login').trim().slice(0, 100);
  const initialErrors = new WpError();
  if (request.method === 'POST' && login !== '') {
    // These hooks run before it is known whether the account exists, which is checked later.
    await deps.hooks.doAction('lostpassword_post', initialErrors, false);
    const errors = await deps.hooks.applyFilters<WpError>('lostpassword_errors', initialErrors, false);
    if (errors.hasErrors()) return showLostPassword(deps, request, login, plainMessages(errors));
    const loginRequest = localTarget(request.field('redirect_to'), deps.siteUrl);
    await padDuration(RESPONSE_MS, async () => {
      if ((await deps.emailLimiter.attempt(login, request.ip)) > 0) return;
      await deps.emailLimiter.recordFailure(request.ip);
      await deps.emails.requestPasswordReset(
        login,
        deps.locale(),
        deps.loginPage && screenUrl(deps, 'action=rp', loginRequest),
      );
    });
    if (deps.loginPage) storeSubmittedName(request, login);
    return createRedirect(
      (deps.loginPage ? undefined : loginRequest) ?? screenUrl(deps, 'checkemail=confirm', loginRequest),
    );
  }
  const reason = request.query.error;
  const errors = request.method === 'POST' ? ['Please enter a username or email address.'] : [];
  const keyError = typeof reason === 'string' && Object.hasOwn(keyErrors, reason) ? keyErrors[reason] : undefined;
  if (keyError !== undefined) errors.push(keyError);
  return showLostPassword(deps, request, login, errors);
}

async function showLostPassword(
  deps: LoginDeps,
  request: SitePageRequest,
  login: string,
  errors: readonly string[],
): Promise<Reply> {
  const { hooks } = deps;
  const redirectTo = await hooks.applyFilters(
    'lostpassword_redirect',
    localTarget(request.field('redirect_to'), deps.siteUrl) ?? '',
  );
  const screenErrors = new WpError();
  for (const text of errors) screenErrors.add('lostpassword', text);
  await hooks.doAction('lost_password', screenErrors);
  return showScreen(deps, 'lostpassword', {
    action: request.field('action'),
    title: 'Lost Password',
    errors: screenErrors.getErrorMessages(),
    field: 'user_login',
    formAction: 'lostpassword_form',
    data: {
      login: login === '' && deps.loginPage ? readSubmittedName(request) : login,
      redirectTo,
      encoded: encodeURIComponent(redirectTo),
    },
  });
}
