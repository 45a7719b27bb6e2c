import { PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Order } from '../store/shop.js';
import { createInvoiceLayout } from './invoice-layout.js';
import { refusalText, stateView } from './invoice-texts.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import { getExternalNumber, type Invoices } from './invoices.js';
import type { Senders } from './senders.js';

interface InvoiceViewDeps {
  readonly settings: Settings;
  readonly invoices: Pick<Invoices, 'draft'>;
  readonly store: InvoiceStore;
  readonly senders: Pick<Senders, 'selectedLabel'>;
}

/** Views of the invoice screen: the documents of an order, or one of them. */
interface InvoiceViews {
  showOrder(order: Order): Promise<Reply>;
  showInvoice(invoice: StoredInvoice, request: PageRequest): Promise<Reply>;
}

export const INVOICE_SLUG = 'compliance-invoice';
/** Screen with the invoices of a month. */
export const INVOICE_LIST_SLUG = 'compliance-invoices';
const LANGUAGES = [
  { code: 'pl', locale: 'pl_PL', name: 'Polski' },
  { code: 'en', locale: 'en_US', name: 'English' },
] as const;

/** Returns the path of the screen. */
export const invoicePath = (parameters: Readonly<Record<string, string>>): string =>
  `/wp-admin/admin.php?${new URLSearchParams({ page: INVOICE_SLUG, ...parameters }).toString()}`;

export function createInvoiceViews(
  scope: PluginScope,
  { settings, invoices, store, senders }: InvoiceViewDeps,
): InvoiceViews {
  const { __ } = scope;
  const hasKsef = async (): Promise<boolean> => (await settings.values()).flag('ksef_enabled');
  const orderUrl = (id: number): string => scope.adminUrl(`admin.php?page=store-order&id=${id}`);

  async function showOrder(order: Order): Promise<Reply> {
    const isKsefShown = await hasKsef();
    const storedInvoices = await store.listByOrder(order.id);
    const externalNumber = getExternalNumber(order, storedInvoices);
    const documents = storedInvoices.map((storedInvoice) => ({
      number: storedInvoice.number,
      issuedOn: storedInvoice.issuedOn,
      url: invoicePath({ id: String(storedInvoice.id) }),
      pdfUrl: invoicePath({ id: String(storedInvoice.id), file: 'pdf' }),
      ...stateView(storedInvoice.state, scope, isKsefShown),
    }));
    const preview: { error: string; sheet: string; soldOn: string; today: string } = {
      error: '',
      sheet: '',
      soldOn: '',
      today: '',
    };
    if (documents.length === 0 && externalNumber === '') {
      try {
        const draft = await invoices.draft(order);
        Object.assign(preview, {
          soldOn: draft.soldOn,
          today: draft.issuedOn,
          sheet: await scope.render('invoices/layout', { ...createInvoiceLayout(draft, { ksefNumber: '' }, scope) }),
        });
      } catch (error) {
        if (!(error instanceof PlinthError)) throw error;
        preview.error = refusalText(error, scope);
      }
    }
    return {
      kind: 'page',
      title: __('Invoices for order %s', order.number),
      view: 'invoices/order',
      data: {
        ...preview,
        documents,
        externalNumber,
        orderId: order.id,
        orderNumber: order.number,
        orderUrl: orderUrl(order.id),
      },
    };
  }

  async function showInvoice(invoice: StoredInvoice, request: PageRequest): Promise<Reply> {
    const language = LANGUAGES.find(({ code }) => code === request.field('lang'));
    if (language) scope.switchToLocale(language.locale);
    const documents = await store.listByOrder(invoice.orderId);
    const newest = documents.at(-1);
    const isKsefShown = await hasKsef();
    const data = {
      id: invoice.id,
      hasKsef: isKsefShown || invoice.state === 'sent',
      pdfUrl: invoicePath({ id: String(invoice.id), file: 'pdf' }),
      sheet: await scope.render('invoices/layout', { ...createInvoiceLayout(invoice, invoice, scope) }),
      orderNumber: invoice.orderNumber,
      orderUrl: orderUrl(invoice.orderId),
      listUrl: invoicePath({ order: String(invoice.orderId) }),
      ...stateView(invoice.state, scope, isKsefShown),
      message: invoice.message,
      sent: invoice.state === 'sent',
      sender: invoice.state === 'sent' ? '' : await senders.selectedLabel(),
      renewable: invoice.state === 'refused' && invoice.kind === 'VAT',
      languages: LANGUAGES.map(({ code, locale, name }) => ({
        code,
        name,
        url: invoicePath({ id: String(invoice.id), lang: code }),
        current: scope.locale() === locale,
      })),
      // Corrections form a sequence: each is based on the newest document.
      correctable: newest?.id === invoice.id ? invoice.lines.map(({ name, quantity }) => ({ name, quantity })) : null,
    };
    return { kind: 'page', title: invoice.number, view: 'invoices/invoice', data };
  }

  return { showOrder, showInvoice };
}
