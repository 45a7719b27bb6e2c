import { type Database, PlinthError, type PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Order, PaymentMethods } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { CustomerInvoices } from './customer-invoices.js';
import type { Invoice } from './invoice.js';
import { createInvoiceCorrections, type InvoiceCorrections } from './invoice-corrections.js';
import { createInvoiceDrafts, INVOICE_META, usesKsef } from './invoice-draft.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import { createIssueDocument, toXml } from './issue-document.js';
import { parseKsefNumber } from './numbering.js';
import type { OrderRefunds } from './order-refunds.js';
import type { InvoiceState } from './tables.js';

interface InvoicesDeps {
  readonly scope: { readonly db: Database; readonly audit: Pick<PluginScope['audit'], 'record'> } & Pick<
    PluginScope,
    'services' | 'enqueueJob' | '__' | 'switchToLocale' | 'restorePreviousLocale'
  >;
  readonly settings: Settings;
  readonly store: InvoiceStore;
  readonly clock: Clock;
  readonly refunds: OrderRefunds;
  readonly payments: PaymentMethods;
  readonly customers: CustomerInvoices;
}

/** Issues invoices and corrections, and tracks their state. */
export interface Invoices extends InvoiceCorrections {
  /**
   * Whether an order gets an invoice: a NIP was entered, or a consumer asked for one and the shop owner issues those.
   */
  isDue(order: Pick<Order, 'meta' | 'status'>): Promise<boolean>;
  /**
   * Returns the content of an order's invoice, without a number.
   * @throws PlinthError as `issue`
   */
  draft(order: Order, soldOn?: string): Promise<Invoice>;
  /**
   * Issues the invoice of an order, with the next number and a document that conforms to FA(3). Returns the existing
   * invoice if there is one.
   * @param soldOn `YYYY-MM-DD`: date on which the goods were handed over, when the shop does not know it
   * @throws PlinthError `invoice_issued_elsewhere`, `invoice_not_due`, `invoice_currency_invalid`, `invoice_seller_incomplete`, `invoice_rate_not_found`,
   * `invoice_sums_differ` or `invoice_document_invalid`, each with a hint
   */
  issue(order: Order, soldOn?: string): Promise<StoredInvoice>;
  /**
   * Records the number of an order's invoice that another program issued, so that the shop issues none. Does nothing for
   * an order that has an invoice of the shop.
   * @param number empty when there is none after all
   */
  recordExternal(order: Order, number: string): Promise<void>;
  /** Regenerates the document of a rejected invoice from the current order and settings, keeping its number. */
  renew(id: number, order: Order): Promise<void>;
  /** Records that it was exported as a file. */
  markExported(invoice: StoredInvoice): Promise<void>;
  /**
   * Records that KSeF accepted it.
   * @throws PlinthError `invoice_ksef_number_invalid`
   */
  markSent(invoice: StoredInvoice, ksefNumber: string): Promise<void>;
  markRefused(invoice: StoredInvoice, message: string): Promise<void>;
}

/** Job that corrects the invoice of an order after refunds. */
export const CORRECT_JOB = 'compliance/correct_invoice';
const OPEN_STATES: readonly InvoiceState[] = ['pending', 'exported', 'refused'];
export function createInvoices({
  scope,
  settings,
  store,
  clock,
  refunds,
  payments,
  customers,
}: InvoicesDeps): Invoices {
  const orders = () => scope.services.get('store.orders');
  const { isDue, draft } = createInvoiceDrafts({ settings, clock, refunds, payments });
  const issueDocument = createIssueDocument({ scope, store, clock, customers });
  const corrections = createInvoiceCorrections({ scope, settings, store, refunds, issueDocument });

  async function changeState(
    invoice: StoredInvoice,
    from: readonly InvoiceState[],
    to: InvoiceState,
    change: { ksefNumber?: string; message?: string } = {},
  ): Promise<void> {
    await scope.db.transaction(async () => {
      if (!(await store.updateState(invoice.id, from, to, change))) return;
      const newest = (await store.listByOrder(invoice.orderId)).at(-1);
      if (newest?.id === invoice.id) await orders().setMeta(invoice.orderId, INVOICE_META.state, to);
      await scope.audit.record({
        action: `compliance.invoice_${to}`,
        subject: { kind: 'order', id: invoice.orderId, title: invoice.orderNumber },
        details: { number: invoice.number, ...change },
      });
      if (to !== 'sent') return;
      // Without a connection to KSeF, the customer was notified when it was issued.
      if (usesKsef(await settings.values())) await customers.notify(invoice.orderId);
      // Refunds made meanwhile waited for the number.
      if ((await refunds.read(invoice.orderId)).refunds.length > 0)
        await scope.enqueueJob(CORRECT_JOB, { orderId: invoice.orderId });
    });
  }

  return {
    isDue,
    draft,
    async issue(order, soldOn) {
      const key = `order-${order.id}`;
      const issuedInvoice = await store.find(key);
      if (issuedInvoice) return issuedInvoice;
      if (getExternalNumber(order, []) !== '') {
        throw new PlinthError(
          'invoice_issued_elsewhere',
          `The invoice of the order ${order.number} was issued by another program.`,
          { status: 409, hint: 'If it was not, delete its number on the screen of the invoice.' },
        );
      }
      const invoice = await draft(order, soldOn);
      const pattern = (await settings.values()).text('invoice_number_pattern');
      const stored = await issueDocument({
        key,
        orderId: order.id,
        pattern,
        build: (now) => ({
          ...invoice,
          ...now,
          soldOn: invoice.soldOn === invoice.issuedOn ? now.issuedOn : invoice.soldOn,
        }),
      });
      // A refund may have been completed since the draft.
      if ((await refunds.read(order.id)).refunds.length > 0) await corrections.correctRefunds(order.id);
      return stored;
    },
    async recordExternal(order, number) {
      await scope.db.transaction(async () => {
        if (await store.find(`order-${order.id}`)) return;
        await orders().setMeta(order.id, INVOICE_META.number, number);
        await orders().setMeta(order.id, INVOICE_META.state, number === '' ? 'pending' : '');
        await scope.audit.record({
          action: 'compliance.invoice_elsewhere',
          subject: { kind: 'order', id: order.id, title: order.number },
          details: { number },
        });
      });
    },
    ...corrections,
    async renew(id, order) {
      const stored = await store.get(id);
      if (stored?.state !== 'refused' || stored.kind !== 'VAT') return;
      const invoice = { ...(await draft(order, stored.soldOn)), number: stored.number };
      await store.replace(id, invoice, toXml(invoice));
      await orders().setMeta(stored.orderId, INVOICE_META.state, 'pending');
    },
    markExported: (invoice) => changeState(invoice, ['pending'], 'exported'),
    async markSent(invoice, rawNumber) {
      const number = parseKsefNumber(rawNumber);
      if (!number)
        throw new PlinthError('invoice_ksef_number_invalid', 'This is not a valid KSeF number.', {
          status: 422,
          hint: 'Copy it as shown in KSeF, such as 5265877635-20260401-0123456789AB-12.',
        });
      await changeState(invoice, OPEN_STATES, 'sent', { ksefNumber: number, message: '' });
    },
    markRefused: (invoice, message) => changeState(invoice, OPEN_STATES, 'refused', { message }),
  };
}

/**
 * Returns the number of an order's invoice that another program issued; empty when there is none.
 * @param documents documents of the shop about the order
 */
export const getExternalNumber = ({ meta }: Pick<Order, 'meta'>, documents: readonly StoredInvoice[]): string =>
  documents.length > 0 ? '' : (meta[INVOICE_META.number] ?? '');
