import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { Order } from '../store/store-form.js';
import { fileName } from './invoice-files.js';
import { invoiceSheet } from './invoice-sheet.js';
import { stateView } from './invoice-state.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import type { Invoices } from './invoices.js';
import { refusalText } from './refusal-text.js';
import type { Senders } from './senders.js';

export interface InvoiceScreenParts {
  readonly invoices: Invoices;
  readonly store: InvoiceStore;
  readonly senders: Senders;
}

export const INVOICE_SLUG = 'compliance-invoice';
const LANGUAGES = [
  { code: 'pl', locale: 'pl_PL', name: 'Polski' },
  { code: 'en', locale: 'en_US', name: 'English' },
] as const;
const MOST_LINES = 1000;

/** The address of the screen. */
export const invoicePath = (parameters: Readonly<Record<string, string>>): string =>
  `/wp-admin/admin.php?${new URLSearchParams({ page: INVOICE_SLUG, ...parameters }).toString()}`;

/** An invoice as it is printed, with what can be done about it; and what the invoice of an order would say before it is issued. */
export function invoiceScreen(scope: PluginScope, { invoices, store, senders }: InvoiceScreenParts): AdminPage {
  const { __ } = scope;
  const orderUrl = (id: number): string => scope.adminUrl(`admin.php?page=store-order&id=${id}`);
  const idOf = (request: PageRequest, name: string): number =>
    /^\d{1,10}$/.test(request.field(name)) ? Number(request.field(name)) : 0;
  const back = (location: string): Reply => ({ kind: 'redirect', status: 303, location });

  async function showOrder(order: Order): Promise<Reply> {
    const documents = (await store.ofOrder(order.id)).map((one) => ({
      number: one.number,
      issuedOn: one.issuedOn,
      url: invoicePath({ id: String(one.id) }),
      ...stateView(one.state, scope),
    }));
    const shown: { problem: string; sheet: string; soldOn: string; today: string } = {
      problem: '',
      sheet: '',
      soldOn: '',
      today: '',
    };
    if (documents.length === 0) {
      try {
        const draft = await invoices.draft(order);
        Object.assign(shown, {
          soldOn: draft.soldOn,
          today: draft.issuedOn,
          sheet: await scope.render('invoices/sheet', { ...invoiceSheet(draft, { ksefNumber: '' }, scope) }),
        });
      } catch (error) {
        if (!(error instanceof PlinthError)) throw error;
        shown.problem = refusalText(error, scope);
      }
    }
    return {
      kind: 'page',
      title: __('Invoices of order %s', order.number),
      view: 'invoices/order',
      data: { ...shown, documents, orderId: order.id, orderNumber: order.number, orderUrl: orderUrl(order.id) },
    };
  }

  async function showInvoice(invoice: StoredInvoice, request: PageRequest): Promise<Reply> {
    const language = LANGUAGES.find(({ code }) => code === request.field('lang'));
    if (language) scope.switchToLocale(language.locale);
    const documents = await store.ofOrder(invoice.orderId);
    const newest = documents.at(-1);
    const data = {
      id: invoice.id,
      sheet: await scope.render('invoices/sheet', { ...invoiceSheet(invoice, invoice, scope) }),
      orderNumber: invoice.orderNumber,
      orderUrl: orderUrl(invoice.orderId),
      listUrl: invoicePath({ order: String(invoice.orderId) }),
      ...stateView(invoice.state, scope),
      message: invoice.message,
      sent: invoice.state === 'sent',
      sender: invoice.state === 'sent' ? '' : await senders.chosen(),
      renewable: invoice.state === 'refused' && invoice.kind === 'VAT',
      languages: LANGUAGES.map(({ code, locale, name }) => ({
        code,
        name,
        url: invoicePath({ id: String(invoice.id), lang: code }),
        current: scope.locale() === locale,
      })),
      // Corrections follow one another: each goes on from the newest document.
      correctable: newest?.id === invoice.id ? invoice.lines.map(({ name, quantity }) => ({ name, quantity })) : null,
    };
    return { kind: 'page', title: invoice.number, view: 'invoices/invoice', data };
  }

  async function act(request: PageRequest, invoice: StoredInvoice): Promise<Reply> {
    const here = invoicePath({ id: String(invoice.id) });
    switch (request.field('do')) {
      case 'xml':
        await invoices.noteExported(invoice);
        return {
          kind: 'body',
          type: 'application/xml; charset=UTF-8',
          body: invoice.xml,
          headers: {
            'Content-Disposition': `attachment; filename="${fileName(invoice)}"`,
            'X-Content-Type-Options': 'nosniff',
          },
        };
      case 'number':
        await invoices.noteSent(invoice, request.field('ksef_number'));
        scope.addNotice(request, 'success', __('The number is kept.'));
        return back(here);
      case 'send': {
        const answer = await senders.send(invoice);
        if (answer?.kind === 'sent') scope.addNotice(request, 'success', __('KSeF took the invoice.'));
        else if (answer?.kind === 'refused')
          scope.addNotice(request, 'error', __('KSeF refused the invoice: %s', answer.message));
        else scope.addNotice(request, 'info', __('There is no answer yet; it is asked for again every hour.'));
        return back(here);
      }
      case 'renew': {
        const order = await scope.services.get('store.orders').get(invoice.orderId);
        if (order) await invoices.renew(invoice.id, order);
        scope.addNotice(request, 'success', __('The invoice is written anew.'));
        return back(here);
      }
      case 'correct': {
        const quantities = invoice.lines
          .slice(0, MOST_LINES)
          .map((_, index) =>
            /^\d{1,9}$/.test(request.field(`quantity_${index}`))
              ? Number(request.field(`quantity_${index}`))
              : Number.NaN,
          );
        const made = await invoices.correct(invoice.orderId, {
          reason: request.field('reason').trim().slice(0, 256),
          quantities,
        });
        scope.addNotice(request, 'success', __('The correction %s is issued.', made.number));
        return back(invoicePath({ id: String(made.id) }));
      }
    }
    scope.addNotice(request, 'error', __('Unknown action.'));
    return back(here);
  }

  async function answer(request: PageRequest): Promise<Reply> {
    const invoice = await store.get(idOf(request, 'id'));
    if (invoice) return request.method === 'POST' ? act(request, invoice) : showInvoice(invoice, request);
    const order = await scope.services.get('store.orders').get(idOf(request, 'order'));
    if (!order) {
      scope.addNotice(request, 'error', __('There is no such invoice.'));
      return back('/wp-admin/admin.php?page=store-orders');
    }
    if (request.method !== 'POST' || request.field('do') !== 'issue') return showOrder(order);
    const soldOn = /^\d{4}-\d{2}-\d{2}$/.test(request.field('sold_on')) ? request.field('sold_on') : undefined;
    const issued = await invoices.issue(order, soldOn);
    scope.addNotice(request, 'success', __('The invoice %s is issued.', issued.number));
    return back(invoicePath({ id: String(issued.id) }));
  }

  return {
    slug: INVOICE_SLUG,
    title: () => __('Invoice'),
    capability: 'manage_shop',
    hidden: true,
    async handler(request) {
      scope.useAsset('compliance-invoices');
      try {
        return await answer(request);
      } catch (error) {
        if (!(error instanceof PlinthError) || !error.code.startsWith('invoice_')) throw error;
        scope.addNotice(request, 'error', refusalText(error, scope));
        const id = idOf(request, 'id');
        return back(invoicePath(id > 0 ? { id: String(id) } : { order: String(idOf(request, 'order')) }));
      }
    },
  };
}
