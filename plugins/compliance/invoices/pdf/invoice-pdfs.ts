import type { PluginScope, Reply } from 'plinth';
import { fileName } from '../invoice-files.js';
import type { StoredInvoice } from '../invoice-store.js';
import { createInvoicePdf } from './invoice-pdf.js';

type PdfScope = Pick<PluginScope, '__' | 'locale' | 'services' | 'switchToLocale' | 'restorePreviousLocale'>;

/** PDFs of invoices and corrections, in the languages of their orders. */
export interface InvoicePdfs {
  create(invoice: StoredInvoice): Promise<Buffer>;
  /** Returns the file as a download that no cache stores. */
  createReply(invoice: StoredInvoice): Promise<Reply>;
}

export function createInvoicePdfs(scope: PdfScope): InvoicePdfs {
  async function create(invoice: StoredInvoice): Promise<Buffer> {
    const order = scope.services.has('store.orders')
      ? await scope.services.get('store.orders').get(invoice.orderId)
      : null;
    const switched = order !== null && scope.switchToLocale(order.locale);
    try {
      return await createInvoicePdf(invoice, invoice, scope);
    } finally {
      if (switched) scope.restorePreviousLocale();
    }
  }

  return {
    create,
    createReply: async (invoice) => ({
      kind: 'body',
      type: 'application/pdf',
      body: await create(invoice),
      headers: {
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'Content-Disposition': `attachment; filename="${fileName(invoice, 'pdf')}"`,
        'X-Content-Type-Options': 'nosniff',
      },
    }),
  };
}
