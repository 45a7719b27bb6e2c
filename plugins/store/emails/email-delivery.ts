import { type Mail, type MailAttachment, PlinthError, type PluginScope } from 'plinth';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { withTimeout } from '../commerce/shipping-methods.js';
import { LEASE_SECONDS, type Outbox } from './outbox.js';
import type { EmailExtraData, EmailWriter } from './email-writer.js';
import type { ShopEmail } from './shop-email.js';
import type { EmailOptions } from './custom-texts.js';
import type { EmailOutcome, EmailRow } from './tables.js';

export interface EmailDeliveryDeps {
  readonly scope: Pick<
    PluginScope,
    | 'db'
    | 'mail'
    | 'composeMail'
    | 'switchToLocale'
    | 'restorePreviousLocale'
    | 'registerJob'
    | 'enqueueJob'
    | 'completeJob'
    | 'addAction'
    | 'applyFilters'
    | 'homeUrl'
    | 'log'
    | 'consumeEmailLimit'
    | 'isEmail'
  >;
  readonly box: Pick<Outbox, 'claim' | 'extendLease' | 'setOutcome'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly shopEmail: Pick<ShopEmail, 'read'>;
  readonly emailOptions: Pick<EmailOptions, 'read'>;
  readonly writer: EmailWriter;
}

/** Sends emails from the outbox after the commit. A job retries emails that were not sent. */
export interface EmailDelivery {
  /**
   * Sends an email once the open transaction is committed.
   * @param counted mailbox whose daily limit the email counts toward
   */
  sendAfterCommit(id: number, counted?: string): Promise<void>;
  /** Returns an email with its recipients, texts and attachments, as it is sent. */
  compose(email: ComposableEmail): Promise<Mail>;
}

/** The data that an email is composed from. */
interface ComposableEmail {
  readonly kind: string;
  readonly locale: string;
  readonly recipient: string;
  /** Null for an email that does not belong to an order. */
  readonly order: OrderRecord | null;
  readonly extraData: EmailExtraData;
}

const JOB = 'store/send_email';
const emailReference = (id: number): string => `${JOB}:${id}`;
/** Delay of the job that retries an unsent email, in seconds. */
const RETRY_DELAY_SECONDS = 120;
/** Delays before an email is retried, in seconds; the last one is repeated for about two weeks. */
const RETRIES = { maxAttempts: 340, retryDelays: [60, 300, 900, 3600] } as const;
/** Delay of an email whose mailbox has reached its daily limit, in seconds. */
const LIMIT_DELAY_SECONDS = 86_400;
/** Time that a request waits for the mail server before it continues without it, in milliseconds. */
const TIMEOUT_MS = 3000;

