import type { CronApi, HookApi, Mail, OptionsApi, User, UserInput, UsersApi } from '../api/index.js';
import { createContext, currentContext, runInContext } from '../context/index.js';
import { decodeSiteName } from '../formatting/index.js';

const JOB = 'plinth/account-email';

interface AccountEmailsDeps {
  readonly hooks: Pick<HookApi, 'addAction' | 'applyFilters'>;
  readonly cron: Pick<CronApi, 'registerJob' | 'enqueueJob'>;
  readonly users: Pick<UsersApi, 'getUserdata' | 'getTheAuthorMeta'>;
  readonly options: Pick<OptionsApi, 'getOption'>;
  mail(email: Mail & { readonly subject: string }): Promise<boolean>;
  /**
   * Renders a view of `templates/mail` in the common email layout.
   * @returns HTML
   */
  renderEmail(subject: string, view: string, data: object): Promise<string>;
  locale(): string;
  translate(text: string, ...values: (string | number)[]): string;
}

/** An account change that the user is notified of. */
interface AccountChange {
  readonly what: 'password' | 'email';
  readonly userId: number;
  /** The previous email address, because whoever took over the account reads the new one. */
  readonly to: string;
  readonly locale: string;
}

const TEXTS = {
  password: { heading: 'Your password was changed', sentence: 'The password for your account was changed.' },
  email: {
    heading: 'Your email address was changed',
    sentence: 'The email address of your account was changed. We no longer send emails to this address.',
  },
} as const;

/**
 * Notifies users by email of a changed password or email address, in the language of the account
 * (`send_password_change_email`, `password_change_email`, `send_email_change_email`, `email_change_email`). A password
 * set with a reset key is not reported, because its owner has just read that email.
 */
export function notifyOfAccountChanges({
  hooks,
  cron,
  users,
  options,
  mail,
  renderEmail,
  locale,
  translate,
}: AccountEmailsDeps): void {
  async function composeEmail({ what, userId, to }: AccountChange): Promise<void> {
    const user = await users.getUserdata(userId);
    if (!user) return;
    const { heading: title, sentence: text } = TEXTS[what];
    const siteName = decodeSiteName(await options.getOption('blogname'));
    const [heading, sentence] = [translate(title), translate(text)];
    const advice = translate('If this was not you, reply to this email immediately.');
    const subject = `[${siteName}] ${heading}`;
    const message = [
      sentence,
      `${translate('Site Name:')} ${siteName}\n${translate('Username:')} ${user.user_login}`,
      advice,
    ].join('\n\n');
    const defaultEmail = { to, subject, message, headers: '' };
    const before = { ...user, user_email: to };
    const email =
      what === 'password'
        ? await hooks.applyFilters('password_change_email', defaultEmail, before, user)
        : await hooks.applyFilters('email_change_email', defaultEmail, before, user);
    // As in WordPress, an empty text means that a plugin has sent the email itself.
    if (email.message === '') return;
    const replyTo = await options.getOption<string>('admin_email', '');
    // A message rewritten by a plugin is sent without the site's layout.
    const html =
      email.message === message
        ? {
            html: await renderEmail(email.subject, 'account-changed', {
              heading,
              sentence,
              advice,
              siteName,
              login: user.user_login,
            }),
          }
        : {};
    await mail({
      to: email.to,
      required: true,
      subject: email.subject,
      text: email.message,
      ...html,
      ...(replyTo === '' ? {} : { replyTo }),
    });
  }

  cron.registerJob(JOB, async (payload) => {
    const change = payload as AccountChange;
    await runInContext({ ...(currentContext() ?? createContext('email')), userId: 0, locale: change.locale }, () =>
      composeEmail(change),
    );
  });

  hooks.addAction(
    'profile_update',
    async (userId: number, before: User, input: UserInput) => {
      const currentUser = await users.getUserdata(userId);
      if (!currentUser || before.user_email === '') return;
      const enqueueEmail = async (what: AccountChange['what']): Promise<void> =>
        void (await cron.enqueueJob(JOB, {
          what,
          userId,
          to: before.user_email,
          locale: (await users.getTheAuthorMeta('locale', userId)) || locale(),
        }));
      if (
        currentUser.user_pass !== before.user_pass &&
        (await hooks.applyFilters('send_password_change_email', true, before, input))
      )
        await enqueueEmail('password');
      if (
        currentUser.user_email !== before.user_email &&
        (await hooks.applyFilters('send_email_change_email', true, before, input))
      )
        await enqueueEmail('email');
    },
    10,
    3,
  );
}
