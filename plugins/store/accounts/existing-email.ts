import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { FormContext } from '../contract/forms.js';
import type { Emails } from '../emails/emails.js';

const HOUR = 3600;
const EMAILS_PER_ADDRESS = 3;

/**
 * Handles a registration with an email address that already has an account: the owner of the mailbox is notified by
 * email, and the visitor sees the same response as for a new account. Call it inside the transaction of the form.
 * @returns the path where a new account would be confirmed; '' when one could be used at once
 */
export type TakenAddress = (email: string, context: FormContext) => Promise<string>;

export function createTakenAddress(
  scope: Pick<PluginScope, 'db' | 'consumeRateLimit' | 'applyFilters' | 'locale'>,
  emails: Pick<Emails, 'existingAccount'>,
): TakenAddress {
  return async (email, context) => {
    const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
    const locale = scope.locale();
    // After the commit, so that the rate limit is not counted inside the form's transaction.
    await scope.db.afterCommit(async () => {
      if ((await scope.consumeRateLimit(`store-taken:${digest}`, EMAILS_PER_ADDRESS, HOUR)).allowed)
        await emails.existingAccount(email, locale);
    });
    return scope.applyFilters<string>('store/registration_existing_email', '', { email, locale, context });
  };
}
