import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { FormContext } from '../contract/forms.js';
import type { Emails } from '../emails/emails.js';

const HOUR_SECONDS = 3600;
const MAX_EMAILS_PER_HOUR = 3;

/**
 * Handles a registration with an email address that already has an account: the owner of the mailbox is notified by
 * email, and the visitor sees the same response as for a new account. Call it inside the transaction of the form.
 * @returns the path where a new account would be confirmed; '' when one could be used at once
 */
export type HandleExistingEmail = (email: string, context: FormContext) => Promise<string>;

export function createExistingEmailHandler(
  scope: Pick<PluginScope, 'db' | 'consumeRateLimit' | 'applyFilters' | 'locale'>,
  emails: Pick<Emails, 'existingAccount'>,
): HandleExistingEmail {
  return async (email, context) => {
    const emailHash = createHash('sha256').update(email.toLowerCase()).digest('hex');
    const locale = scope.locale();
    // After the commit, so that the rate limit is not counted inside the form's transaction.
    await scope.db.afterCommit(async () => {
      if ((await scope.consumeRateLimit(`store-taken:${emailHash}`, MAX_EMAILS_PER_HOUR, HOUR_SECONDS)).allowed)
        await emails.existingAccount(email, locale);
    });
    return scope.applyFilters<string>('store/registration_existing_email', '', { email, locale, context });
  };
}
