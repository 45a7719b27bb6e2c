import type { PluginScope } from 'plinth';
import { getRecipientLocale } from '../emails/reader-locale.js';
import type { BouncedEmails } from '../emails/bounced-emails.js';
import type { GetShopEmail } from '../emails/shop-email.js';
import type { Clock } from '../time/clock.js';
import { formatDay, formatDateTime } from '../time/format-time.js';
import { getExceptionTexts } from '../withdrawal/exceptions.js';
import type { Declaration, Declarations } from './declarations.js';
import type { Reception } from './reception.js';
import { createReceiptDelivery, EMAIL_JOB, receiptReference } from './receipt-delivery.js';
import type { ReceiptStates } from './receipt-states.js';
import { caseUrl, DECLARATIONS_SLUG } from './declaration-urls.js';
import type { ReportCase, ReportCases } from './report-cases.js';
import type { ReturnTerms } from './return-terms.js';
import { listVisibleFields } from './shown-fields.js';

interface ReceiptDeps {
  readonly scope: PluginScope;
  readonly getShopEmail: GetShopEmail;
  readonly declarations: Declarations;
  readonly receiptStates: ReceiptStates;
  readonly clock: Clock;
  readonly bouncedEmails: Pick<BouncedEmails, 'trackDelivery'>;
  readonly cases: Pick<ReportCases, 'find' | 'findByAppeal'>;
  readonly returnTerms: (declaration: Declaration) => Promise<ReturnTerms>;
}

/** Emails that are due for a new declaration. */
export interface DueEmails extends Pick<Reception, 'receipt' | 'note'> {
  /** Network it was sent from, whose limit applies to a limited receipt. */
  readonly network: string;
}

/** Emails about declarations: queued together with the declaration, and retried by a job. */
export interface Receipts {
  /**
   * Queues the receipt and the notification of the shop, where due, inside the transaction of the declaration. The
   * receipt is sent right after the commit.
   */
  queue(declaration: Declaration, due: DueEmails): Promise<void>;
  /** Sends a receipt again, or one that waits, whatever the limits; at the request of the shop owner. */
  resend(id: number): Promise<void>;
  /** Returns the time of receipt as stated in the email, in the language of the request. */
  time(declaration: Declaration): Promise<{ readonly receivedAt: string; readonly zone: string }>;
  /** Queues the email about a decision, to the reporter or the customer who withdrew. */
  queueDecision(id: number): Promise<void>;
  /**
   * Returns the consequences of a withdrawal, for pages and emails in the language of the request; null for a report.
   */
  terms(declaration: Declaration): Promise<object | null>;
  /**
   * Queues the email to the author of reported content that it was restricted, and why (Regulation (EU) 2022/2065, art.
   * 17); the reporter is not named.
   */
  queueStatement(id: number, author: string): Promise<void>;
}

/** Delays before an email is retried, in seconds; the last one is repeated for about two weeks. */
const RETRIES = { maxAttempts: 340, retryDelays: [60, 300, 900, 3600] } as const;

/** Returns what a page says about the receipt of a declaration; empty when none is due. */
export function receiptText(
  { __ }: Pick<PluginScope, '__'>,
  { email, receipt }: Pick<Declaration, 'email' | 'receipt'>,
): string {
  switch (receipt.status) {
    case 'none':
      return '';
    case 'sent':
      return __('We have sent a confirmation with the date and time to %s.', email);
    case 'queued':
    case 'pending':
      return __('We will send a confirmation with the date and time to %s.', email);
    case 'failed':
      return __('We could not send the confirmation to %s yet. We keep trying; please print or save this page.', email);
    case 'filed':
    case 'refused':
      return __('We could not send the confirmation to %s. Please print or save this page.', email);
  }
}

type EmailKind = 'receipt' | 'shop' | 'decision' | 'author';

/** Payload of the job. */
interface EmailPayload {
  readonly id: number;
  readonly message: EmailKind;
  /** Email address of the author of reported content, for an email to it. */
  readonly author?: string;
}

