import type { MailAttachment, PluginScope } from 'plinth';
import type { Order } from '../store/shop.js';
import { fileName } from './invoice-files.js';
import type { StoredInvoice } from './invoice-store.js';
import type { InvoicePdfs } from './pdf/invoice-pdfs.js';

interface InvoiceEmailDeps {
  /** Returns the documents of an order that its customer may see, oldest first. */
  listVisible(orderId: number): Promise<readonly StoredInvoice[]>;
  /** Returns links to the documents of an order, as HTML. */
  renderList(order: Order): Promise<string>;
  /** Whether customers get the structured document. */
  offersXml(): Promise<boolean>;
  readonly pdfs: Pick<InvoicePdfs, 'create'>;
}

/** ID of the email that notifies a customer of an invoice or a correction. */
const EMAIL = 'invoice';

/**
 * Registers the email with which a customer gets an invoice or a correction, attached as a PDF.
 * @returns function that sends it about an order, after the transaction
 */
export function registerInvoiceEmail(
  scope: PluginScope,
  { listVisible, renderList, offersXml, pdfs }: InvoiceEmailDeps,
): (orderId: number) => Promise<void> {
  const { __, escHtml } = scope;
  let send: ((orderId: number) => Promise<void>) | undefined;

  scope.addAction('store/booted', ({ emails }) => {
    emails.register({
      id: EMAIL,
      label: () => __('Customer invoice'),
      subject: (order) => __('Your invoice for order %s', order.number),
      async render(order) {
        const isCorrection = (await listVisible(order.id)).at(-1)?.kind === 'KOR';
        const text = isCorrection
          ? __('A correction of your invoice is attached. You can also find it with your order.')
          : __('Your invoice is attached. You can also find it with your order.');
        return `<p>${escHtml(text)}</p>${await renderList(order)}`;
      },
    });
    send = (orderId) => emails.send(EMAIL, orderId);
  });
  scope.addFilter(
    'store/mail_attachments',
    async (attachments: readonly MailAttachment[], kind: string, order: Order) => {
      const newest = kind === EMAIL ? (await listVisible(order.id)).at(-1) : undefined;
      if (!newest) return attachments;
      return [
        ...attachments,
        { filename: fileName(newest, 'pdf'), contentType: 'application/pdf', content: await pdfs.create(newest) },
        ...((await offersXml())
          ? [{ filename: fileName(newest), contentType: 'application/xml', content: newest.xml }]
          : []),
      ];
    },
    10,
    3,
  );
  return async (orderId) => send?.(orderId);
}
