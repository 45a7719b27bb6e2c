import { randomBytes } from 'node:crypto';
import {
  type CronApi,
  type HookApi,
  isWpError,
  type Mail,
  type OptionsApi,
  PlinthError,
  type UsersApi,
  type UserWithRoles,
  WpError,
} from '../../api/index.js';
import { createContext, currentContext, runInContext } from '../../context/index.js';
import type { ResetKeys } from './reset-keys.js';
import { decodeSiteName } from '../../formatting/index.js';

const RESET_JOB = 'plinth/password-reset-email';
const REGISTRATION_JOB = 'plinth/registration';
const MAX_LOGIN_LENGTH = 60;

interface LoginEmailsDeps {
  cron: Pick<CronApi, 'registerJob' | 'enqueueJob'>;
  hooks: HookApi;
  options: Pick<OptionsApi, 'getOption'>;
  users: UsersApi;
  keys: ResetKeys;
  mail(email: Mail & { readonly subject: string }): Promise<boolean>;
  /**
   * Renders a view of `templates/mail` in the common email layout.
   * @returns HTML
   */
  renderEmail(subject: string, view: string, data: object): Promise<string>;
  /** Counts an email that a third party may have triggered; false if its recipient has reached the daily limit. */
  canEmail(email: string): Promise<boolean>;
  siteUrl: string;
  translate(text: string, ...values: (string | number)[]): string;
}

/**
 * Emails triggered by the login screens. A job checks later whether the account exists, so that neither the response
 * nor its timing reveals it.
 */
export interface LoginEmails {
  /**
   * Queues a password reset email if the name or email address belongs to an account.
   * @param resetUrl URL at which the password is set, without key and name; the host's own screen when absent
   */
  requestPasswordReset(name: string, locale: string, resetUrl?: string): Promise<void>;
  /** Queues the creation of an account, or an email to its owner if it already exists. */
  register(login: string, email: string, locale: string): Promise<void>;
}

interface Registration {
  readonly login: string;
  readonly email: string;
  readonly locale: string;
}

