import type { PluginScope } from 'plinth';
import type { Confirmations } from '../accounts/confirmations.js';
import type { RefusedLetters } from '../letters/refused-letters.js';
import type { PromisedLetter } from '../letters/tables.js';

interface RefusedLettersListDeps {
  readonly scope: Pick<PluginScope, '__' | 'getUserdata' | 'adminUrl'>;
  readonly refusals: RefusedLetters;
  readonly confirmations: Pick<Confirmations, 'waits'>;
}

/** Refused letters as the screen of declarations shows them. */
interface RefusedLettersList {
  /** Those about declarations, by declaration. */
  ofDeclarations(ids: readonly number[]): Promise<ReadonlyMap<number, readonly object[]>>;
  /** Those to accounts that still wait to be confirmed, the newest first. */
  ofAccounts(): Promise<readonly object[]>;
}

const ACCOUNTS = 50;

export function createRefusedLettersList({
  scope,
  refusals,
  confirmations,
}: RefusedLettersListDeps): RefusedLettersList {
  const { __ } = scope;
  return {
    async ofDeclarations(ids) {
      const names: Readonly<Record<Exclude<PromisedLetter, 'confirmation'>, string>> = {
        receipt: __('The receipt'),
        shop: __('The note to the shop'),
        decision: __('The decision'),
        author: __('The reasons to the author'),
      };
      const kinds = ['receipt', 'shop', 'decision', 'author'] as const;
      const all = await refusals.of(kinds, ids);
      return new Map(
        ids.map((id) => [
          id,
          all
            .filter(({ aboutId }) => aboutId === id)
            .map(({ letter, refusal, refusedAt }) => ({
              name: letter === 'confirmation' ? '' : names[letter],
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
