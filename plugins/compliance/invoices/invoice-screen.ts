import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { Settings } from '../settings/settings.js';
import { fileName } from './invoice-files.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import type { Invoices } from './invoices.js';
import { createInvoiceViews, INVOICE_SLUG, invoicePath } from './invoice-views.js';
import { refusalText } from './invoice-texts.js';
import type { InvoicePdfs } from './pdf/invoice-pdfs.js';
import type { Senders } from './senders.js';

export interface InvoiceScreenDeps {
  readonly settings: Settings;
  readonly invoices: Invoices;
  readonly store: InvoiceStore;
  readonly senders: Senders;
  readonly pdfs: InvoicePdfs;
}

const MAX_LINES = 1000;
const MAX_NUMBER_LENGTH = 100;

/** Returns the document as a download. */
const createDownload = (invoice: StoredInvoice): Reply => ({
  kind: 'body',
  type: 'application/xml; charset=UTF-8',
  body: invoice.xml,
  headers: {
    'Content-Disposition': `attachment; filename="${fileName(invoice)}"`,
    'X-Content-Type-Options': 'nosniff',
  },
});

/** Returns the entered remaining quantity of each line; NaN where none was entered. */
const readQuantities = ({ lines }: StoredInvoice, request: PageRequest): number[] =>
  lines
    .slice(0, MAX_LINES)
    .map((_, index) =>
      /^\d{1,9}$/.test(request.field(`quantity_${index}`)) ? Number(request.field(`quantity_${index}`)) : Number.NaN,
    );

/**
 * Admin screen of an invoice: its printable form and the available actions; also a preview of an order's invoice before
 * it is issued.
 */
export function createInvoiceScreen(scope: PluginScope, deps: InvoiceScreenDeps): AdminPage {
  const { invoices, store, senders, pdfs } = deps;
  const { __ } = scope;
  const { showOrder, showInvoice } = createInvoiceViews(scope, deps);
  const readId = (request: PageRequest, name: string): number =>
    /^\d{1,10}$/.test(request.field(name)) ? Number(request.field(name)) : 0;
  const redirectTo = (location: string): Reply => ({ kind: 'redirect', status: 303, location });

  async function runAction(request: PageRequest, invoice: StoredInvoice): Promise<Reply> {
    const invoiceUrl = invoicePath({ id: String(invoice.id) });
    switch (request.field('do')) {
      case 'xml':
        await invoices.markExported(invoice);
        return createDownload(invoice);
      case 'number':
        await invoices.markSent(invoice, request.field('ksef_number'));
        scope.addNotice(request, 'success', __('Number saved.'));
        return redirectTo(invoiceUrl);
      case 'send': {
        const sendResult = await senders.send(invoice);
        if (sendResult?.kind === 'sent') scope.addNotice(request, 'success', __('KSeF accepted the invoice.'));
        else if (sendResult?.kind === 'refused')
          scope.addNotice(request, 'error', __('KSeF rejected the invoice: %s', sendResult.message));
        else scope.addNotice(request, 'info', __('No response yet. We check again every hour.'));
        return redirectTo(invoiceUrl);
      }
      case 'renew': {
        const order = await scope.services.get('store.orders').get(invoice.orderId);
        if (order) await invoices.renew(invoice.id, order);
        scope.addNotice(request, 'success', __('Invoice reissued under the same number.'));
        return redirectTo(invoiceUrl);
      }
      case 'correct': {
        const correction = await invoices.correct(invoice.orderId, {
          reason: request.field('reason').trim().slice(0, 256),
          quantities: readQuantities(invoice, request),
        });
        scope.addNotice(request, 'success', __('Correction %s issued.', correction.number));
        return redirectTo(invoicePath({ id: String(correction.id) }));
      }
    }
    scope.addNotice(request, 'error', __('Unknown action.'));
    return redirectTo(invoiceUrl);
  }

  async function handleRequest(request: PageRequest): Promise<Reply> {
    const invoice = await store.get(readId(request, 'id'));
    if (invoice && request.method === 'POST') return runAction(request, invoice);
    if (invoice) return request.field('file') === 'pdf' ? pdfs.createReply(invoice) : showInvoice(invoice, request);
    const order = await scope.services.get('store.orders').get(readId(request, 'order'));
    if (!order) {
      scope.addNotice(request, 'error', __('This invoice doesn’t exist.'));
      return redirectTo('/wp-admin/admin.php?page=store-orders');
    }
    if (request.method === 'POST' && request.field('do') === 'elsewhere') {
      await invoices.recordExternal(order, request.field('number').trim().slice(0, MAX_NUMBER_LENGTH));
      scope.addNotice(request, 'success', __('Number saved.'));
      return redirectTo(invoicePath({ order: String(order.id) }));
    }
    if (request.method !== 'POST' || request.field('do') !== 'issue') return showOrder(order);
    const soldOn = /^\d{4}-\d{2}-\d{2}$/.test(request.field('sold_on')) ? request.field('sold_on') : undefined;
    const issued = await invoices.issue(order, soldOn);
    scope.addNotice(request, 'success', __('Invoice %s issued.', issued.number));
    return redirectTo(invoicePath({ id: String(issued.id) }));
  }

  return {
    slug: INVOICE_SLUG,
    title: () => __('Invoice'),
    capability: 'manage_shop',
    hidden: true,
    async handler(request) {
      scope.useAsset('compliance-invoices');
      try {
        return await handleRequest(request);
      } catch (error) {
        if (!(error instanceof PlinthError) || !error.code.startsWith('invoice_')) throw error;
        scope.addNotice(request, 'error', refusalText(error, scope));
        const id = readId(request, 'id');
        return redirectTo(invoicePath(id > 0 ? { id: String(id) } : { order: String(readId(request, 'order')) }));
      }
    },
  };
}
