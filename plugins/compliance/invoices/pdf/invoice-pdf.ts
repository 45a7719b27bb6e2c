import type { PluginScope } from 'plinth';
import type { Invoice } from '../invoice.js';
import { createInvoiceLayout, type InvoiceLayout } from '../invoice-layout.js';
import { createPdfFile, MARGIN, type PdfFile, type TextStyle } from './pdf-file.js';
import { type PdfColumn, writeTable } from './pdf-table.js';

type Translator = Pick<PluginScope, '__' | 'locale'>;
type SheetRow = InvoiceLayout['rows'][number];
type SheetSumRow = InvoiceLayout['sums'][number];

const TITLE: TextStyle = { size: 18, bold: true };
const HEADING: TextStyle = { size: 8, bold: true, muted: true };
const TEXT: TextStyle = { size: 10 };
const STRONG: TextStyle = { size: 10, bold: true };
const LABEL: TextStyle = { size: 9, muted: true };
const SMALL: TextStyle = { size: 9 };
const TOTAL: TextStyle = { size: 14, bold: true };
const GAP = 18;
/** Width of the table with the dates, beside the title. */
const DATES_WIDTH = 215;
const DATE_LABEL_WIDTH = 85;
const SUMS_WIDTH = 255;

/** Writes texts below each other. @returns the y coordinate below them */
function writeLines(
  pdf: PdfFile,
  lines: readonly (readonly [text: string, style: TextStyle])[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): number {
  let top = y;
  for (const [text, style] of lines) {
    if (text === '') continue;
    pdf.write({ text, x, y: top, width, style });
    top += pdf.heightOf(text, width, style);
  }
  return top;
}

/** Writes the title with the dates beside it. @returns the y coordinate below them */
function writeHead(pdf: PdfFile, sheet: InvoiceLayout, { __ }: Translator): number {
  const facts: readonly (readonly [label: string, value: string])[] = [
    [__('Issue date'), sheet.issuedOn],
    [__('Date of supply'), sheet.soldOn],
    [__('Order'), `${sheet.orderNumber} (${sheet.orderedOn})`],
    ...(sheet.ksefNumber === '' ? [] : [[__('KSeF number'), sheet.ksefNumber] as const]),
  ];
  const left = MARGIN + pdf.width - DATES_WIDTH;
  const valueWidth = DATES_WIDTH - DATE_LABEL_WIDTH;
  let bottom = MARGIN + 3;
  for (const [label, value] of facts) {
    pdf.write({ text: label, x: left, y: bottom, width: DATE_LABEL_WIDTH, style: LABEL });
    pdf.write({ text: value, x: left + DATE_LABEL_WIDTH, y: bottom, width: valueWidth, style: SMALL });
    bottom += Math.max(pdf.heightOf(label, DATE_LABEL_WIDTH, LABEL), pdf.heightOf(value, valueWidth, SMALL)) + 2;
  }
  const width = pdf.width - DATES_WIDTH - GAP;
  const titleBottom = writeLines(pdf, [[sheet.title, TITLE]], { x: MARGIN, y: MARGIN, width });
  return Math.max(bottom, titleBottom);
}

/** Writes which invoice is corrected and why. @returns the y coordinate below it */
function writeCorrection(pdf: PdfFile, { correction }: InvoiceLayout, top: number, { __ }: Translator): number {
  if (!correction) return top;
  const { number, issuedOn, ksefNumber, reason } = correction;
  const reference = __('Corrects invoice %1$s of %2$s.', number, issuedOn);
  return writeLines(
    pdf,
    [
      [ksefNumber === '' ? reference : `${reference} ${__('KSeF number')}: ${ksefNumber}`, TEXT],
      [__('Reason: %s', reason), TEXT],
    ],
    { x: MARGIN, y: top + GAP, width: pdf.width },
  );
}

/** Writes seller and buyer beside each other. @returns the y coordinate below them */
function writeParties(pdf: PdfFile, { seller, buyer }: InvoiceLayout, top: number, { __ }: Translator): number {
  const width = (pdf.width - GAP) / 2;
  const bottoms = [
    { label: __('Seller'), party: seller, x: MARGIN },
    { label: __('Buyer'), party: buyer, x: MARGIN + width + GAP },
  ].map(({ label, party, x }) =>
    writeLines(
      pdf,
      [
        [label.toLocaleUpperCase(), HEADING],
        ...party.lines.map((line, index) => [line, index === 0 ? STRONG : TEXT] as const),
        [party.id, TEXT],
      ],
      { x, y: top, width },
    ),
  );
  return Math.max(...bottoms);
}

function lineColumns({ correction, hasDiscounts }: InvoiceLayout, { __ }: Translator): readonly PdfColumn<SheetRow>[] {
  return [
    { head: __('No.'), width: 26, cell: ({ position }) => String(position) },
    {
      head: __('Goods or service'),
      cell: ({ name }) => name,
      note: ({ sku, label = '' }) => (correction ? label : sku),
    },
    { head: __('Quantity'), width: 52, isNumber: true, cell: ({ quantity, unit }) => `${quantity} ${unit}` },
    { head: __('Gross price'), width: 56, isNumber: true, cell: ({ price }) => price },
    ...(hasDiscounts
      ? [{ head: __('Discount'), width: 52, isNumber: true, cell: ({ discount }: SheetRow) => discount }]
      : []),
    { head: __('Net'), width: 58, isNumber: true, cell: ({ net }) => net },
    { head: __('Rate'), width: 42, isNumber: true, cell: ({ rate }) => rate },
    { head: __('VAT'), width: 54, isNumber: true, cell: ({ tax }) => tax },
    { head: __('Gross'), width: 60, isNumber: true, cell: ({ gross }) => gross },
  ];
}

/** Writes the sums by rate and the total with the payment. */
function writeFoot(pdf: PdfFile, sheet: InvoiceLayout, top: number, { __ }: Translator): void {
  const sumRows: readonly SheetSumRow[] = [...sheet.sums, { rate: __('Sum'), ...sheet.whole }];
  const textWidth = pdf.width - SUMS_WIDTH - GAP;
  const total = { label: __('Total'), correction: sheet.back ? __('Amount to refund') : __('Difference') };
  const payment = [sheet.payment, sheet.paidOn === '' ? '' : __('paid on %s', sheet.paidOn)];
  const lines: readonly (readonly [string, TextStyle])[] = [
    [sheet.correction ? total.correction : total.label, LABEL],
    [`${sheet.total} PLN`, TOTAL],
    ...(sheet.correction
      ? []
      : [
          [`${__('Payment')}: ${payment.filter((part) => part !== '').join(' · ')}`, TEXT] as const,
          [sheet.account === '' ? '' : `${__('Bank account')}: ${sheet.account}`, TEXT] as const,
        ]),
    [sheet.exemptBasis === '' ? '' : __('Exempt from VAT: %s', sheet.exemptBasis), TEXT],
  ];
  const textHeight = lines.reduce((sum, [text, style]) => sum + pdf.heightOf(text, textWidth, style), 0);
  const needed = Math.max(textHeight, (sumRows.length + 1) * 22);
  const start = top + needed > pdf.bottom ? (pdf.addPage(), MARGIN) : top;
  writeLines(pdf, lines, { x: MARGIN, y: start, width: textWidth });
  writeTable<SheetSumRow>(
    pdf,
    {
      x: MARGIN + pdf.width - SUMS_WIDTH,
      width: SUMS_WIDTH,
      columns: [
        { head: __('Rate'), cell: ({ rate }) => rate },
        { head: __('Net'), width: 66, isNumber: true, cell: ({ net }) => net },
        { head: __('VAT'), width: 62, isNumber: true, cell: ({ tax }) => tax },
        { head: __('Gross'), width: 70, isNumber: true, cell: ({ gross }) => gross },
      ],
      rows: sumRows,
      isBold: (row) => row === sumRows.at(-1),
    },
    start,
  );
}

/**
 * Creates the PDF of an invoice or a correction (VAT Act, art. 106e and 106j), in the language of the request. Its text
 * can be selected and searched.
 */
export async function createInvoicePdf(
  invoice: Invoice,
  state: { readonly ksefNumber: string },
  scope: Translator,
): Promise<Buffer> {
  const { __ } = scope;
  const sheet = createInvoiceLayout(invoice, state, scope);
  const pdf = createPdfFile({
    title: sheet.title,
    author: invoice.seller.name,
    language: scope.locale().slice(0, 2),
    createdAt: invoice.madeAt,
  });
  const headBottom = writeCorrection(pdf, sheet, writeHead(pdf, sheet, scope), scope);
  const partiesBottom = writeParties(pdf, sheet, headBottom + GAP, scope);
  const linesBottom = writeTable(
    pdf,
    {
      columns: lineColumns(sheet, scope),
      rows: sheet.rows,
      keepsWithNext: ({ position }) => sheet.correction !== null && position % 2 === 1,
    },
    partiesBottom + GAP,
  );
  writeFoot(pdf, sheet, linesBottom + GAP, scope);
  return pdf.finish((page, pages) => `${sheet.title} · ${__('Page %1$d of %2$d', page, pages)}`);
}
