import { isWpError, type PluginScope, type UserWithRoles, WpError } from 'plinth';
import type { BouncedEmails } from '../emails/bounced-emails.js';
import type { PersonalData } from '../privacy/personal-data.js';
import type { GetShopEmail } from '../emails/shop-email.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { CONFIRM_PATH, createConfirmationEmails, type NewAccount, type ExistingAccount } from './confirmation-email.js';
import { createConfirmationPage } from './confirmation-page.js';
import type { Confirmations } from './confirmations.js';
import { createAccountCleanup } from './unconfirmed-accounts.js';

interface ConfirmedAccountParts {
  readonly settings: Settings;
  readonly getShopEmail: GetShopEmail;
  readonly confirmations: Confirmations;
  readonly personalData: PersonalData;
  readonly clock: Clock;
  readonly bouncedEmails: BouncedEmails;
}

export const PRUNE_ACCOUNTS = 'compliance/prune_accounts';

/**
 * New customers must confirm their email address through an emailed link before they can log in, if the setting is
 * enabled.
 */
export function registerConfirmedAccounts(scope: PluginScope, parts: ConfirmedAccountParts): void {
  const { __ } = scope;
  const { settings, getShopEmail, confirmations, bouncedEmails } = parts;
  const emails = createConfirmationEmails({ scope, settings, getShopEmail, confirmations, bouncedEmails });
  const removeUnconfirmed = createAccountCleanup({ scope, ...parts });
  const isEnabled = async (): Promise<boolean> => (await settings.values()).flag('double_opt_in_enabled');

  scope.registerFrontRoute(createConfirmationPage({ scope, settings, confirmations, emails }));

  async function notifyAtCheckout({ location, request }: NewAccount['context']): Promise<void> {
    const note = __('We will send you an email with a link. Open it to confirm your account; then you can log in.');
    if (location === 'checkout') await scope.db.afterCommit(() => scope.addNotice(request, 'info', note));
  }

  scope.addFilter(
    'store/account_confirmation',
    async (path: string, { userId, email, locale, context }: NewAccount) => {
      if (!(await isEnabled())) return path;
      await confirmations.markPending(userId);
      await emails.send(email, locale);
      await notifyAtCheckout(context);
      return `${CONFIRM_PATH}?sent=new`;
    },
    10,
    2,
  );

  scope.addFilter(
    'store/registration_existing_email',
    async (path: string, { email, locale, context }: ExistingAccount) => {
      if (!(await isEnabled())) return path;
      // A pending account gets its email again; nothing is sent to others.
      await emails.send(email, locale);
      await notifyAtCheckout(context);
      return `${CONFIRM_PATH}?sent=new`;
    },
    10,
    2,
  );

  // The password is checked here, once, so that neither the response nor its timing reveals which accounts are pending.
  scope.addFilter(
    'wp_authenticate_user',
    async (user: UserWithRoles | WpError, password: string) => {
      if (isWpError(user) || !(await isEnabled()) || !(await confirmations.isPending(user.id))) return user;
      if (!(await scope.wpCheckPassword(password, user)))
        return new WpError('incorrect_password', 'The password you entered is incorrect.');
      return new WpError(
        'account_unconfirmed',
        __('This account isn’t confirmed yet. Open the link in the email we sent you.'),
        {
          link: { url: scope.homeUrl(CONFIRM_PATH), text: __('Resend email') },
        },
      );
    },
    10,
    2,
  );

  // A password reset confirms the account, because it was requested through an email to the same address.
  scope.addAction('after_password_reset', async ({ id }: UserWithRoles) => void (await confirmations.confirm(id)));
  // A user who logs in while confirmation is disabled must not be asked for it, or be deleted, once it is enabled.
  scope.addAction(
    'wp_login',
    async (_login: string, { id }: UserWithRoles) => void (await confirmations.confirm(id)),
    10,
    2,
  );
  scope.addAction('deleted_user', async (id: number) => {
    await confirmations.confirm(id);
    await bouncedEmails.remove(['confirmation'], [id]);
  });

  scope.addAction(PRUNE_ACCOUNTS, async () => {
    const values = await settings.values();
    if (!values.flag('double_opt_in_enabled')) return;
    const removed = await removeUnconfirmed(values.number('double_opt_in_cleanup_days'));
    if (removed > 0) scope.log.info('unconfirmed accounts were deleted', { removed });
  });
}
