import type { PluginScope } from 'plinth';
import type { Anchors } from '../audit/anchors.js';
import { interruptedNotice } from '../audit/audit-texts.js';
import { hashOf } from '../declarations/declarations.js';
import { type Check, type CheckI18n, goodFinding, problemFinding } from './check.js';
import { type CountUnsent, findUnsentReceipts } from './receipt-finding.js';
import { parsePage } from './visible-element.js';

/** A sample receipt of a declaration, composed but never sent. */
const SAMPLE_RECEIPT = { name: 'Jan Próbny', order: 'A-1', at: '2026-06-19 12:00:01', zone: 'Europe/Warsaw' } as const;

/**
 * Checks that declarations and consents are unaltered, and that the receipt states what was declared, when to the
 * second, and its code, and was sent (Directive 2011/83/EU, art. 11a(4)).
 */
export function recordsCheck(
  i18n: CheckI18n,
  { render }: Pick<PluginScope, 'render'>,
  anchors: Pick<Anchors, 'verifyIncremental'>,
  receiptStates: CountUnsent,
): Check {
  const { __ } = i18n;

  async function findMissingParts(): Promise<string[]> {
    const hash = hashOf('', JSON.stringify(SAMPLE_RECEIPT));
    const html = await render('mail/declaration', {
      message: 'receipt',
      heading: '',
      withdrawal: true,
      rows: [
        { label: '', lines: [SAMPLE_RECEIPT.name] },
        { label: '', lines: [SAMPLE_RECEIPT.order] },
      ],
      at: SAMPLE_RECEIPT.at,
      zone: SAMPLE_RECEIPT.zone,
      hash,
      terms: null,
      hashedFile: '',
      accepted: false,
      reasons: [],
      adminUrl: '',
    });
    const { text } = parsePage(html.replace(/[\u00ad\u200b]/g, ''));
    const expected: readonly (readonly [string, string])[] = [
      [SAMPLE_RECEIPT.name, __('content')],
      [SAMPLE_RECEIPT.order, __('content')],
      [SAMPLE_RECEIPT.at, __('date and time')],
      [hash, __('the verification code')],
    ];
    return [...new Set(expected.filter(([value]) => !text.includes(value)).map(([, label]) => label))];
  }

  return {
    id: 'records',
    law: 'withdrawal',
    label: __('Declaration records and confirmations'),
    fix: 'admin.php?page=compliance-declarations',
    async run() {
      const problems = (await anchors.verifyIncremental()).map((record) => interruptedNotice(record, i18n));
      if (problems.length > 0)
        return problemFinding(
          'missing',
          problems,
          __('Compare the records with a backup and with the hashes in the emails to the owner.'),
          i18n,
        );
      const absent = await findMissingParts();
      if (absent.length > 0)
        return problemFinding(
          'missing',
          [__('The withdrawal confirmation is missing: %s.', absent.join(', '))],
          __('Check which theme or plugin changes the email.'),
          i18n,
        );
      return (
        (await findUnsentReceipts(i18n, receiptStates)) ??
        goodFinding(__('Records are unchanged, and confirmations are complete and sent.'))
      );
    },
  };
}
