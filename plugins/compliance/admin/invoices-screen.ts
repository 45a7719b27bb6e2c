import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { csvFile } from './csv-file.js';
import type { Catalog } from '../store/shop.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { stateView } from '../invoices/invoice-texts.js';
import type { InvoiceStore, StoredInvoice } from '../invoices/invoice-store.js';
import { invoicePath } from '../invoices/invoice-views.js';
import { getTotal, invoiceSums } from '../invoices/rate-sums.js';
import { formatRate } from '../invoices/tax-rates.js';

export interface InvoicesScreenDeps {
  readonly settings: Settings;
  readonly invoices: Pick<InvoiceStore, 'list'>;
  readonly clock: Clock;
  catalog(): Catalog | undefined;
}

export const INVOICE_LIST_SLUG = 'compliance-invoices';
const BATCH_SIZE = 200;
const MONTH_PATTERN = /^20\d\d-(?:0[1-9]|1[0-2])$/;
/** Last day of any month in a text comparison. */
const LAST_DAY = '31';
/** Invoices are in PLN, whose amounts have two decimal places. */
const MINOR_UNITS = 100;

const toDecimal = (minor: number): string => (minor / MINOR_UNITS).toFixed(2);

/** Admin screen with the invoices and corrections of a month, and their export for the accountant. */
export function createInvoicesScreen(
  scope: PluginScope,
  { settings, invoices, clock, catalog }: InvoicesScreenDeps,
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

  /** Returns the export: one row per document and tax rate; corrections state the differences. */
  function toCsvRows(documents: readonly StoredInvoice[]): readonly (readonly string[])[] {
    const rows = documents.flatMap((document) =>
      invoiceSums(document).map(({ rate, net, tax, gross }) => [
        document.number,
        document.correction?.original.number ?? '',
        document.issuedOn,
        document.soldOn,
        document.orderNumber,
        document.buyer.name,
        'number' in document.buyer.taxId ? document.buyer.taxId.number : '',
        formatRate(rate),
        toDecimal(net),
        toDecimal(tax),
        toDecimal(gross),
        document.payment.paidOn,
        document.ksefNumber,
      ]),
    );
    const head = [
      __('Number'),
      __('Corrected invoice'),
      __('Issued on'),
      __('Sold on'),
      __('Order'),
      __('Buyer'),
      __('NIP'),
      __('VAT rate'),
      __('Net (PLN)'),
      __('VAT (PLN)'),
      __('Gross (PLN)'),
      __('Paid on'),
      __('KSeF number'),
    ];
    return [head, ...rows];
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
        return csvFile(toCsvRows(documents), `invoices-${month}.csv`);
      }
      scope.useAsset('compliance-invoices');
      const hasKsef = (await settings.values()).flag('ksef_enabled');
      return {
        kind: 'page',
        title: __('Invoices'),
        view: 'invoices/list',
        data: {
          slug: INVOICE_LIST_SLUG,
          month,
          thisMonth,
          rows: documents.map((document) => toRow(document, hasKsef)),
        },
      };
    },
  };
}
