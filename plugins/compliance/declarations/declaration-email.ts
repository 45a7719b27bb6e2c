import type { Mail, PluginScope } from 'plinth';
import { getRecipientLocale } from '../emails/reader-locale.js';
import type { GetShopEmail } from '../emails/shop-email.js';
import type { Clock } from '../time/clock.js';
import { formatDateTime, formatDay } from '../time/format-time.js';
import { getExceptionTexts } from '../withdrawal/exceptions.js';
import { caseUrl, DECLARATIONS_SLUG } from './declaration-urls.js';
import type { Declaration } from './declarations.js';
import { receiptReference } from './receipt-delivery.js';
import type { ReportCase, ReportCases } from './report-cases.js';
import type { ReturnTerms } from './return-terms.js';
import { listVisibleFields } from './shown-fields.js';

export type DeclarationEmailKind = 'receipt' | 'shop' | 'decision' | 'author';

/** Emails about declarations. */
export interface DeclarationEmails {
  /**
   * Returns an email about a declaration; undefined when it has no recipient.
   * @param author email address of the author of the reported content, for an email to it
   */
  write(declaration: Declaration, message: DeclarationEmailKind, author?: string): Promise<Mail | undefined>;
  /** Returns the time of receipt as stated in the email, in the language of the request. */
  time(declaration: Declaration): Promise<{ readonly receivedAt: string; readonly zone: string }>;
  /**
   * Returns the consequences of a withdrawal, for pages and emails in the language of the request; null for a report.
   */
  terms(declaration: Declaration): Promise<object | null>;
}

interface DeclarationEmailDeps {
  readonly scope: PluginScope;
  readonly getShopEmail: GetShopEmail;
  readonly clock: Clock;
  readonly cases: Pick<ReportCases, 'find' | 'findByAppeal'>;
  readonly returnTerms: (declaration: Declaration) => Promise<ReturnTerms>;
}

function getSubject({ __ }: Pick<PluginScope, '__'>, message: DeclarationEmailKind, kind: Declaration['kind']): string {
  if (message === 'author') return __('Why we restricted your content');
  const texts: Readonly<Record<Declaration['kind'], Readonly<Record<'decision' | 'shop' | 'receipt', string>>>> = {
    withdrawal: {
      decision: __('Your withdrawal from the contract'),
      shop: __('A customer withdraws from a contract'),
      receipt: __('We have received your withdrawal from the contract'),
    },
    report: {
      decision: __('Our decision on your report'),
      shop: __('Illegal content was reported'),
      receipt: __('We have received your report'),
    },
    appeal: {
      decision: __('Our decision on your appeal'),
      shop: __('Someone has appealed a decision'),
      receipt: __('We have received your appeal'),
    },
  };
  return texts[kind][message];
}

/** Returns the consequences of a withdrawal, in the language of the request. */
function toTermsView(scope: PluginScope, { exceptions, ...terms }: ReturnTerms): object {
  const labels = getExceptionTexts(scope);
  const day = (date: string): string => formatDay(date, scope.locale());
  return {
    ...terms,
    returnDeadline: day(terms.returnDeadline),
    refundDeadline: day(terms.refundDeadline),
    byShop: terms.costsPaidBy === 'shop',
    exceptions: exceptions.map(({ name, point }) => ({ name, text: labels[point] })),
  };
}

/** Returns the admin screen of a declaration. */
const getScreenPath = ({ orderId }: Declaration): string =>
  `admin.php?page=${orderId > 0 ? `store-order&id=${orderId}` : DECLARATIONS_SLUG}`;

export function createDeclarationEmails({
  scope,
  getShopEmail,
  clock,
  cases,
  returnTerms,
}: DeclarationEmailDeps): DeclarationEmails {
  const formatLocalTime = (utc: string, zone: string): string =>
    formatDateTime(utc, { zone, locale: scope.locale(), to: 'second' });

  async function getRecipient(message: DeclarationEmailKind, { email }: Declaration, author: string): Promise<string> {
    if (message === 'shop') return getShopEmail();
    return message === 'author' ? author : email;
  }

  /** Returns the case that the recipient can open. */
  async function findCase(message: DeclarationEmailKind, { id, kind }: Declaration): Promise<ReportCase | undefined> {
    if (kind === 'appeal') return cases.findByAppeal(id);
    return kind === 'report' ? cases.find(id, message === 'author' ? 'author' : 'reporter') : undefined;
  }

  async function readData(declaration: Declaration, message: DeclarationEmailKind): Promise<Mail['data']> {
    const { id, kind, fields, status, decision, hash } = declaration;
    const terms = kind === 'withdrawal' && message === 'receipt' ? await returnTerms(declaration) : null;
    const zone = await clock.zone();
    // The author of the content learns what the report is about, but nothing about the reporter.
    const visibleFields = message === 'author' ? { url: fields.url ?? '' } : fields;
    const reportCase = await findCase(message, declaration);
    return {
      message,
      heading: () => getSubject(scope, message, kind),
      kind,
      withdrawal: kind === 'withdrawal',
      caseUrl: reportCase && message !== 'shop' ? caseUrl(scope, reportCase.token) : '',
      rows: () =>
        listVisibleFields(scope, visibleFields).map(({ label, value }) => ({ label, lines: splitLines(value) })),
      receivedAt: () => formatLocalTime(declaration.createdAt, zone),
      zone,
      hash,
      terms: () => terms && toTermsView(scope, terms),
      hashedFile: message === 'receipt' ? hashFileName(id) : '',
      accepted: status === 'accepted',
      reasons: splitLines(decision),
      adminUrl: message === 'shop' ? scope.adminUrl(getScreenPath(declaration)) : '',
    };
  }

  return {
    async write(declaration, message, author = '') {
      const to = await getRecipient(message, declaration, author);
      if (to === '') return undefined;
      const { id, kind, email, hashInput, locale } = declaration;
      return {
        to,
        ...(message === 'receipt' ? { reference: receiptReference(id) } : {}),
        subject: () => getSubject(scope, message, kind),
        view: 'declaration',
        data: await readData(declaration, message),
        // The recipient can recalculate the code from this file, without the shop.
        attachments:
          message === 'receipt'
            ? [{ filename: hashFileName(id), contentType: 'text/plain; charset=utf-8', content: hashInput }]
            : [],
        // Not in the language of the request that triggered the job.
        locale: message === 'shop' ? await getRecipientLocale(scope, to) : locale,
        replyTo: (message === 'shop' && email) || (await getShopEmail()),
      };
    },
    async time({ createdAt }) {
      const zone = await clock.zone();
      return { receivedAt: formatLocalTime(createdAt, zone), zone };
    },
    terms: async (declaration) =>
      declaration.kind === 'withdrawal' ? toTermsView(scope, await returnTerms(declaration)) : null,
  };
}

/** Name of the attachment whose SHA-256 is the declaration's code. */
const hashFileName = (id: number): string => `declaration-${id}.txt`;

/** Splits a text into its non-empty lines. */
function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
