import { randomBytes } from 'node:crypto';
import { isWpError, type Reply } from '../../api/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginDeps } from './login-deps.js';
import { sendKey } from './lost-password.js';
import { plainMessages } from '../../formatting/plain-message.js';
import { goTo, isOn, showScreen } from './screen.js';

/** `action=register`: makes an account where the site lets visitors do so (`register_new_user`). */
export async function registerScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  if (!isOn(await deps.options.getOption('users_can_register'))) return goTo(`${deps.siteUrl}/wp-login.php?registration=disabled`);
  const login = request.field('user_login').trim();
  const email = request.field('user_email').trim();
  let errors: string[] = [];
  if (request.method === 'POST') {
    errors = request.verifyNonce('register') ? await register(deps, request, login, email) : ['The form was open for too long. Please send it again.'];
    if (errors.length === 0) return goTo(`${deps.siteUrl}/wp-login.php?checkemail=registered`);
  }
  const data = { login, email, nonceField: deps.nonces.wpNonceField('register') };
  return showScreen(deps, 'register', { action: 'register', title: 'Registration Form', errors, data });
}

async function register(deps: LoginDeps, request: SitePageRequest, login: string, email: string): Promise<string[]> {
  const errors: string[] = [];
  if (login === '') errors.push('Please enter a username.');
  else if (!(await deps.users.validateUsername(login))) errors.push('This username is invalid because it uses illegal characters. Please enter a valid username.');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) errors.push('Please type your email address.');
  if (errors.length > 0) return errors;
  if ((await deps.limiter.attempt('', request.ip, 'register')) > 0) return ['Too many accounts were asked for from your address. Please try again later.'];
  const id = await deps.users.wpCreateUser(login, randomBytes(24).toString('base64url'), email);
  if (isWpError(id)) return plainMessages(id);
  const user = await deps.users.getUserdata(id);
  if (user) await sendKey(deps, user, 'Login Details', 'An account was made for you:');
  await deps.hooks.doAction('register_new_user', id);
  return [];
}
