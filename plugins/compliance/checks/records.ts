import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { Anchors } from '../audit/anchors.js';
import { interruptedNotice } from '../audit/audit-texts.js';
import type { DeclarationEmails } from '../declarations/declaration-email.js';
import type { Declaration } from '../declarations/declarations.js';
import { PAGE_LOCALES, type PageLocale } from '../pages/page-type.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, type CheckContext, goodFinding, problemFinding } from './check.js';
import { containing, containingSetting, findAbsent, type RequiredContent } from './email-texts.js';
import { type CountUnsent, findUnsentReceipts } from './receipt-finding.js';
import { languageName } from './visitor.js';

/** Fields of sample declarations, whose receipts are composed but never sent. */
const SAMPLE_FIELDS = {
  withdrawal: { name: 'Jan Próbny', order: 'A-1', email: 'jan@example.com', items: '1 × Kubek' },
  report: { url: 'https://example.com/sample', reason: 'Sample reason', name: 'Jan Próbny', email: 'jan@example.com' },
} as const;
const SAMPLE_TIME = '2026-06-19 10:00:01';
type SampleKind = keyof typeof SAMPLE_FIELDS;
const SAMPLE_KINDS = Object.keys(SAMPLE_FIELDS) as readonly SampleKind[];

const SUBJECT: Readonly<Record<SampleKind, Readonly<Record<PageLocale, RegExp>>>> = {
  withdrawal: { pl_PL: /odst[ąa]pi\p{L}* od umowy/iu, en_US: /withdr[ae]wn? from the contract|your withdrawal/i },
  report: { pl_PL: /zgłoszeni/i, en_US: /report/i },
};

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

function sampleDeclaration(kind: SampleKind, locale: PageLocale): Declaration {
  const fields = SAMPLE_FIELDS[kind];
  const hashInput = JSON.stringify({ kind, fields, at: SAMPLE_TIME });
  return {
    id: 0,
    kind,
    email: fields.email,
    orderId: 0,
    fields,
    hash: sha256(hashInput),
    locale,
    status: 'recorded',
    decision: '',
    flag: '',
    late: false,
    createdAt: SAMPLE_TIME,
    hashInput,
    receipt: { status: 'pending', sentAt: null, attempts: 0 },
  };
}

/**
 * Checks that declarations and consents are unaltered, and that receipts state what was declared, when to the second, and
 * their code, in each language of the shop, and were sent (Directive 2011/83/EU, art. 11a(4); Regulation (EU) 2022/2065,
 * art. 16(4)).
 */
export function recordsCheck(
  i18n: CheckI18n & Parameters<typeof languageName>[1],
  { composeMail }: Pick<PluginScope, 'composeMail'>,
  {
    anchors,
    receiptStates,
    declarationEmails,
  }: {
    readonly anchors: Pick<Anchors, 'verifyIncremental'>;
    readonly receiptStates: CountUnsent;
    readonly declarationEmails: Pick<DeclarationEmails, 'write' | 'time'>;
  },
): Check {
  const { __ } = i18n;

  async function listContent(
    declaration: Declaration & { readonly kind: SampleKind },
    locale: PageLocale,
    { values }: CheckContext,
  ): Promise<readonly RequiredContent[]> {
    const { kind, fields, hash } = declaration;
    const { zone } = await declarationEmails.time(declaration);
    const [, time = ''] = new Date(`${SAMPLE_TIME.replace(' ', 'T')}Z`)
      .toLocaleString('sv-SE', { timeZone: zone })
      .split(' ');
    return [
      [__('what it confirms'), (text) => SUBJECT[kind][locale].test(text)],
      ...Object.values(fields).map((value): RequiredContent => [__('content'), containing(value)]),
      [__('date and time'), (text) => text.includes('2026') && text.includes(time)],
      [__('the verification code'), (text) => text.includes(hash)],
      [__('the seller’s name'), containingSetting(values, 'company_name')],
      [__('the seller’s address'), containingSetting(values, 'company_address')],
    ];
  }

  /** Returns what the receipt of a sample declaration lacks. */
  async function findMissingParts(kind: SampleKind, locale: PageLocale, context: CheckContext): Promise<string[]> {
    const declaration = { ...sampleDeclaration(kind, locale), kind };
    const written = await declarationEmails.write(declaration, 'receipt');
    if (!written) return [__('content')];
    const mail = await composeMail(written);
    const isVerifiable = (mail.attachments ?? []).some(({ content }) => sha256(content) === declaration.hash);
    return [
      ...([mail.to].flat().includes(declaration.email) ? [] : [__('the customer as its recipient')]),
      ...(await findAbsent(mail, await listContent(declaration, locale, context))),
      ...(isVerifiable ? [] : [__('the file with its content')]),
    ];
  }

  async function findReceiptProblems(context: CheckContext): Promise<string[]> {
    const problems: string[] = [];
    for (const locale of PAGE_LOCALES.filter((one) => i18n.getSiteLanguages().includes(one)))
      for (const kind of SAMPLE_KINDS) {
        const absent = await findMissingParts(kind, locale, context);
        const language = languageName(locale, i18n);
        if (absent.length > 0)
          problems.push(
            kind === 'withdrawal'
              ? __('The withdrawal confirmation (%1$s) is missing: %2$s.', language, absent.join(', '))
              : __('The confirmation of a report (%1$s) is missing: %2$s.', language, absent.join(', ')),
          );
      }
    return problems;
  }

  return {
    id: 'records',
    law: 'withdrawal',
    label: __('Declaration records and confirmations'),
    fix: 'admin.php?page=compliance-declarations',
    async run(context) {
      const problems = (await anchors.verifyIncremental()).map((record) => interruptedNotice(record, i18n));
      if (problems.length > 0)
        return problemFinding(
          'missing',
          problems,
          __('Compare the records with a backup and with the hashes in the emails to the owner.'),
          i18n,
        );
      const absent = await findReceiptProblems(context);
      if (absent.length > 0)
        return problemFinding('missing', absent, __('Check which theme or plugin changes the email.'), i18n);
      return (
        (await findUnsentReceipts(i18n, receiptStates)) ??
        goodFinding(__('Records are unchanged, and confirmations are complete and sent.'))
      );
    },
  };
}
