import { padDuration, type Reply, WpError } from '../../api/index.js';
import { plainMessages } from '../../formatting/text/plain-message.js';
import { localTarget } from '../../network/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { RESPONSE_MS, type LoginDeps } from './login-deps.js';
import { createRedirect, showScreen } from './screen.js';
import { isOn } from './screen-parts.js';

const MAX_LOGIN_LENGTH = 60;
const MAX_EMAIL_LENGTH = 100;

/**
 * `action=register`: creates an account if the site allows registration (`register_new_user`). The response does not
 * reveal whether the account already exists.
 */
export async function registerScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  if (!isOn(await deps.options.getOption('users_can_register')))
    return createRedirect(`${deps.loginUrl}?registration=disabled`);
  const login = request.field('user_login').trim();
  const email = request.field('user_email').trim();
  let errors: string[] = [];
  if (request.method === 'POST') {
    errors = request.verifyNonce('register')
      ? await padDuration(RESPONSE_MS, () => register(deps, request, login, email))
      : ['This form has expired. Submit it again.'];
    if (errors.length === 0)
      return createRedirect(
        localTarget(request.field('redirect_to'), deps.siteUrl) ?? `${deps.loginUrl}?checkemail=registered`,
      );
  }
  const screenErrors = new WpError();
  for (const text of errors) screenErrors.add('registration', text);
  const redirectTo = await deps.hooks.applyFilters(
    'registration_redirect',
    localTarget(request.field('redirect_to'), deps.siteUrl) ?? '',
    screenErrors,
  );
  const data = { login, email, redirectTo, nonceField: deps.nonces.wpNonceField('register') };
  return showScreen(deps, 'register', {
    action: 'register',
    title: 'Registration Form',
    errors,
    data,
    formAction: 'register_form',
  });
}

async function register(deps: LoginDeps, request: SitePageRequest, login: string, email: string): Promise<string[]> {
  const errors: string[] = [];
  if (login === '') errors.push('Please enter a username.');
  else if (!(await deps.users.validateUsername(login)))
    errors.push('This username is invalid because it uses illegal characters. Please enter a valid username.');
  else if (login.length > MAX_LOGIN_LENGTH) errors.push('Username may not be longer than 60 characters.');
  else if (
    (await deps.hooks.applyFilters<string[]>('illegal_user_logins', [])).some(
      (name) => name.toLowerCase() === login.toLowerCase(),
    )
  )
    errors.push('Sorry, that username is not allowed.');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > MAX_EMAIL_LENGTH)
    errors.push('Please type your email address.');
  const initialErrors = new WpError();
  for (const text of errors) initialErrors.add('registration', text);
  await deps.hooks.doAction('register_post', login, email, initialErrors);
  const filteredErrors = await deps.hooks.applyFilters<WpError>('registration_errors', initialErrors, login, email);
  if (filteredErrors.hasErrors()) return plainMessages(filteredErrors);
  if ((await deps.limiter.attempt('', request.ip, 'register')) > 0)
    return ['Too many accounts were requested from your IP address. Please try again later.'];
  await deps.emails.register(login, email, deps.locale());
  return [];
}
