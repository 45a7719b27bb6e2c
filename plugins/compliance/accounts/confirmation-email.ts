import type { Filters, PluginScope } from 'plinth';
import type { RefusedEmails } from '../emails/bounced-emails.js';
import type { Settings } from '../settings/settings.js';
import type { Confirmations } from './confirmations.js';

/** An account that is being made, as the store's hook describes it. */
export type NewAccount = Parameters<Filters['store/account_confirmation']>[1];

/** A wish for an account at an address that has one. */
export type TakenAccount = Parameters<Filters['store/account_taken']>[1];

/** Where a link leads, and where another letter is asked for. */
export const CONFIRM_PATH = '/confirm-account/';

const JOB = 'compliance/confirm-account';
/** Seconds that a letter is held whose mailbox had enough of them today. */
const HELD = 86_400;

interface ConfirmationEmailDeps {
  readonly scope: Pick<
    PluginScope,
    'registerJob' | 'enqueueJob' | 'getUserBy' | 'mail' | 'siteName' | 'homeUrl' | '__' | 'consumeEmailLimit'
  >;
  readonly settings: Settings;
  readonly confirmations: Confirmations;
  readonly refusals: Pick<RefusedEmails, 'watch'>;
}

/** Letters with a link that confirms an account. */
export interface ConfirmationEmails {
  /**
   * Has a letter written, when an account with that address waits for one. Whether one does is found out later, by a job,
   * so that the time this takes tells nobody which accounts there are.
   */
  send(email: string, locale: string): Promise<void>;
}

export function createConfirmationEmails({
  scope,
  settings,
  confirmations,
  refusals,
}: ConfirmationEmailDeps): ConfirmationEmails {
  const { __ } = scope;

  scope.registerJob(JOB, async (payload) => {
    const { email, locale, held = false } = payload as { email: string; locale: string; held?: boolean };
    const values = await settings.values();
    const user = values.flag('double_opt_in_enabled') ? await scope.getUserBy('email', email) : false;
    if (user && !held && !(await scope.consumeEmailLimit(user.user_email)).allowed)
      return void (await scope.enqueueJob(JOB, { email, locale, held: true }, { delaySeconds: HELD }));
    const hours = values.number('double_opt_in_link_hours');
    // Made only now: the token itself is in the letter and nowhere else.
    const token = user ? await confirmations.issue(user.id, hours) : undefined;
    if (!user || token === undefined) return;
    const site = await scope.siteName();
    const subject = (): string => __('Confirm your account at %s', site);
    await refusals.watch('confirmation', user.id, async () =>
      scope.mail({
        to: user.user_email,
        required: true,
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

  return { send: async (email, locale) => void (await scope.enqueueJob(JOB, { email, locale })) };
}
