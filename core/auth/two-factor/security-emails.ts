import type { CronApi, Mail, OptionsApi, UsersApi } from '../../api/index.js';
import { createContext, currentContext, runInContext } from '../../context/index.js';
import { decodeSiteName } from '../../formatting/index.js';

/** The security events reported to an account's owner. */
type SecurityEvent =
  'app-added' | 'app-removed' | 'passkey-added' | 'passkey-removed' | 'codes-renewed' | 'code-used' | 'reset';

const JOB = 'plinth/security-email';

const SENTENCES: Readonly<Record<SecurityEvent, string>> = {
  'app-added': 'An authenticator app was added to your account. You now need its code to log in.',
  'app-removed': 'The authenticator app was removed from your account.',
  'passkey-added': 'The passkey “%s” was added to your account.',
  'passkey-removed': 'The passkey “%s” was removed from your account.',
  'codes-renewed': 'New recovery codes were generated for your account. The old codes no longer work.',
  'code-used': 'Someone logged in to your account with a recovery code. Codes left: %s.',
  reset: 'An administrator turned off two-factor authentication for your account.',
};

export interface SecurityEmails {
  /** Notifies the owner of an account, in the language of the account or otherwise of the request. */
  send(userId: number, event: SecurityEvent, detail?: string): Promise<void>;
}

interface SecurityEmailsDeps {
  cron: Pick<CronApi, 'registerJob' | 'enqueueJob'>;
  users: Pick<UsersApi, 'getUserdata' | 'getTheAuthorMeta'>;
  options: Pick<OptionsApi, 'getOption'>;
  mail(email: Mail & { readonly subject: string }): Promise<boolean>;
  /**
   * Renders a view of `templates/mail` in the common email layout.
   * @returns HTML
   */
  renderEmail(subject: string, view: string, data: object): Promise<string>;
  siteUrl: string;
  locale(): string;
  translate(text: string, ...values: (string | number)[]): string;
}

export function createSecurityEmails({
  cron,
  users,
  options,
  mail,
  renderEmail,
  siteUrl,
  locale,
  translate,
}: SecurityEmailsDeps): SecurityEmails {
  async function composeEmail(userId: number, event: SecurityEvent, detail: string): Promise<void> {
    const user = await users.getUserdata(userId);
    if (!user) return;
    const siteName = decodeSiteName(await options.getOption('blogname'));
    const heading = translate('Your login settings were changed');
    const subject = `[${siteName}] ${heading}`;
    const sentence = translate(SENTENCES[event], detail);
    const link = `${siteUrl}/wp-admin/profile.php`;
    const replyTo = await options.getOption<string>('admin_email', '');
    await mail({
      to: user.user_email,
      required: true,
      subject,
      html: await renderEmail(subject, 'login-changed', { heading, sentence, siteName, login: user.user_login, link }),
      ...(replyTo === '' ? {} : { replyTo }),
      text: [
        sentence,
        `${translate('Site Name:')} ${siteName}\n${translate('Username:')} ${user.user_login}`,
        `${translate('If this was not you, change your password immediately and check your active sessions:')}\n${link}`,
      ].join('\n\n'),
    });
  }

  cron.registerJob(JOB, async (payload) => {
    const {
      userId,
      event,
      detail,
      locale: language,
    } = payload as { userId: number; event: SecurityEvent; detail: string; locale: string };
    await runInContext({ ...(currentContext() ?? createContext('email')), userId: 0, locale: language }, () =>
      composeEmail(userId, event, detail),
    );
  });

  return {
    async send(userId, event, detail = '') {
      const userLocale = await users.getTheAuthorMeta('locale', userId);
      await cron.enqueueJob(JOB, { userId, event, detail, locale: userLocale || locale() });
    },
  };
}
