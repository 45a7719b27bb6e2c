import type { Filters, PluginScope } from 'plinth';
import type { BouncedEmails } from '../emails/bounced-emails.js';
import type { GetShopEmail } from '../emails/shop-email.js';
import type { Settings } from '../settings/settings.js';
import type { Confirmations } from './confirmations.js';

/** A pending account, as described by the store's hook. */
export type NewAccount = Parameters<Filters['store/account_confirmation']>[1];

/** A registration with the email address of an existing account. */
export type ExistingAccount = Parameters<Filters['store/registration_existing_email']>[1];

/** Path of the confirmation link, and of the form that requests another email. */
export const CONFIRM_PATH = '/confirm-account/';

const JOB_NAME = 'compliance/confirm-account';
/** Seconds by which an email is delayed when its address has reached the daily limit. */
const DELAY_SECONDS = 86_400;

interface ConfirmationEmailDeps {
  readonly scope: Pick<
    PluginScope,
    'registerJob' | 'enqueueJob' | 'getUserBy' | 'mail' | 'siteName' | 'homeUrl' | '__' | 'consumeEmailLimit'
  >;
  readonly settings: Settings;
  readonly getShopEmail: GetShopEmail;
  readonly confirmations: Confirmations;
  readonly bouncedEmails: Pick<BouncedEmails, 'trackDelivery'>;
}

/** Emails with a link that confirms an account. */
export interface ConfirmationEmails {
  /**
   * Queues an email, to be sent if an account with that address awaits confirmation. A job checks this later, so that
   * response times do not reveal which accounts exist.
   */
  send(email: string, locale: string): Promise<void>;
}

export function createConfirmationEmails({
  scope,
  settings,
  getShopEmail,
  confirmations,
  bouncedEmails,
}: ConfirmationEmailDeps): ConfirmationEmails {
  const { __ } = scope;

  scope.registerJob(JOB_NAME, async (payload) => {
    const {
      email,
      locale,
      delayed: isDelayed = false,
    } = payload as { email: string; locale: string; delayed?: boolean };
    const values = await settings.values();
    const user = values.flag('double_opt_in_enabled') ? await scope.getUserBy('email', email) : false;
    if (user && !isDelayed && !(await scope.consumeEmailLimit(user.user_email)).allowed)
      return void (await scope.enqueueJob(JOB_NAME, { email, locale, delayed: true }, { delaySeconds: DELAY_SECONDS }));
    const hours = values.number('double_opt_in_link_hours');
    // Created only now, because the token is in the email and stored nowhere else.
    const token = user ? await confirmations.issueToken(user.id, hours) : undefined;
    if (!user || token === undefined) return;
    const site = await scope.siteName();
    const replyTo = await getShopEmail();
    const subject = (): string => __('Confirm your account at %s', site);
    await bouncedEmails.trackDelivery('confirmation', user.id, async () =>
      scope.mail({
        to: user.user_email,
        required: true,
        replyTo,
        subject,
        view: 'confirm-account',
        locale,
        data: {
          heading: subject,
          site,
          hours,
          email: user.user_email,
          confirmUrl: scope.homeUrl(`${CONFIRM_PATH}?key=${token}`),
          againUrl: scope.homeUrl(CONFIRM_PATH),
        },
      }),
    );
  });

  return { send: async (email, locale) => void (await scope.enqueueJob(JOB_NAME, { email, locale })) };
}
