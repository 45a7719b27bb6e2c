import type { MailAttachment, PageRequest, PluginScope, Reply } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Order } from '../store/shop.js';
import { usesKsef } from './invoice-draft.js';
import { fileName } from './invoice-files.js';
import { createSheetData } from './invoice-layout.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';

interface CustomerInvoicesDeps {
  readonly settings: Settings;
  readonly store: Pick<InvoiceStore, 'listByOrder'>;
}

/** Notifies a customer of a document. */
export interface CustomerInvoices {
  /**
   * Queues the notification in the transaction that issues the document or records its acceptance by KSeF; does nothing
   * while the document is not visible to the customer.
   */
  notify(orderId: number): Promise<void>;
}

/** ID of the email that notifies a customer of an invoice or a correction. */
const EMAIL = 'invoice';
const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;
/** Inline styles, readable on any screen and in print, without the site. */
const STYLE =
  ':root{color-scheme:light dark}body{max-width:62rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}table{width:100%;border-collapse:collapse}td,th{padding:.25rem .5rem;border-bottom:1px solid;text-align:start;vertical-align:top}.num{text-align:end;white-space:nowrap}caption{text-align:start;font-weight:700}dl>div{display:flex;gap:.5rem}dd{margin:0}@media print{body{margin:0;font-size:9pt}}';

/** Invoices for customers: below the order, on a page of their own, as a file, and with a notification email. */
export function registerCustomerInvoices(
  scope: PluginScope,
  { settings, store }: CustomerInvoicesDeps,
): CustomerInvoices {
  const { __, escHtml, escAttr } = scope;
  let send: ((orderId: number) => Promise<void>) | undefined;

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
  const renderSheet = (invoice: StoredInvoice): Promise<string> =>
    scope.render('invoices/layout', { ...createSheetData(invoice, invoice, scope) });

  async function renderList(order: Order): Promise<string> {
    const documents = await listVisible(order.id);
    if (documents.length === 0) return '';
    const path = await scope.services.get('store.orders').linkOf(order.id);
    return `<ul>${documents.map((one) => `<li><a href="${escAttr(scope.homeUrl(`${path}invoice/${one.id}/`))}">${escHtml(getTitle(one))}</a></li>`).join('')}</ul>`;
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
    if (request.url.searchParams.get('file') === 'xml') {
      return {
        kind: 'body',
        type: 'application/xml; charset=utf-8',
        body: invoice.xml,
        headers: { ...PRIVATE_HEADERS, 'Content-Disposition': `attachment; filename="${fileName(invoice)}"` },
      };
    }
    scope.useAsset('compliance-invoices-page');
    const data = {
      sheet: await renderSheet(invoice),
      orderNumber: order.number,
      orderUrl: request.path.replace(/invoice\/\d+\/$/, ''),
      fileUrl: '?file=xml',
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

  scope.addAction('store/booted', ({ emails }) => {
    emails.register({
      id: EMAIL,
      label: () => __('Customer invoice'),
      subject: (order) => __('Your invoice for order %s', order.number),
      render: async (order) =>
        `<p>${escHtml(__('Your invoice is attached. You can also find it with your order.'))}</p>${await renderList(order)}`,
    });
    send = (orderId) => emails.send(EMAIL, orderId);
  });
  scope.addFilter(
    'store/mail_attachments',
    async (attachments: readonly MailAttachment[], kind: string, order: Order) => {
      const newest = kind === EMAIL ? (await listVisible(order.id)).at(-1) : undefined;
      if (!newest) return attachments;
      const html = `<!DOCTYPE html>\n<html lang="${scope.locale().slice(0, 2)}">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escHtml(getTitle(newest))}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n${await renderSheet(newest)}\n</body>\n</html>\n`;
      const name = fileName(newest);
      return [
        ...attachments,
        { filename: name.replace(/\.xml$/, '.html'), contentType: 'text/html; charset=utf-8', content: html },
        { filename: name, contentType: 'application/xml', content: newest.xml },
      ];
    },
    10,
    3,
  );

  return {
    async notify(orderId) {
      if ((await listVisible(orderId)).length > 0) await send?.(orderId);
    },
  };
}
