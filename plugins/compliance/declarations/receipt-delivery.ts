import { PlinthError, type PluginScope, type RenderedMail } from 'plinth';
import type { Declarations } from './declarations.js';
import type { ReceiptStates } from './receipt-states.js';
import type { ReceiptStatus } from './tables.js';

/** Queue of the emails about declarations. */
export const EMAIL_JOB = 'compliance/receipt';
/** Hourly event that sends the receipts which had to wait for the limits. */
export const SEND_QUEUED_RECEIPTS = 'compliance/send_queued_receipts';

/** Delay of the job that sends a receipt if the request does not, in seconds. */
const JOB_DELAY_SECONDS = 120;
/** Time that a request waits for the mail server before it continues without it, in milliseconds. */
const TIMEOUT_MS = 3000;

export const receiptReference = (id: number): string => `${EMAIL_JOB}:${id}`;

interface ReceiptDeliveryDeps {
  readonly scope: Pick<PluginScope, 'addAction' | 'enqueueJob' | 'completeJob' | 'db' | 'log'>;
  readonly declarations: Pick<Declarations, 'get'>;
  readonly receiptStates: ReceiptStates;
  /** Sends the email of a receipt, with its reference. */
  readonly send: (id: number) => Promise<void>;
}

/** Sends receipts after the commit of their declaration, and stores the results. A job retries those not sent. */
export interface ReceiptDelivery {
  /** Sends a receipt once the open transaction is committed, and waits a short time for the result. */
  sendSoon(id: number): Promise<void>;
  /**
   * Sends a receipt unless it was sent.
   * @throws PlinthError `mail_refused`, `mail_not_sent`
   */
  deliver(id: number): Promise<void>;
}

export function createReceiptDelivery({
  scope,
  declarations,
  receiptStates,
  send,
}: ReceiptDeliveryDeps): ReceiptDelivery {
  /** References of receipts that were saved to the mail folder instead of being sent. */
  const filedReferences = new Set<string>();
  scope.addAction(
    'wp_mail_succeeded',
    ({ reference = '' }: RenderedMail, { state }: { state: string }) => {
      if (state === 'filed' && reference.startsWith(`${EMAIL_JOB}:`)) filedReferences.add(reference);
    },
    10,
    2,
  );

  async function deliver(id: number): Promise<void> {
    const declaration = await declarations.get(id);
    if (!declaration || declaration.email === '' || declaration.receipt.status === 'sent') return;
    let status: ReceiptStatus = 'failed';
    try {
      await send(id);
      status = filedReferences.delete(receiptReference(id)) ? 'filed' : 'sent';
    } catch (error) {
      if (isRefusal(error)) status = 'refused';
      throw error;
    } finally {
      await receiptStates.setOutcome(id, status);
    }
  }

  async function deliverNow(id: number, job: number): Promise<void> {
    try {
      await deliver(id);
    } catch (error) {
      scope.log.error('the receipt of a declaration could not be sent', { id, error: String(error) });
      // The job retries everything but a permanent rejection.
      if (!isRefusal(error)) return;
    }
    await scope.completeJob(job);
  }

  scope.addAction(SEND_QUEUED_RECEIPTS, async () => {
    await scope.db.transaction(async () => {
      for (const id of await receiptStates.release()) await scope.enqueueJob(EMAIL_JOB, { id, message: 'receipt' });
    });
  });

  return {
    deliver,
    async sendSoon(id) {
      const job = await scope.enqueueJob(EMAIL_JOB, { id, message: 'receipt' }, { delaySeconds: JOB_DELAY_SECONDS });
      await scope.db.afterCommit(() => waitBriefly(deliverNow(id, job)));
    },
  };
}

const isRefusal = (error: unknown): boolean => error instanceof PlinthError && error.code === 'mail_refused';

/** Waits for work, but not longer than a visitor should have to. */
async function waitBriefly(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
