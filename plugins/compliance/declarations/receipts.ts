import type { PluginScope } from 'plinth';
import type { BouncedEmails } from '../emails/bounced-emails.js';
import type { DeclarationEmailKind, DeclarationEmails } from './declaration-email.js';
import type { Declaration, Declarations } from './declarations.js';
import type { DeclarationHandling } from './reception.js';
import { createReceiptDelivery, EMAIL_JOB } from './receipt-delivery.js';
import type { ReceiptStates } from './receipt-states.js';

interface ReceiptDeps {
  readonly scope: PluginScope;
  readonly declarations: Declarations;
  readonly receiptStates: ReceiptStates;
  readonly bouncedEmails: Pick<BouncedEmails, 'trackDelivery'>;
  readonly declarationEmails: DeclarationEmails;
}

/** Emails that are due for a new declaration. */
export interface DueEmails extends Pick<DeclarationHandling, 'receipt' | 'note'> {
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

/** Payload of the job. */
interface EmailPayload {
  readonly id: number;
  readonly message: DeclarationEmailKind;
  /** Email address of the author of reported content, for an email to it. */
  readonly author?: string;
}

export function createReceipts({
  scope,
  declarations,
  receiptStates,
  bouncedEmails,
  declarationEmails,
}: ReceiptDeps): Receipts {
  async function send({ id, message, author = '' }: EmailPayload): Promise<void> {
    const declaration = await declarations.get(id);
    const email = declaration && (await declarationEmails.write(declaration, message, author));
    if (!email) return;
    await bouncedEmails.trackDelivery(message, id, async () => scope.mail({ ...email, required: true }));
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
    time: declarationEmails.time,
    terms: declarationEmails.terms,
    queueStatement: async (id, author) => void (await scope.enqueueJob(EMAIL_JOB, { id, message: 'author', author })),
    queueDecision: async (id) => void (await scope.enqueueJob(EMAIL_JOB, { id, message: 'decision' })),
  };
}
