import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { csvFile } from './csv-file.js';
import { toCsvRows, toDecimal } from './invoices-csv.js';
import type { Catalog } from '../store/shop.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { stateView } from '../invoices/invoice-texts.js';
import type { InvoiceStore, StoredInvoice } from '../invoices/invoice-store.js';
import { INVOICE_LIST_SLUG, invoicePath } from '../invoices/invoice-views.js';
import { getTotal, invoiceSums } from '../invoices/rate-sums.js';
import type { WaitingOrder, WaitingOrders } from '../invoices/waiting-orders.js';
import { formatDay } from '../time/format-time.js';

export interface InvoicesScreenDeps {
  readonly settings: Settings;
  readonly invoices: Pick<InvoiceStore, 'list'>;
  readonly waitingOrders: WaitingOrders;
  readonly clock: Clock;
  catalog(): Catalog | undefined;
}

const BATCH_SIZE = 200;
/** Waiting orders shown at once; issuing the first ones shows the others. */
const MAX_WAITING = 100;
/** Days before the deadline from which it is pointed out. */
const SOON_DAYS = 7;
const MONTH_PATTERN = /^20\d\d-(?:0[1-9]|1[0-2])$/;
/** Last day of any month in a text comparison. */
const LAST_DAY = '31';

/** Admin screen with the invoices and corrections of a month, and their export for the accountant. */
export function createInvoicesScreen(
  scope: PluginScope,
  { settings, invoices, waitingOrders, clock, catalog }: InvoicesScreenDeps,
): AdminPage {
  const { __ } = scope;

  /** Reads all documents issued in a month, oldest first. */
  async function readMonth(month: string): Promise<readonly StoredInvoice[]> {
    const documents: StoredInvoice[] = [];
    for (;;) {
      const batch = await invoices.list({
        from: `${month}-01`,
        to: `${month}-${LAST_DAY}`,
        after: documents.at(-1)?.id ?? 0,
        limit: BATCH_SIZE,
      });
      documents.push(...batch);
      if (batch.length < BATCH_SIZE) return documents;
    }
  }

  const format = (minor: number): string => catalog()?.formatPrice(minor) ?? toDecimal(minor);

  function toRow(document: StoredInvoice, hasKsef: boolean): object {
    const sums = invoiceSums(document);
    return {
      number: document.number,
      url: invoicePath({ id: String(document.id) }),
      pdfUrl: invoicePath({ id: String(document.id), file: 'pdf' }),
      corrected: document.correction?.original.number ?? '',
      issuedOn: document.issuedOn,
      orderNumber: document.orderNumber,
      orderUrl: scope.adminUrl(`admin.php?page=store-order&id=${document.orderId}`),
      buyer: document.buyer.name,
      nip: 'number' in document.buyer.taxId ? document.buyer.taxId.number : '',
      tax: format(sums.reduce((all, { tax }) => all + tax, 0)),
      total: format(getTotal(sums)),
      ...stateView(document.state, scope, hasKsef),
    };
  }

  /** @param soon last day that counts as soon, `YYYY-MM-DD` */
  function toWaitingRow({ id, total, currency, suppliedOn, dueOn, ...order }: WaitingOrder, soon: string): object {
    return {
      ...order,
      url: invoicePath({ order: String(id) }),
      orderUrl: scope.adminUrl(`admin.php?page=store-order&id=${id}`),
      total: currency === 'PLN' ? format(total) : `${toDecimal(total)} ${currency}`,
      suppliedOn,
      dueOn: dueOn === '' ? '' : formatDay(dueOn, scope.locale()),
      isSoon: !order.isOverdue && dueOn !== '' && dueOn <= soon,
    };
  }

  /** Returns the orders that wait for an invoice, if the shop issues invoices. */
  async function readWaiting(): Promise<{ readonly waiting: readonly object[]; readonly waitingCount: number }> {
    if (!(await settings.values()).flag('invoices_enabled')) return { waiting: [], waitingCount: 0 };
    const [orders, soon] = [await waitingOrders.list(), await clock.day(SOON_DAYS)];
    return {
      waiting: orders.slice(0, MAX_WAITING).map((order) => toWaitingRow(order, soon)),
      waitingCount: orders.length,
    };
  }

  return {
    slug: INVOICE_LIST_SLUG,
    title: () => __('Invoices'),
    capability: 'manage_shop',
    parent: 'store-orders',
    position: 5,
    async handler(request: PageRequest): Promise<Reply> {
      const thisMonth = (await clock.local(clock.now())).slice(0, 7);
      const month = MONTH_PATTERN.test(request.field('month')) ? request.field('month') : thisMonth;
      const documents = await readMonth(month);
      if (request.field('export') === 'csv') {
        await scope.audit.record(
          {
            action: 'data.exported',
            subject: { kind: 'export', id: 'invoices', title: __('Invoices') },
            details: { month },
          },
          { required: true },
        );
        return csvFile(toCsvRows(documents, scope), `invoices-${month}.csv`);
      }
      scope.useAsset('compliance-invoices');
      scope.useAsset('compliance-admin');
      const hasKsef = (await settings.values()).flag('ksef_enabled');
      return {
        kind: 'page',
        title: __('Invoices'),
        view: 'invoices/list',
        data: {
          ...(await readWaiting()),
          slug: INVOICE_LIST_SLUG,
          shownMonth: month,
          thisMonth,
          rows: documents.map((document) => toRow(document, hasKsef)),
        },
      };
    },
  };
}
