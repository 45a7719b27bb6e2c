import type { PluginScope } from 'plinth';
import type { Invoice, InvoiceLine, InvoiceParty, TaxId } from './invoice.js';
import { invoiceSums, isChanged, getTotal } from './rate-sums.js';
import { formatRate } from './tax-rates.js';

/** State of a document, which is not part of its content. */
interface SheetState {
  /** Empty before it was sent. */
  readonly ksefNumber: string;
}

function getTitle({ number, correction }: Invoice, __: PluginScope['__']): string {
  if (correction) return __('Correction %s', number);
  return number === '' ? __('Invoice') : __('Invoice %s', number);
}

/** Data of a document's page and printout, in the language of the request. */
export function createSheetData(
  invoice: Invoice,
  { ksefNumber }: SheetState,
  { __, locale }: Pick<PluginScope, '__' | 'locale'>,
): object {
  const numbers = new Intl.NumberFormat(locale().replace('_', '-'), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });
  const formatAmount = (minor: number): string => numbers.format(minor / 100);
  const { correction, payment } = invoice;
  const sums = invoiceSums(invoice);
  const toRow = (invoiceLine: InvoiceLine): object => ({
    name: invoiceLine.name,
    sku: invoiceLine.sku,
    quantity: invoiceLine.quantity,
    unit: invoiceLine.unit,
    price: formatAmount(invoiceLine.unitPrice),
    discount: invoiceLine.discount === 0 ? '–' : formatAmount(invoiceLine.discount),
    net: formatAmount(invoiceLine.gross - invoiceLine.tax),
    rate: formatRate(invoiceLine.rate),
    tax: formatAmount(invoiceLine.tax),
    gross: formatAmount(invoiceLine.gross),
  });
  const rows = correction
    ? correction.before.flatMap((before, index) => {
        const after = invoice.lines[index];
        return after && isChanged(before, after)
          ? [
              { ...toRow(before), label: __('Before correction') },
              { ...toRow(after), label: __('After correction') },
            ]
          : [];
      })
    : invoice.lines.map(toRow);
  const total = getTotal(sums);
  const forms = { cash: __('Cash on delivery'), transfer: __('Bank transfer'), other: payment.label };
  return {
    title: getTitle(invoice, __),
    number: invoice.number,
    issuedOn: invoice.issuedOn,
    soldOn: invoice.soldOn,
    orderNumber: invoice.orderNumber,
    orderedOn: invoice.orderedOn,
    ksefNumber,
    seller: toPartyView(invoice.seller, __),
    buyer: toPartyView(invoice.buyer, __),
    rows: rows.map((row, index) => ({ ...row, at: index + 1 })),
    sums: sums.map((sum) => ({
      rate: formatRate(sum.rate),
      net: formatAmount(sum.net),
      tax: formatAmount(sum.tax),
      gross: formatAmount(sum.gross),
    })),
    whole: {
      net: formatAmount(total - sums.reduce((all, { tax }) => all + tax, 0)),
      tax: formatAmount(sums.reduce((all, { tax }) => all + tax, 0)),
      gross: formatAmount(total),
    },
    total: formatAmount(Math.abs(total)),
    back: total < 0,
    payment: forms[payment.form],
    paidOn: payment.paidOn,
    account: payment.account,
    exemptBasis: invoice.lines.some(({ rate }) => rate === 'zw') ? invoice.exemptBasis : '',
    correction: correction ? { ...correction.original, reason: correction.reason } : null,
  };
}

function toPartyView({ name, address1, address2, country, taxId }: InvoiceParty, __: PluginScope['__']): object {
  return {
    lines: [name, address1, address2, country === 'PL' ? '' : country].filter((part) => part !== ''),
    id: formatTaxId(taxId, __),
  };
}

function formatTaxId(id: TaxId, __: PluginScope['__']): string {
  switch (id.kind) {
    case 'nip':
      return `NIP ${id.number}`;
    case 'eu':
      return __('VAT number %s', `${id.prefix}${id.number}`);
    case 'other':
      return __('Tax number %s', id.number);
    case 'none':
      return '';
  }
}
