import { notifyOfAccountChanges } from '../auth/account-emails.js';
import {
  createLoginEmails,
  createResetKeys,
  type Login,
  type LoginEmails,
  type ResetKeys,
} from '../auth/login/index.js';
import {
  createPasskeys,
  createRecoveryCodes,
  createTwoFactor,
  createSecurityEmails,
  createTotp,
  type SecondFactors,
  type SecretBox,
} from '../auth/two-factor/index.js';
import {
  type CronApi,
  type Database,
  type HookApi,
  type Mail,
  type OptionsApi,
  PlinthError,
  type UsersApi,
} from '../api/index.js';

interface LoginServicesDeps {
  readonly db: Database;
  readonly hooks: HookApi;
  readonly cron: Pick<CronApi, 'registerJob' | 'enqueueJob'>;
  readonly users: UsersApi;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly box: SecretBox;
  mail(email: Mail & { readonly subject: string }): Promise<boolean>;
  /**
   * Renders a view of `templates/mail` in the common email layout.
   * @returns HTML
   */
  renderEmail(subject: string, view: string, data: object): Promise<string>;
  canEmail(email: string): Promise<boolean>;
  readonly siteUrl: string;
  siteName(): Promise<string>;
  locale(): string;
  translate(text: string, ...values: (string | number)[]): string;
}

/** The parts of the login that do not depend on its screens. */
export interface LoginServices {
  readonly resetKeys: ResetKeys;
  readonly loginEmails: LoginEmails;
  readonly twoFactor: SecondFactors;
  /** The login screens, available once the site handles web requests; plugins embed them in their pages. */
  readonly loginScreens: { current(): Login; show(screens: Login): void };
}

/** Creates the reset keys, emails and two-factor authentication of the login. */
export function createLoginServices({
  db,
  hooks,
  cron,
  users,
  options,
  box,
  mail,
  renderEmail,
  canEmail,
  siteUrl,
  siteName,
  locale,
  translate,
}: LoginServicesDeps): LoginServices {
  const resetKeys = createResetKeys({ db, users });
  let screens: Login | undefined;
  notifyOfAccountChanges({ hooks, cron, users, options, mail, renderEmail, locale, translate });
  return {
    resetKeys,
    loginEmails: createLoginEmails({
      cron,
      hooks,
      options,
      users,
      keys: resetKeys,
      mail,
      renderEmail,
      canEmail,
      siteUrl,
      translate,
    }),
    twoFactor: createTwoFactor({
      hooks,
      options,
      users,
      totp: createTotp({ db, box, now: Date.now }),
      passkeys: createPasskeys({ db, siteUrl, siteName, now: Date.now }),
      recovery: createRecoveryCodes(db),
      emails: createSecurityEmails({ cron, users, options, mail, renderEmail, siteUrl, locale, translate }),
    }),
    loginScreens: {
      show: (loginScreens) => void (screens = loginScreens),
      current() {
        if (!screens)
          throw new PlinthError('no_page_request', 'The login screens are only available during a page request.', {
            status: 409,
            hint: 'Call it in a front route.',
          });
        return screens;
      },
    },
  };
}
