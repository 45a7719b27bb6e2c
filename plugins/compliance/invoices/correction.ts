import { PlinthError } from 'plinth';
import type { Invoice, InvoiceLine } from './invoice.js';
import { isChanged } from './rate-sums.js';

/** Input of a correction. */
export interface CorrectionInput {
  readonly reason: string;
  /** Remaining quantity of each line, in line order: at most the current one. */
  readonly quantities: readonly number[];
}

/**
 * Reduces the quantity of a line: discount, total and tax are reduced in proportion, and the last unit absorbs the
 * rounding difference.
 */
function reduceLine(line: InvoiceLine, quantity: number): InvoiceLine {
  const prorate = (minor: number): number => Math.round((minor * quantity) / line.quantity);
  const gross = prorate(line.gross);
  return { ...line, quantity, gross, tax: prorate(line.tax), discount: line.unitPrice * quantity - gross };
}

/**
 * Returns the lines after a correction.
 * @param before lines of the last document about the order
 * @throws PlinthError `invoice_correction_invalid` without a reason, for quantities that do not fit the lines, or when
 * nothing changes
 */
export function correctLines(
  before: readonly InvoiceLine[],
  { reason, quantities }: CorrectionInput,
): readonly InvoiceLine[] {
  const correctionError = (message: string): PlinthError =>
    new PlinthError('invoice_correction_invalid', message, {
      status: 422,
      hint: 'Give a reason, and the remaining quantity of each line.',
    });
  if (reason.trim() === '') throw correctionError('A correction requires a reason.');
  if (
    quantities.length !== before.length ||
    quantities.some(
      (quantity, index) => !Number.isSafeInteger(quantity) || quantity < 0 || quantity > (before[index]?.quantity ?? 0),
    )
  )
    throw correctionError('The quantities do not match the lines of the invoice.');
  const pairs = before.map((line, index) => {
    const quantity = quantities[index] ?? 0;
    return { line, corrected: quantity === line.quantity ? line : reduceLine(line, quantity) };
  });
  if (!pairs.some(({ line, corrected }) => isChanged(line, corrected)))
    throw correctionError('The correction changes nothing.');
  return pairs.map(({ corrected }) => corrected);
}

/**
 * Returns the correction of an invoice.
 * @param last newest document about it: the invoice itself, or its last correction
 * @param issueData data known only at the time of issue
 */
export function createCorrection(
  original: Invoice & { readonly ksefNumber: string },
  last: Invoice,
  input: CorrectionInput,
  issueData: Pick<Invoice, 'number' | 'issuedOn' | 'madeAt'>,
): Invoice {
  const { ksefNumber, ...invoice } = original;
  return {
    ...invoice,
    ...issueData,
    lines: correctLines(last.lines, input),
    correction: {
      reason: input.reason.trim(),
      original: { number: original.number, issuedOn: original.issuedOn, ksefNumber },
      before: last.lines,
    },
  };
}
