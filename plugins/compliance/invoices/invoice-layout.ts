import type { PluginScope } from 'plinth';
import type { Invoice, InvoiceLine, InvoiceParty, TaxId } from './invoice.js';
import { invoiceSums, isChanged, totalOf } from './rate-sums.js';
import { rateText } from './tax-rates.js';

/** State of a document, which is not part of its content. */
interface SheetState {
  /** Empty before it was sent. */
  readonly ksefNumber: string;
}

function titleOf({ number, correction }: Invoice, __: PluginScope['__']): string {
  if (correction) return __('Correction %s', number);
  return number === '' ? __('Invoice') : __('Invoice %s', number);
}

/** Data of a document's page and printout, in the language of the request. */
export function invoiceSheet(
  invoice: Invoice,
  { ksefNumber }: SheetState,
  { __, locale }: Pick<PluginScope, '__' | 'locale'>,
): object {
  const numbers = new Intl.NumberFormat(locale().replace('_', '-'), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });
  const amount = (minor: number): string => numbers.format(minor / 100);
  const { correction, payment } = invoice;
  const sums = invoiceSums(invoice);
  const line = (one: InvoiceLine): object => ({
    name: one.name,
    sku: one.sku,
    quantity: one.quantity,
    unit: one.unit,
    price: amount(one.unitPrice),
    discount: one.discount === 0 ? '–' : amount(one.discount),
    net: amount(one.gross - one.tax),
    rate: rateText(one.rate),
    tax: amount(one.tax),
    gross: amount(one.gross),
  });
  const rows = correction
    ? correction.before.flatMap((before, index) => {
        const after = invoice.lines[index];
        return after && isChanged(before, after)
          ? [
              { ...line(before), label: __('Before correction') },
              { ...line(after), label: __('After correction') },
            ]
          : [];
      })
    : invoice.lines.map(line);
  const total = totalOf(sums);
  const forms = { cash: __('Cash on delivery'), transfer: __('Bank transfer'), other: payment.label };
  return {
    title: titleOf(invoice, __),
    number: invoice.number,
    issuedOn: invoice.issuedOn,
    soldOn: invoice.soldOn,
    orderNumber: invoice.orderNumber,
    orderedOn: invoice.orderedOn,
    ksefNumber,
    seller: party(invoice.seller, __),
    buyer: party(invoice.buyer, __),
    rows: rows.map((row, index) => ({ ...row, at: index + 1 })),
    sums: sums.map((sum) => ({
      rate: rateText(sum.rate),
      net: amount(sum.net),
      tax: amount(sum.tax),
      gross: amount(sum.gross),
    })),
    whole: {
      net: amount(total - sums.reduce((all, { tax }) => all + tax, 0)),
      tax: amount(sums.reduce((all, { tax }) => all + tax, 0)),
      gross: amount(total),
    },
    total: amount(Math.abs(total)),
    back: total < 0,
    payment: forms[payment.form],
    paidOn: payment.paidOn,
    account: payment.account,
    exemptBasis: invoice.lines.some(({ rate }) => rate === 'zw') ? invoice.exemptBasis : '',
    correction: correction ? { ...correction.original, reason: correction.reason } : null,
  };
}

function party({ name, address1, address2, country, taxId }: InvoiceParty, __: PluginScope['__']): object {
  return {
    lines: [name, address1, address2, country === 'PL' ? '' : country].filter((part) => part !== ''),
    id: idText(taxId, __),
  };
}

function idText(id: TaxId, __: PluginScope['__']): string {
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