export function createEmailDelivery({
  scope,
  box,
  store,
  shopEmail,
  emailOptions,
  writer,
}: EmailDeliveryDeps): EmailDelivery {
  async function retry(payload: unknown): Promise<void> {
    const { id } = payload as { id: number };
    const outcome = await deliver(id);
    // The process that holds the lease may have died, so check again once the lease has expired.
    if (outcome === 'held') await scope.enqueueJob(JOB, { id }, { delaySeconds: LEASE_SECONDS });
    if (outcome === 'failed')
      throw new PlinthError('mail_not_sent', `Email ${id} could not be sent.`, {
        kind: 'outage',
        hint: 'Check the email log for the response of the mail server.',
      });
  }
  scope.registerJob(JOB, retry, RETRIES);

  /** References of emails that were written to the mail folder instead of being sent. */
  const filedReferences = new Set<string>();
  scope.addAction(
    'wp_mail_succeeded',
    ({ reference }: Mail, { state }: { state: string }) => {
      if (state === 'filed' && reference?.startsWith(`${JOB}:`)) filedReferences.add(reference);
    },
    10,
    2,
  );

  const sentOutcome = (id: number): EmailOutcome => (filedReferences.delete(emailReference(id)) ? 'filed' : 'sent');

  /**
   * Sends an email. Returns `held` if another process is sending it, and undefined if it needs no sending any more.
   */
  async function deliver(id: number): Promise<EmailOutcome | 'held' | undefined> {
    const row = await box.claim(id);
    if (row === null) return undefined;
    if (row === 'held') return row;
    const leaseTimer = setInterval(() => void box.extendLease(id).catch(() => undefined), (LEASE_SECONDS * 1000) / 3);
    leaseTimer.unref();
    let outcome: EmailOutcome = 'failed';
    let refusal = '';
    try {
      const isSent = await send(row);
      outcome = isSent ? sentOutcome(id) : 'dropped';
    } catch (error) {
      const { code = '', details: { response: serverReply } = {} } = error instanceof PlinthError ? error : {};
      if (code === 'mail_refused') [outcome, refusal] = ['refused', typeof serverReply === 'string' ? serverReply : ''];
      else if (code !== 'mail_not_sent')
        scope.log.error('an email could not be prepared', {
          id,
          kind: row.kind,
          error: error instanceof Error ? error.message : String(error),
        });
    } finally {
      clearInterval(leaseTimer);
    }
    await box.setOutcome(id, outcome, refusal);
    return outcome;
  }

  /** Sends an email; returns false when it has no recipient. */
  async function send(row: EmailRow): Promise<boolean> {
    const order = row.order_id > 0 ? await store.find({ id: row.order_id }) : null;
    if (row.order_id > 0 && !order) return false;
    const extraData = (row.data === '' ? {} : JSON.parse(row.data)) as EmailExtraData;
    const email = await compose({ ...row, order, extraData });
    if (email.to.length === 0) return false;
    await scope.mail({ ...email, required: true, reference: emailReference(row.id) });
    return true;
  }

  /** Returns the addresses an email is sent to, including those that plugins add. */
  async function getRecipients({ kind, recipient, order }: ComposableEmail): Promise<readonly string[]> {
    if (!order) return [recipient];
    const addresses = await scope.applyFilters<readonly string[]>('store/mail_recipients', [recipient], kind, order);
    return addresses.filter((address) => address === recipient || scope.isEmail(address) !== false);
  }

  async function compose(email: ComposableEmail): Promise<Mail> {
    const { kind, locale, order, extraData } = email;
    return {
      to: await getRecipients(email),
      locale,
      ...writer({ kind, order, extraData, texts: (await emailOptions.read(kind)).texts }),
      attachments: order ? await getAttachments(kind, order, locale) : [],
      replyTo: await replyAddress(kind, order, extraData),
      ...unsubscribeHeaders(extraData, scope),
    };
  }

  /** Returns the reply address of an email: the customer for emails to the owner, the shop for all others. */
  async function replyAddress(kind: string, order: OrderRecord | null, { email }: EmailExtraData): Promise<string> {
    if (kind === 'contact' && email) return email;
    if (kind === 'new_order' && order) return order.billing.email;
    return shopEmail.read();
  }

  /** Returns the files attached to an email, in its language. */
  async function getAttachments(kind: string, order: OrderRecord, locale: string): Promise<readonly MailAttachment[]> {
    const isSwitched = scope.switchToLocale(locale);
    try {
      return await scope.applyFilters<readonly MailAttachment[]>('store/mail_attachments', [], kind, order);
    } finally {
      if (isSwitched) scope.restorePreviousLocale();
    }
  }

  async function sendSoon(id: number, counted?: string): Promise<void> {
    const job = await scope.enqueueJob(JOB, { id }, { delaySeconds: RETRY_DELAY_SECONDS });
    const sendNow = async (): Promise<void> => {
      // Counted after the commit: the counter does not use the transaction, and SQLite has a single connection.
      if (counted !== undefined && !(await scope.consumeEmailLimit(counted)).allowed) {
        await scope.enqueueJob(JOB, { id }, { delaySeconds: LIMIT_DELAY_SECONDS });
        return void (await scope.completeJob(job));
      }
      const outcome = await deliver(id);
      if (outcome !== 'failed' && outcome !== 'held') await scope.completeJob(job);
    };
    await scope.db.afterCommit(async () => {
      await withTimeout(
        sendNow().catch((error: unknown) =>
          scope.log.error('an email could not be sent', { id, error: String(error) }),
        ),
        TIMEOUT_MS,
        undefined,
      );
    });
  }

  return { sendAfterCommit: sendSoon, compose };
}

/** Returns the headers that let mail clients unsubscribe with one click (RFC 8058). */
function unsubscribeHeaders(
  { backInStockConfirmation, backInStock }: EmailExtraData,
  { homeUrl }: Pick<PluginScope, 'homeUrl'>,
): Pick<Mail, 'headers'> {
  const key = backInStockConfirmation?.unsubscribeKey ?? backInStock?.unsubscribeKey;
  return key === undefined
    ? {}
    : {
        headers: {
          'List-Unsubscribe': `<${homeUrl(`/back-in-stock/${key}/stop/`)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      };
}
