import type { PluginScope } from 'plinth';
import type { CorrectedInvoice, Invoice, InvoiceLine, InvoiceParty, TaxId } from './invoice.js';
import { DELIVERY_NAME, PAYMENT_FEE_NAME, UNITS } from './order-lines.js';
import { invoiceSums, isChanged, getTotal } from './rate-sums.js';
import { formatRate } from './tax-rates.js';

/** State of a document, which is not part of its content. */
interface SheetState {
  /** Empty before it was sent. */
  readonly ksefNumber: string;
}

/** A party as lines of text: name, address and country. */
interface SheetParty {
  readonly lines: readonly string[];
  /** Tax number with its label; empty for a consumer. */
  readonly id: string;
}

/** A line of the document, formatted. */
interface SheetRow {
  readonly position: number;
  /** `Before correction` or `After correction`; absent on an invoice. */
  readonly label?: string;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  readonly unit: string;
  readonly price: string;
  readonly discount: string;
  readonly net: string;
  readonly rate: string;
  readonly tax: string;
  readonly gross: string;
}

/** Formatted amounts. */
interface SheetSum {
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
}

/** A document formatted for a page, a printout or a PDF. */
export interface InvoiceLayout {
  readonly title: string;
  readonly number: string;
  readonly issuedOn: string;
  readonly soldOn: string;
  readonly orderNumber: string;
  readonly orderedOn: string;
  readonly ksefNumber: string;
  readonly seller: SheetParty;
  readonly buyer: SheetParty;
  readonly rows: readonly SheetRow[];
  /** Whether any line has a discount. */
  readonly hasDiscounts: boolean;
  readonly sums: readonly (SheetSum & { readonly rate: string })[];
  readonly whole: SheetSum;
  readonly total: string;
  /** Whether the correction lowers the total. */
  readonly back: boolean;
  readonly payment: string;
  readonly paidOn: string;
  /** In groups of four; empty for none. */
  readonly account: string;
  readonly exemptBasis: string;
  readonly correction: (CorrectedInvoice & { readonly reason: string }) | null;
}

function getTitle({ number, correction }: Invoice, __: PluginScope['__']): string {
  if (correction) return __('Correction %s', number);
  return number === '' ? __('Invoice') : __('Invoice %s', number);
}

/** Returns the label of a unit; units are stored in Polish, as in FA(3). */
function unitLabel(unit: string, { __ }: Pick<PluginScope, '__'>): string {
  const labels: Readonly<Record<string, string>> = { [UNITS.goods]: __('pcs.'), [UNITS.service]: __('service') };
  return labels[unit] ?? unit;
}

/** Returns the name of a line; the lines that the shop itself names are stored in Polish, as in FA(3). */
function lineName({ name, sku }: InvoiceLine, { __ }: Pick<PluginScope, '__'>): string {
  const labels: Readonly<Record<string, string>> = {
    [DELIVERY_NAME]: __('Delivery'),
    [PAYMENT_FEE_NAME]: __('Payment method fee'),
  };
  return (sku === '' ? labels[name] : undefined) ?? name;
}

/** Data of a document's page, printout and PDF, in the language of the request. */
export function createInvoiceLayout(
  invoice: Invoice,
  { ksefNumber }: SheetState,
  scope: Pick<PluginScope, '__' | 'locale'>,
): InvoiceLayout {
  const { __ } = scope;
  const numbers = new Intl.NumberFormat(scope.locale().replace('_', '-'), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });
  const formatAmount = (minor: number): string => numbers.format(minor / 100);
  const { correction, payment } = invoice;
  const sums = invoiceSums(invoice);
  const toRow = (invoiceLine: InvoiceLine): Omit<SheetRow, 'position'> => ({
    name: lineName(invoiceLine, scope),
    sku: invoiceLine.sku,
    quantity: invoiceLine.quantity,
    unit: unitLabel(invoiceLine.unit, scope),
    price: formatAmount(invoiceLine.unitPrice),
    discount: invoiceLine.discount === 0 ? '–' : formatAmount(invoiceLine.discount),
    net: formatAmount(invoiceLine.gross - invoiceLine.tax),
    rate: formatRate(invoiceLine.rate),
    tax: formatAmount(invoiceLine.tax),
    gross: formatAmount(invoiceLine.gross),
  });
  const changes = (correction?.before ?? []).flatMap((before, index) => {
    const after = invoice.lines[index];
    return after && isChanged(before, after) ? [{ before, after }] : [];
  });
  const rows = correction
    ? changes.flatMap(({ before, after }) => [
        { ...toRow(before), label: __('Before correction') },
        { ...toRow(after), label: __('After correction') },
      ])
    : invoice.lines.map(toRow);
  const shownLines = correction ? changes.flatMap(({ before, after }) => [before, after]) : invoice.lines;
  const total = getTotal(sums);
  const taxTotal = sums.reduce((all, { tax }) => all + tax, 0);
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
    rows: rows.map((row, index) => ({ ...row, position: index + 1 })),
    hasDiscounts: shownLines.some(({ discount }) => discount !== 0),
    sums: sums.map((sum) => ({
      rate: formatRate(sum.rate),
      net: formatAmount(sum.net),
      tax: formatAmount(sum.tax),
      gross: formatAmount(sum.gross),
    })),
    whole: { net: formatAmount(total - taxTotal), tax: formatAmount(taxTotal), gross: formatAmount(total) },
    total: formatAmount(Math.abs(total)),
    back: total < 0,
    payment: forms[payment.form],
    paidOn: payment.paidOn,
    account: payment.account.replace(/(.{4})(?=.)/g, '$1 '),
    exemptBasis: invoice.lines.some(({ rate }) => rate === 'zw') ? invoice.exemptBasis : '',
    correction: correction ? { ...correction.original, reason: correction.reason } : null,
  };
}

function toPartyView({ name, address1, address2, country, taxId }: InvoiceParty, __: PluginScope['__']): SheetParty {
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
