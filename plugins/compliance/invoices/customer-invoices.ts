import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Order } from '../store/shop.js';
import { usesKsef } from './invoice-draft.js';
import { fileName } from './invoice-files.js';
import { registerInvoiceEmail } from './invoice-email.js';
import { createInvoiceLayout } from './invoice-layout.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import type { InvoicePdfs } from './pdf/invoice-pdfs.js';

interface CustomerInvoicesDeps {
  readonly settings: Settings;
  readonly store: Pick<InvoiceStore, 'listByOrder'>;
  readonly pdfs: InvoicePdfs;
}

/** Notifies a customer of a document. */
export interface CustomerInvoices {
  /**
   * Queues the notification in the transaction that issues the document or records its acceptance by KSeF; does nothing
   * while the document is not visible to the customer.
   */
  notify(orderId: number): Promise<void>;
}

const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** Invoices for customers: below the order, on a page of their own, as a file, and with a notification email. */
export function registerCustomerInvoices(
  scope: PluginScope,
  { settings, store, pdfs }: CustomerInvoicesDeps,
): CustomerInvoices {
  const { __, escHtml, escAttr } = scope;

  /** Returns the documents visible to customers: with a KSeF connection those accepted there, else all not rejected. */
  async function listVisible(orderId: number): Promise<readonly StoredInvoice[]> {
    const values = await settings.values();
    if (orderId === 0 || !values.flag('invoices_enabled')) return [];
    const isSentToKsef = usesKsef(values);
    return (await store.listByOrder(orderId)).filter(
      ({ state }) => state === 'sent' || (!isSentToKsef && state !== 'refused'),
    );
  }
  const getTitle = ({ kind, number }: StoredInvoice): string =>
    kind === 'KOR' ? __('Correction %s', number) : __('Invoice %s', number);
  /** Whether customers get the structured document, which is the invoice in KSeF. */
  const offersXml = async (): Promise<boolean> => (await settings.values()).flag('ksef_enabled');

  async function renderList(order: Order): Promise<string> {
    const documents = await listVisible(order.id);
    if (documents.length === 0) return '';
    const path = await scope.services.get('store.orders').linkOf(order.id);
    const renderLink = (document: StoredInvoice): string => {
      const url = scope.homeUrl(`${path}invoice/${document.id}/`);
      const title = getTitle(document);
      return `<li><a href="${escAttr(url)}">${escHtml(title)}</a> · <a href="${escAttr(`${url}?file=pdf`)}" download aria-label="${escAttr(__('%s as PDF', title))}">PDF</a></li>`;
    };
    return `<ul>${documents.map(renderLink).join('')}</ul>`;
  }

  scope.enqueueStyle('compliance-invoices-page', 'invoices.css', { onDemand: true });
  scope.addFilter(
    'store/order_html',
    async (html: string, order: Order) => {
      const list = await renderList(order);
      return list === ''
        ? html
        : `${html}<section aria-labelledby="order-invoices"><h2 id="order-invoices">${escHtml(__('Invoices'))}</h2>${list}</section>`;
    },
    20,
    2,
  );

  async function renderPage(request: PageRequest, order: Order | null): Promise<Reply | undefined> {
    const invoice = order && (await listVisible(order.id)).find(({ id }) => String(id) === request.params.invoice);
    if (!order || !invoice) return undefined;
    const file = request.url.searchParams.get('file');
    if (file === 'pdf') return pdfs.createReply(invoice);
    if (file === 'xml' && (await offersXml())) {
      return {
        kind: 'body',
        type: 'application/xml; charset=utf-8',
        body: invoice.xml,
        headers: { ...PRIVATE_HEADERS, 'Content-Disposition': `attachment; filename="${fileName(invoice)}"` },
      };
    }
    scope.useAsset('compliance-invoices-page');
    const data = {
      sheet: await scope.render('invoices/layout', { ...createInvoiceLayout(invoice, invoice, scope) }),
      orderNumber: order.number,
      orderUrl: request.path.replace(/invoice\/\d+\/$/, ''),
      hasXml: await offersXml(),
    };
    return {
      kind: 'page',
      title: getTitle(invoice),
      view: 'invoices/customer',
      data,
      robots: 'noindex, nofollow',
      canonical: '/',
      headers: PRIVATE_HEADERS,
    };
  }
  const orders = () => (scope.services.has('store.orders') ? scope.services.get('store.orders') : undefined);
  scope.registerFrontRoute({
    path: '/order/:key/invoice/:invoice/',
    methods: ['GET'],
    handler: async (request) =>
      renderPage(request, (await orders()?.findForVisitor({ userId: 0, key: request.params.key ?? '' })) ?? null),
  });
  scope.registerFrontRoute({
    path: '/account/orders/:number/invoice/:invoice/',
    methods: ['GET'],
    async handler(request) {
      if (request.userId === 0)
        return { kind: 'redirect', status: 303, location: scope.wpLoginUrl(scope.homeUrl(request.path)) };
      return renderPage(
        request,
        (await orders()?.findForVisitor({ userId: request.userId, number: request.params.number ?? '' })) ?? null,
      );
    },
  });

  const send = registerInvoiceEmail(scope, { listVisible, renderList, offersXml, pdfs });

  return {
    async notify(orderId) {
      if ((await listVisible(orderId)).length > 0) await send(orderId);
    },
  };
}