function getSubject({ __ }: Pick<PluginScope, '__'>, message: EmailKind, kind: Declaration['kind']): string {
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

export function createReceipts({
  scope,
  getShopEmail,
  declarations,
  receiptStates,
  clock,
  bouncedEmails,
  cases,
  returnTerms,
}: ReceiptDeps): Receipts {
  const formatLocalTime = (utc: string, zone: string): string =>
    formatDateTime(utc, { zone, locale: scope.locale(), to: 'second' });

  /**
   * Returns the recipient of an email; '' for none.
   * @param author email address of the author of the reported content
   */
  async function getRecipient(message: EmailKind, { email }: Declaration, author: string): Promise<string> {
    if (message === 'shop') return getShopEmail();
    return message === 'author' ? author : email;
  }

  /** Returns the case that the recipient can open. */
  async function findCase(message: EmailKind, { id, kind }: Declaration): Promise<ReportCase | undefined> {
    if (kind === 'appeal') return cases.findByAppeal(id);
    return kind === 'report' ? cases.find(id, message === 'author' ? 'author' : 'reporter') : undefined;
  }

  async function send({ id, message, author = '' }: EmailPayload): Promise<void> {
    const declaration = await declarations.get(id);
    if (!declaration) return;
    const to = await getRecipient(message, declaration, author);
    if (to === '') return;
    const { kind, fields, status, decision, hash, email, hashInput } = declaration;
    const terms = kind === 'withdrawal' && message === 'receipt' ? await returnTerms(declaration) : null;
    const subject = (): string => getSubject(scope, message, kind);
    const zone = await clock.zone();
    // The author of the content learns what the report is about, but nothing about the reporter.
    const visibleFields = message === 'author' ? { url: fields.url ?? '' } : fields;
    const reportCase = await findCase(message, declaration);
    const replyTo = (message === 'shop' && email) || (await getShopEmail());
    await bouncedEmails.trackDelivery(message, id, async () =>
      scope.mail({
        to,
        required: true,
        ...(message === 'receipt' ? { reference: receiptReference(id) } : {}),
        subject,
        view: 'declaration',
        data: {
          message,
          heading: subject,
          kind,
          withdrawal: kind === 'withdrawal',
          caseUrl: reportCase && message !== 'shop' ? caseUrl(scope, reportCase.token) : '',
          rows: () =>
            listVisibleFields(scope, visibleFields).map(({ label, value }) => ({ label, lines: splitLines(value) })),
          at: () => formatLocalTime(declaration.createdAt, zone),
          zone,
          hash,
          terms: () => terms && toTermsView(scope, terms),
          hashedFile: message === 'receipt' ? hashFileName(id) : '',
          accepted: status === 'accepted',
          reasons: splitLines(decision),
          adminUrl: message === 'shop' ? scope.adminUrl(getScreenPath(declaration)) : '',
        },
        // The recipient can recalculate the code from this file, without the shop.
        attachments:
          message === 'receipt'
            ? [{ filename: hashFileName(id), contentType: 'text/plain; charset=utf-8', content: hashInput }]
            : [],
        // Not in the language of the request that triggered the job.
        locale: message === 'shop' ? await getRecipientLocale(scope, to) : declaration.locale,
        replyTo,
      }),
    );
  }

  const delivery = createReceiptDelivery({
    scope,
    declarations,
    receiptStates,
    send: (id) => send({ id, message: 'receipt' }),
  });
  scope.registerJob(
    EMAIL_JOB,
    async (payload) => {
      const email = payload as EmailPayload;
      await (email.message === 'receipt' ? delivery.deliver(email.id) : send(email));
    },
    RETRIES,
  );

  return {
    async queue(declaration, { receipt, network, note }) {
      if (note) await scope.enqueueJob(EMAIL_JOB, { id: declaration.id, message: 'shop' });
      if (await receiptStates.start(declaration, receipt, network)) await delivery.sendSoon(declaration.id);
    },
    resend: (id) =>
      scope.db.transaction(async () => {
        await receiptStates.setStatus(id, 'pending');
        await delivery.sendSoon(id);
      }),
    async time({ createdAt }) {
      const zone = await clock.zone();
      return { receivedAt: formatLocalTime(createdAt, zone), zone };
    },
    terms: async (declaration) =>
      declaration.kind === 'withdrawal' ? toTermsView(scope, await returnTerms(declaration)) : null,
    queueStatement: async (id, author) => void (await scope.enqueueJob(EMAIL_JOB, { id, message: 'author', author })),
    queueDecision: async (id) => void (await scope.enqueueJob(EMAIL_JOB, { id, message: 'decision' })),
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
