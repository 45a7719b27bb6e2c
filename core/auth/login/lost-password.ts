import type { Reply, UserWithRoles } from '../../api/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginDeps } from './login-deps.js';
import { goTo, showScreen } from './screen.js';

/** `action=lostpassword`: asks for an account and writes to it. The answer does not tell whether there is one. */
export async function lostPasswordScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const keyErrors: Record<string, string> = {
    invalidkey: 'Your password reset link appears to be invalid. Please request a new link below.',
    expiredkey: 'Your password reset link has expired. Please request a new link below.',
  };
  const login = request.field('user_login').trim();
  if (request.method === 'POST' && login !== '') {
    const wait = await deps.limiter.attempt(login, request.ip, 'lost');
    if (wait === 0) {
      await deps.limiter.recordFailure(request.ip);
      await sendResetLetter(deps, login);
    }
    return goTo(`${deps.siteUrl}/wp-login.php?checkemail=confirm`);
  }
  const reason = request.query.error;
  const errors = request.method === 'POST' ? ['Please enter a username or email address.'] : [];
  if (typeof reason === 'string' && Object.hasOwn(keyErrors, reason)) errors.push(keyErrors[reason]);
  return showScreen(deps, 'lostpassword', { action: request.field('action'), title: 'Lost Password', errors, data: { login } });
}

async function sendResetLetter(deps: LoginDeps, name: string): Promise<void> {
  const user = (name.includes('@') && (await deps.users.getUserBy('email', name))) || (await deps.users.getUserBy('login', name));
  if (!user || !(await deps.hooks.applyFilters('allow_password_reset', true, user.id))) return;
  await sendKey(deps, user, 'Password Reset', 'Someone has requested a password reset for the following account:');
}

/** Writes a letter with a link to choose a password. */
export async function sendKey(deps: LoginDeps, user: UserWithRoles, subject: string, reason: string): Promise<void> {
  const key = await deps.keys.create(user);
  const link = `${deps.siteUrl}/wp-login.php?action=rp&key=${encodeURIComponent(key)}&login=${encodeURIComponent(user.user_login)}`;
  const siteName = String(await deps.options.getOption('blogname'));
  const { translate } = deps;
  await deps.mail({
    to: user.user_email,
    subject: `[${siteName}] ${translate(subject)}`,
    text: [
      translate(reason),
      `${translate('Site Name:')} ${siteName}\n${translate('Username:')} ${user.user_login}`,
      translate('If this was not you, ignore this email and nothing will happen.'),
      `${translate('To choose your password, visit the following address:')}\n${link}`,
      translate('The link works for one day.'),
    ].join('\n\n'),
  });
}
