import type { PluginScope } from 'plinth';
import type { StoredInvoice } from '../invoices/invoice-store.js';
import { invoiceSums } from '../invoices/rate-sums.js';
import { formatRate } from '../invoices/tax-rates.js';

/** Invoices are in PLN, whose amounts have two decimal places. */
const MINOR_UNITS = 100;

/** Returns an amount with a decimal point: `12.50`. */
export const toDecimal = (minor: number): string => (minor / MINOR_UNITS).toFixed(2);

/** Returns the export: one row per document and tax rate; corrections state the differences. */
export function toCsvRows(
  documents: readonly StoredInvoice[],
  { __ }: Pick<PluginScope, '__'>,
): readonly (readonly string[])[] {
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
