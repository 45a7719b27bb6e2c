import type { PluginScope } from 'plinth';
import type { Confirmations } from '../accounts/confirmations.js';
import type { RefusedEmails } from '../emails/bounced-emails.js';
import type { PromisedEmail } from '../emails/tables.js';

interface RefusedEmailsListDeps {
  readonly scope: Pick<PluginScope, '__' | 'getUserdata' | 'adminUrl'>;
  readonly refusals: RefusedEmails;
  readonly confirmations: Pick<Confirmations, 'waits'>;
}

/** Bounced emails on the declarations screen. */
interface RefusedEmailsList {
  /** Bounced emails about declarations, by declaration ID. */
  ofDeclarations(ids: readonly number[]): Promise<ReadonlyMap<number, readonly object[]>>;
  /** Bounced emails to accounts that await confirmation, newest first. */
  ofAccounts(): Promise<readonly object[]>;
}

const ACCOUNTS = 50;

export function createRefusedEmailsList({ scope, refusals, confirmations }: RefusedEmailsListDeps): RefusedEmailsList {
  const { __ } = scope;
  return {
    async ofDeclarations(ids) {
      const names: Readonly<Record<Exclude<PromisedEmail, 'confirmation'>, string>> = {
        receipt: __('Confirmation of receipt'),
        shop: __('Notification to the shop'),
        decision: __('Decision email'),
        author: __('Reasons for the author'),
      };
      const kinds = ['receipt', 'shop', 'decision', 'author'] as const;
      const all = await refusals.of(kinds, ids);
      return new Map(
        ids.map((id) => [
          id,
          all
            .filter(({ aboutId }) => aboutId === id)
            .map(({ email, refusal, refusedAt }) => ({
              name: email === 'confirmation' ? '' : names[email],
              refusal,
              at: refusedAt,
            })),
        ]),
      );
    },
    async ofAccounts() {
      const found = await Promise.all(
        (await refusals.newest('confirmation', ACCOUNTS)).map(async ({ aboutId, refusal, refusedAt: at }) => {
          const user = (await confirmations.waits(aboutId)) && (await scope.getUserdata(aboutId));
          return user
            ? { name: user.user_email, url: scope.adminUrl(`user-edit.php?user_id=${aboutId}`), refusal, at }
            : undefined;
        }),
      );
      return found.filter((one) => one !== undefined);
    },
  };
}
