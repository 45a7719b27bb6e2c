import type { ReceiptStates, UnsentReceipts } from '../declarations/receipt-states.js';
import type { DeclarationKind } from '../declarations/tables.js';
import type { CheckI18n } from './check-i18n.js';
import { type Finding, problemFinding } from './check.js';

export type CountUnsent = Pick<ReceiptStates, 'countUnsent'>;

function findProblems({ failed, filed }: UnsentReceipts, kind: DeclarationKind | undefined, i18n: CheckI18n): string[] {
  const { _n } = i18n;
  const ofWithdrawals = kind === 'withdrawal';
  const failedText = ofWithdrawals
    ? _n(
        '%d confirmation of a withdrawal has not been sent.',
        '%d confirmations of withdrawals have not been sent.',
        failed,
      )
    : _n(
        '%d confirmation of a declaration has not been sent.',
        '%d confirmations of declarations have not been sent.',
        failed,
      );
  const filedText = _n(
    '%d confirmation was only saved in the mail folder, since there is no mail server.',
    '%d confirmations were only saved in the mail folder, since there is no mail server.',
    filed,
  );
  return [...(failed > 0 ? [failedText] : []), ...(filed > 0 ? [filedText] : [])];
}

/**
 * Returns the finding about receipts that were not sent; undefined when there are none.
 * @param kind kind of declaration; all when absent
 */
export async function findUnsentReceipts(
  i18n: CheckI18n,
  receiptStates: CountUnsent,
  kind?: DeclarationKind,
): Promise<Finding | undefined> {
  const { __, _n } = i18n;
  const unsent = await receiptStates.countUnsent(kind);
  const problems = findProblems(unsent, kind, i18n);
  if (problems.length > 0)
    return problemFinding(
      'missing',
      problems,
      __(
        'Check the mail settings and the mail log, then send the confirmations again under Withdrawals and reports, Without a confirmation.',
      ),
      i18n,
    );
  if (unsent.delayed === 0) return undefined;
  return problemFinding(
    'advice',
    [
      _n(
        '%d confirmation has been waiting for more than a day because of the limit on emails.',
        '%d confirmations have been waiting for more than a day because of the limit on emails.',
        unsent.delayed,
      ),
    ],
    __('They match no order. If they are genuine, assign them to an order or send their confirmations now.'),
    i18n,
  );
}
