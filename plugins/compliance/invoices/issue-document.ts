import { type Database, PlinthError, type PluginScope } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { CustomerInvoices } from './customer-invoices.js';
import { checkDocument } from './fa3/check-document.js';
import { invoiceDocument } from './fa3/document.js';
import { FA3_NAMESPACE } from './fa3/structure.js';
import type { Invoice } from './invoice.js';
import { getIssueDates, INVOICE_META } from './invoice-draft.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import { takeInvoiceNumber } from './numbering.js';
import { writeXml } from './xml.js';

interface IssueDeps {
  readonly scope: { readonly db: Database; readonly audit: Pick<PluginScope['audit'], 'record'> } & Pick<
    PluginScope,
    'services'
  >;
  readonly store: Pick<InvoiceStore, 'find' | 'insert'>;
  readonly clock: Clock;
  readonly customers: CustomerInvoices;
}

/** A document to issue. */
interface NewDocument {
  /** Unique key: a document that has it is returned instead. */
  readonly key: string;
  readonly orderId: number;
  /** Pattern of its number. */
  readonly pattern: string;
  build(now: Pick<Invoice, 'number' | 'issuedOn' | 'madeAt'>): Invoice;
}

/** Numbers and stores a document, once per key, and informs the customer. */
export type IssueDocument = (document: NewDocument) => Promise<StoredInvoice>;

/**
 * Returns the document as text.
 * @throws PlinthError `invoice_document_invalid` when it does not conform to the structure
 */
export function toXml(invoice: Invoice): string {
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

export function createIssueDocument({ scope, store, clock, customers }: IssueDeps): IssueDocument {
  return async ({ key, orderId, pattern, build }) => {
    const existingInvoice = await store.find(key);
    if (existingInvoice) return existingInvoice;
    try {
      return await scope.db.transaction(async () => {
        const now = await getIssueDates(clock);
        const number = await takeInvoiceNumber(scope.db, pattern, now.issuedOn);
        const invoice = build({ ...now, number });
        const stored = await store.insert({ key, orderId, invoice, xml: toXml(invoice) });
        const orders = scope.services.get('store.orders');
        await orders.setMeta(orderId, INVOICE_META.state, 'pending');
        if (!invoice.correction) await orders.setMeta(orderId, INVOICE_META.number, number);
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
  };
}
