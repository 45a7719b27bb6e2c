import { type Database, PlinthError, type PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Order } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { createCorrection, type CorrectionInput } from './correction.js';
import type { CustomerInvoices } from './customer-invoices.js';
import { checkDocument } from './fa3/check-document.js';
import { invoiceDocument } from './fa3/document.js';
import { FA3_NAMESPACE } from './fa3/structure.js';
import type { Invoice } from './invoice.js';
import { createInvoiceDrafts, INVOICE_META, usesKsef } from './invoice-draft.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import type { InvoiceState } from './tables.js';
import { parseKsefNumber, takeInvoiceNumber } from './numbering.js';
import { writeXml } from './xml.js';

interface InvoicesDeps {
  readonly scope: { readonly db: Database; readonly audit: Pick<PluginScope['audit'], 'record'> } & Pick<
    PluginScope,
    'services'
  >;
  readonly settings: Settings;
  readonly store: InvoiceStore;
  readonly clock: Clock;
  readonly customers: CustomerInvoices;
}

/** Issues invoices and corrections, and tracks their state. */
export interface Invoices {
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
   * @throws PlinthError `invoice_not_due`, `invoice_currency_invalid`, `invoice_seller_incomplete`, `invoice_rate_not_found`,
   * `invoice_sums_differ` or `invoice_document_invalid`, each with a hint
   */
  issue(order: Order, soldOn?: string): Promise<StoredInvoice>;
  /**
   * Corrects the invoice of an order.
   * @throws PlinthError `invoice_correction_invalid`, or `invoice_correction_too_early` before KSeF has accepted the invoice
   */
  correct(orderId: number, input: CorrectionInput): Promise<StoredInvoice>;
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

const OPEN_STATES: readonly InvoiceState[] = ['pending', 'exported', 'refused'];
/**
 * Returns the document as text.
 * @throws PlinthError `invoice_document_invalid` when it does not conform to the structure
 */
function toXml(invoice: Invoice): string {
  const document = invoiceDocument(invoice);
  const problems = checkDocument(document);
  if (problems.length > 0) {
    const problemText = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
    throw new PlinthError('invoice_document_invalid', `The invoice does not conform to FA(3): ${problemText}.`, {
      status: 409,
      hint: 'Correct the named fields in the settings or in the order; no invoice number was used.',
      details: { problems },
    });
  }
  return writeXml(document, FA3_NAMESPACE);
}

export function createInvoices({ scope, settings, store, clock, customers }: InvoicesDeps): Invoices {
  const orders = () => scope.services.get('store.orders');
  const { isDue, draft, getIssueDates } = createInvoiceDrafts({ settings, clock });

  /** Numbers and stores a document, once per key. */
  async function add(
    key: string,
    orderId: number,
    pattern: string,
    buildInvoice: (now: Pick<Invoice, 'number' | 'issuedOn' | 'madeAt'>) => Invoice,
  ): Promise<StoredInvoice> {
    const existingInvoice = await store.find(key);
    if (existingInvoice) return existingInvoice;
    try {
      return await scope.db.transaction(async () => {
        const now = await getIssueDates();
        const number = await takeInvoiceNumber(scope.db, pattern, now.issuedOn);
        const invoice = buildInvoice({ ...now, number });
        const stored = await store.insert({ key, orderId, invoice, xml: toXml(invoice) });
        await orders().setMeta(orderId, INVOICE_META.state, 'pending');
        await orders().setMeta(orderId, INVOICE_META.number, number);
        await scope.audit.record({
          action: 'compliance.invoice_issued',
          subject: { kind: 'order', id: orderId, title: invoice.orderNumber },
          details: { number },
        });
        await customers.notify(orderId);
        return stored;
      });
    } catch (error) {
      // Another request issued it first; the rollback has released the number taken here.
      const concurrentInvoice = await store.find(key);
      if (concurrentInvoice) return concurrentInvoice;
      throw error;
    }
  }

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
      // Without a connection to KSeF, the customer was notified when it was issued.
      if (to === 'sent' && usesKsef(await settings.values())) await customers.notify(invoice.orderId);
    });
  }

  return {
    isDue,
    draft,
    async issue(order, soldOn) {
      const key = `order-${order.id}`;
      const issuedInvoice = await store.find(key);
      if (issuedInvoice) return issuedInvoice;
      const invoice = await draft(order, soldOn);
      const pattern = (await settings.values()).text('invoice_number_pattern');
      return add(key, order.id, pattern, (now) => ({
        ...invoice,
        ...now,
        soldOn: invoice.soldOn === invoice.issuedOn ? now.issuedOn : invoice.soldOn,
      }));
    },
    async correct(orderId, input) {
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
      const pattern = values.text('correction_number_pattern');
      return add(`order-${orderId}-kor-${documents.length}`, orderId, pattern, (now) =>
        createCorrection(toPlainInvoice(original), toPlainInvoice(last), input, now),
      );
    },
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
