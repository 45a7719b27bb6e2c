import type { PluginScope } from 'plinth';
import type { Confirmations } from '../accounts/confirmations.js';
import type { BouncedEmails } from '../emails/bounced-emails.js';
import type { RequiredEmail } from '../emails/tables.js';

interface BouncedEmailsListDeps {
  readonly scope: Pick<PluginScope, '__' | 'getUserdata' | 'adminUrl'>;
  readonly bouncedEmails: BouncedEmails;
  readonly confirmations: Pick<Confirmations, 'isPending'>;
}

/** Lists bounced emails for the declarations screen. */
interface BouncedEmailsList {
  /** Returns bounced emails about declarations, by declaration ID. */
  listByDeclaration(ids: readonly number[]): Promise<ReadonlyMap<number, readonly object[]>>;
  /** Returns bounced emails to accounts that await confirmation, newest first. */
  listForAccounts(): Promise<readonly object[]>;
}

const MAX_ACCOUNTS = 50;

export function createBouncedEmailsList({
  scope,
  bouncedEmails,
  confirmations,
}: BouncedEmailsListDeps): BouncedEmailsList {
  const { __ } = scope;
  return {
    async listByDeclaration(ids) {
      const names: Readonly<Record<Exclude<RequiredEmail, 'confirmation'>, string>> = {
        receipt: __('Confirmation of receipt'),
        shop: __('Notification to the shop'),
        decision: __('Decision email'),
        author: __('Reasons for the author'),
      };
      const kinds = ['receipt', 'shop', 'decision', 'author'] as const;
      const all = await bouncedEmails.findByObjects(kinds, ids);
      return new Map(
        ids.map((id) => [
          id,
          all
            .filter(({ objectId }) => objectId === id)
            .map(({ email, response, bouncedAt }) => ({
              name: email === 'confirmation' ? '' : names[email],
              response,
              bouncedAt,
            })),
        ]),
      );
    },
    async listForAccounts() {
      const found = await Promise.all(
        (await bouncedEmails.newest('confirmation', MAX_ACCOUNTS)).map(
          async ({ objectId, response, bouncedAt: time }) => {
            const user = (await confirmations.isPending(objectId)) && (await scope.getUserdata(objectId));
            return user
              ? { name: user.user_email, url: scope.adminUrl(`user-edit.php?user_id=${objectId}`), response, at: time }
              : undefined;
          },
        ),
      );
      return found.filter((email) => email !== undefined);
    },
  };
}
