import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { FormContext } from '../contract/forms.js';
import type { Emails } from '../emails/emails.js';

const HOUR = 3600;
const EMAILS_PER_ADDRESS = 3;

/**
 * What becomes of a wish for an account at an address that has one: whoever reads its letters is told, and the visitor sees what
 * everybody sees. Call it inside the transaction of the form.
 * @returns the path where a new account would be confirmed; '' when one would work at once
 */
export type TakenAddress = (email: string, context: FormContext) => Promise<string>;

export function createTakenAddress(
  scope: Pick<PluginScope, 'db' | 'consumeRateLimit' | 'applyFilters' | 'locale'>,
  emails: Pick<Emails, 'accountTaken'>,
): TakenAddress {
  return async (email, context) => {
    const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
    const locale = scope.locale();
    // Limits are counted whether the form is stored or not, so not inside its transaction.
    await scope.db.afterCommit(async () => {
      if ((await scope.consumeRateLimit(`store-taken:${digest}`, EMAILS_PER_ADDRESS, HOUR)).allowed)
        await emails.accountTaken(email, locale);
    });
    return scope.applyFilters<string>('store/account_taken', '', { email, locale, context });
  };
}
