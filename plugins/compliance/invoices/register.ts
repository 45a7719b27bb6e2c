import type { PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Catalog, Order, PaymentMethods } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { formatDay } from '../time/format-time.js';
import { registerInvoiceCommands } from './commands.js';
import { registerCustomerInvoices } from './customer-invoices.js';
import { createInvoiceExport } from './invoice-export.js';
import { createInvoiceScreen } from './invoice-screen.js';
import { invoicePath } from './invoice-views.js';
import { stateView } from './invoice-texts.js';
import { createInvoiceStore, type StoredInvoice } from './invoice-store.js';
import type { InvoiceState } from './tables.js';
import { INVOICE_META, usesKsef } from './invoice-draft.js';
import { createInvoices, getExternalNumber } from './invoices.js';
import type { OrderRefunds } from './order-refunds.js';
import { createInvoicePdfs } from './pdf/invoice-pdfs.js';
import { registerInvoicePersonalData } from './personal-data.js';
import { registerRefundCorrections } from './refund-job.js';
import { registerRefundWarnings } from './refund-warnings.js';
import { registerWaitingNotices } from './waiting-notices.js';
import type { WaitingOrder, WaitingOrders } from './waiting-orders.js';
import { createSenders, type Senders } from './senders.js';

/** Hourly event that sends pending invoices, if the shop owner has selected a connection. */
export const SEND_INVOICES = 'compliance/send_invoices';

/** Order metadata that the shop stores about the invoice, without what the customer entered. */
const STATE_META: readonly string[] = [
  INVOICE_META.state,
  INVOICE_META.number,
  INVOICE_META.paidOn,
  INVOICE_META.handedOver,
];

const isInvoiceState = (text: string): text is InvoiceState =>
  ['pending', 'exported', 'sent', 'refused'].includes(text);

interface InvoiceParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly orderRefunds: OrderRefunds;
  readonly waitingOrders: WaitingOrders;
  readonly payments: PaymentMethods;
  catalog(): Catalog | undefined;
}

/** Registers invoices: on the order screens, as files, on the command line, and for sending to KSeF. */
export function registerInvoices(
  scope: PluginScope,
  { settings, clock, orderRefunds: refunds, waitingOrders, payments, catalog }: InvoiceParts,
): Pick<Senders, 'registry'> {
  const { __ } = scope;
  const store = createInvoiceStore({ db: scope.db, clock });
  const pdfs = createInvoicePdfs(scope);
  const customers = registerCustomerInvoices(scope, { settings, store, pdfs });
  const invoices = createInvoices({ scope, settings, store, clock, refunds, payments, customers });
  const senders = createSenders({ scope, settings, store, invoices });
  const files = createInvoiceExport({ scope, invoices, store });
  const isEnabled = async (): Promise<boolean> => (await settings.values()).flag('invoices_enabled');

  scope.enqueueStyle('compliance-invoices', 'invoices.css', { on: 'admin', onDemand: true });
  scope.addMenuPage(createInvoiceScreen(scope, { settings, invoices, store, senders, pdfs }));
  registerWaitingNotices(scope, { settings, waitingOrders });
  registerRefundCorrections(scope, invoices);
  registerRefundWarnings(scope, { store, settings, refunds, catalog });
  registerInvoicePersonalData(scope, store);
  registerInvoiceCommands(scope, { invoices, store, files });

  scope.addAction('store/booted', ({ orderColumns, orderBoxes, orderActions }) => {
    orderColumns.register({
      id: 'invoice',
      label: () => __('Invoice'),
      isAvailable: isEnabled,
      async cell({ meta }) {
        const state = meta[INVOICE_META.state] ?? '';
        const number = meta[INVOICE_META.number] ?? '';
        if (number === '') return state === '' ? '' : __('To be issued');
        if (!isInvoiceState(state)) return number;
        const { stateText } = stateView(state, scope, (await settings.values()).flag('ksef_enabled'));
        return `${number} · ${stateText}`;
      },
    });
    orderBoxes.register({ id: 'invoice', title: () => __('Invoice'), render: renderBox });
    orderActions.register({
      id: 'invoices',
      label: () => __('Issue and export invoices (FA(3))'),
      isAvailable: isEnabled,
      run: (orders, request) => files.reply(orders, request),
    });
  });

  // The order screen shows them in the box and in the list of orders.
  scope.addFilter(
    'store/order_meta_label',
    (label: string, key: string) => (STATE_META.includes(key) ? '' : label),
    10,
    2,
  );

  async function renderBox(order: Order): Promise<string> {
    if (!(await isEnabled())) return '';
    const documents = await store.listByOrder(order.id);
    const link = (path: string, text: string): string =>
      `<a href="${scope.escAttr(scope.homeUrl(path))}">${scope.escHtml(text)}</a>`;
    const hasKsef = (await settings.values()).flag('ksef_enabled');
    const renderDocument = ({ id, number, state }: StoredInvoice): string =>
      `<li>${link(invoicePath({ id: String(id) }), number)} · ${link(invoicePath({ id: String(id), file: 'pdf' }), 'PDF')} · ${scope.escHtml(stateView(state, scope, hasKsef).stateText)}</li>`;
    if (documents.length > 0) return `<ul>${documents.map(renderDocument).join('')}</ul>`;
    const externalNumber = getExternalNumber(order, documents);
    if (externalNumber !== '')
      return `<p>${link(invoicePath({ order: String(order.id) }), __('%s, issued by another program', externalNumber))}</p>`;
    const [waiting] = await waitingOrders.list(order.id);
    if (!waiting) return '';
    const dueText = getDueText(waiting);
    return `<p>${link(invoicePath({ order: String(order.id) }), __('Review and issue invoice'))}</p>${dueText === '' ? '' : `<p>${scope.escHtml(dueText)}</p>`}`;
  }

  /** Returns the deadline of an invoice; '' before delivery and payment, since there is none yet. */
  function getDueText({ dueOn, isOverdue }: WaitingOrder): string {
    if (dueOn === '') return '';
    const day = formatDay(dueOn, scope.locale());
    return isOverdue ? __('Overdue: it was due on %s.', day) : __('Due by %s.', day);
  }

  /** Stores the current day with an order, only once. */
  async function recordToday(order: Order, key: string): Promise<void> {
    if (!(await isEnabled()) || (order.meta[key] ?? '') !== '') return;
    await scope.services.get('store.orders').setMeta(order.id, key, await clock.day());
  }
  scope.addAction('store/order_status_changed', async (order: Order) => {
    if (order.status === 'completed') await recordToday(order, INVOICE_META.handedOver);
  });
  scope.addAction('store/payment_complete', (order: Order) => recordToday(order, INVOICE_META.paidOn));

  scope.addAction(SEND_INVOICES, async () => {
    if (usesKsef(await settings.values())) await senders.sendPending();
  });
  return senders;
}
