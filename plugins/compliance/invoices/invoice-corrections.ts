import { type Database, PlinthError, type PluginScope } from 'plinth';
import type { StoreRefund } from '../declarations/withdrawals.js';
import type { Settings, SettingValues } from '../settings/settings.js';
import { createCorrection, createRefundCorrection, type CorrectionInput } from './correction.js';
import type { Invoice } from './invoice.js';
import { usesKsef } from './invoice-draft.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import type { IssueDocument } from './issue-document.js';
import { listUncorrected, type OrderRefunds } from './order-refunds.js';
import { getTotal, sumByRate } from './rate-sums.js';

interface CorrectionsDeps {
  readonly scope: { readonly db: Database } & Pick<
    PluginScope,
    'services' | '__' | 'switchToLocale' | 'restorePreviousLocale'
  >;
  readonly settings: Settings;
  readonly store: Pick<InvoiceStore, 'listByOrder'>;
  readonly refunds: OrderRefunds;
  readonly issueDocument: IssueDocument;
}

/** Corrections of invoices. */
export interface InvoiceCorrections {
  /**
   * Corrects the invoice of an order.
   * @throws PlinthError `invoice_correction_invalid`, or `invoice_correction_too_early` before KSeF has accepted the invoice
   */
  correct(orderId: number, input: CorrectionInput): Promise<StoredInvoice>;
  /**
   * Corrects the invoice of an order for each refund that neither it nor a correction states, once per refund. Does
   * nothing while the invoice waits for its KSeF number, which a correction must state.
   */
  correctRefunds(orderId: number): Promise<void>;
}

const MAX_REASON_LENGTH = 256;

/**
 * Whether an invoice can only be corrected later: a rejected one has to be reissued instead, and a correction states
 * the KSeF number that the others still get.
 */
export const waitsForKsef = ({ state }: Pick<StoredInvoice, 'state'>, values: SettingValues): boolean =>
  state === 'refused' || (state !== 'sent' && values.flag('ksef_enabled'));

/** Returns an invoice without the fields of its stored row. */
function toPlainInvoice({
  number,
  issuedOn,
  soldOn,
  madeAt,
  seller,
  buyer,
  lines,
  orderNumber,
  orderedOn,
  payment,
  exemptBasis,
  ksefNumber: sent,
}: StoredInvoice): Invoice & { readonly ksefNumber: string } {
  return {
    number,
    issuedOn,
    soldOn,
    madeAt,
    seller,
    buyer,
    lines,
    orderNumber,
    orderedOn,
    payment,
    exemptBasis,
    ksefNumber: sent,
  };
}

export function createInvoiceCorrections({
  scope,
  settings,
  store,
  refunds,
  issueDocument,
}: CorrectionsDeps): InvoiceCorrections {
  /** Runs work while no other correction of the order is issued, since each is based on the previous document. */
  const withLock = <T>(orderId: number, work: () => Promise<T>): Promise<T> =>
    scope.db.withLock(`compliance.corrections.${orderId}`, work);

  /** Returns the reason of a correction, in the language of the order. */
  function describeRefund({ reason, part }: StoreRefund, locale: string): string {
    if (reason !== '') return reason.slice(0, MAX_REASON_LENGTH);
    const switched = scope.switchToLocale(locale);
    const text = part === '' ? scope.__('Refund') : scope.__('Refund: %s', part);
    if (switched) scope.restorePreviousLocale();
    return text.slice(0, MAX_REASON_LENGTH);
  }

  /** Corrects the invoice for the oldest refund that no document states; returns false when there is none. */
  async function correctNextRefund(orderId: number): Promise<boolean> {
    const values = await settings.values();
    const [documents, order] = [
      await store.listByOrder(orderId),
      await scope.services.get('store.orders').get(orderId),
    ];
    const [original, last] = [documents[0], documents.at(-1)];
    if (!values.flag('invoices_enabled') || !original || !last || !order || waitsForKsef(original, values))
      return false;
    const [open] = listUncorrected(documents, await refunds.read(orderId));
    if (!open || getTotal(sumByRate(last.lines)) === 0) return false;
    const change = {
      refundId: open.refund.id,
      reason: describeRefund(open.refund, order.locale),
      amount: open.amount,
      targets: await refunds.findTargets(open.refund, order, last.lines),
    };
    await issueDocument({
      key: `order-${orderId}-refund-${open.refund.id}`,
      orderId,
      pattern: values.text('correction_number_pattern'),
      build: (now) => createRefundCorrection(toPlainInvoice(original), toPlainInvoice(last), change, now),
    });
    return true;
  }

  /** Corrects the invoice of an order by quantities. */
  async function correctQuantities(orderId: number, input: CorrectionInput): Promise<StoredInvoice> {
    const documents = await store.listByOrder(orderId);
    const [original, last] = [documents[0], documents.at(-1)];
    if (!original || !last)
      throw new PlinthError('invoice_correction_invalid', 'The order has no invoice to correct.', {
        status: 409,
        hint: 'Issue an invoice first.',
      });
    const values = await settings.values();
    // A correction refers to its invoice by the KSeF number, if it is to get one.
    if (original.state === 'refused' || (original.state !== 'sent' && usesKsef(values))) {
      throw new PlinthError('invoice_correction_too_early', `The invoice ${original.number} is not in KSeF yet.`, {
        status: 409,
        hint: 'Send it first; a refused invoice must be reissued, not corrected.',
      });
    }
    return issueDocument({
      key: `order-${orderId}-kor-${documents.length}`,
      orderId,
      pattern: values.text('correction_number_pattern'),
      build: (now) => createCorrection(toPlainInvoice(original), toPlainInvoice(last), input, now),
    });
  }

  return {
    correct: (orderId, input) => withLock(orderId, () => correctQuantities(orderId, input)),
    correctRefunds: (orderId) =>
      withLock(orderId, async () => {
        while (await correctNextRefund(orderId));
      }),
  };
}