/** Creates the emails of the login screens and registers the jobs that send them. */
export function createLoginEmails({
  cron,
  hooks,
  options,
  users,
  keys,
  mail,
  renderEmail,
  canEmail,
  siteUrl,
  translate,
}: LoginEmailsDeps): LoginEmails {
  /** A job has no language of its own. */
  const inLanguage = <T>(locale: string, work: () => Promise<T>): Promise<T> => {
    return runInContext({ ...(currentContext() ?? createContext('email')), userId: 0, locale }, work);
  };

  /** @param options `isReset`: a password reset email, which plugins may filter */
  async function sendKeyEmail(
    user: UserWithRoles,
    subject: string,
    reason: string,
    {
      isReset = false,
      resetUrl = `${siteUrl}/wp-login.php?action=rp`,
    }: { readonly isReset?: boolean; readonly resetUrl?: string } = {},
  ): Promise<void> {
    if (isReset && !(await hooks.applyFilters('send_retrieve_password_email', true, user.user_login, user))) return;
    if (isReset) await hooks.doAction('retrieve_password', user.user_login);
    if (!(await hooks.applyFilters('allow_password_reset', true, user.id))) return;
    if (!(await canEmail(user.user_email))) return;
    const key = await keys.create(user);
    await hooks.doAction('retrieve_password_key', user.user_login, key);
    const link = `${resetUrl}&key=${encodeURIComponent(key)}&login=${encodeURIComponent(user.user_login)}`;
    const siteName = decodeSiteName(await options.getOption('blogname'));
    const title = `[${siteName}] ${translate(subject)}`;
    const text = [
      translate(reason),
      `${translate('Site Name:')} ${siteName}\n${translate('Username:')} ${user.user_login}`,
      translate('If this was not you, ignore this email and nothing will happen.'),
      `${translate('To set your password, visit the following address:')}\n${link}`,
      translate('The link is valid for one day.'),
    ].join('\n\n');
    const html = await renderEmail(title, 'choose-password', {
      heading: translate(subject),
      reason: translate(reason),
      siteName,
      login: user.user_login,
      link,
    });
    if (!isReset)
      await mail({ to: user.user_email, required: true, subject: title, text, html, replyTo: await getReplyTo() });
    else await sendFiltered(user, key, title, { text, html });
  }

  /**
   * Sends the password reset email after the filters of plugins (`retrieve_password_title`,
   * `retrieve_password_message`, `retrieve_password_notification_email`).
   */
  async function sendFiltered(
    user: UserWithRoles,
    key: string,
    title: string,
    { text, html }: { readonly text: string; readonly html: string },
  ): Promise<void> {
    const subject = await hooks.applyFilters('retrieve_password_title', title, user.user_login, user);
    const message = await hooks.applyFilters('retrieve_password_message', text, key, user.user_login, user);
    const email = await hooks.applyFilters(
      'retrieve_password_notification_email',
      { to: user.user_email, subject, message, headers: '' },
      key,
      user.user_login,
      user,
    );
    // As in WordPress, an empty text means that a plugin has sent the email itself.
    if (email.message === '') return;
    // A message rewritten by a plugin is sent without the site's layout.
    await mail({
      to: email.to,
      required: true,
      subject: email.subject,
      text: email.message,
      ...(email.message === text ? { html } : {}),
      replyTo: await getReplyTo(),
    });
  }

  /** Returns the reply-to address. */
  const getReplyTo = async (): Promise<string | undefined> =>
    (await options.getOption<string>('admin_email', '')) || undefined;

  async function findFreeLogin(requestedLogin: string): Promise<string> {
    let login = requestedLogin;
    for (let suffix = 2; await users.getUserBy('login', login); suffix++)
      login = `${requestedLogin.slice(0, MAX_LOGIN_LENGTH - String(suffix).length)}${suffix}`;
    return login;
  }

  async function createAccount({ login, email }: Registration): Promise<void> {
    const existingUser = await users.getUserBy('email', email);
    if (existingUser)
      return sendKeyEmail(
        existingUser,
        'You already have an account',
        'Someone tried to create an account with this email address, which already has one. You can set a new password:',
      );
    // A taken name is not reported; the email states the name that was assigned.
    const id = await users.wpCreateUser(await findFreeLogin(login), randomBytes(24).toString('base64url'), email);
    if (isWpError(id)) throw new PlinthError(id.getErrorCode(), id.getErrorMessage());
    const user = await users.getUserdata(id);
    await hooks.doAction('register_new_user', id);
    if (user) await sendKeyEmail(user, 'Login Details', 'An account has been created for you:');
  }

  cron.registerJob(RESET_JOB, async (payload) => {
    const { name, locale, resetUrl } = payload as { name: string; locale: string; resetUrl?: string };
    const matchingUser =
      (name.includes('@') && (await users.getUserBy('email', name))) || (await users.getUserBy('login', name));
    const user = await hooks.applyFilters<UserWithRoles | false>('lostpassword_user_data', matchingUser, new WpError());
    if (user)
      await inLanguage(locale, () =>
        sendKeyEmail(user, 'Password Reset', 'Someone has requested a password reset for the following account:', {
          isReset: true,
          ...(resetUrl === undefined ? {} : { resetUrl }),
        }),
      );
  });
  cron.registerJob(REGISTRATION_JOB, async (payload) =>
    inLanguage((payload as Registration).locale, () => createAccount(payload as Registration)),
  );

  return {
    requestPasswordReset: async (name, locale, resetUrl) =>
      void (await cron.enqueueJob(RESET_JOB, { name, locale, ...(resetUrl === undefined ? {} : { resetUrl }) })),
    register: async (login, email, locale) => void (await cron.enqueueJob(REGISTRATION_JOB, { login, email, locale })),
  };
}
