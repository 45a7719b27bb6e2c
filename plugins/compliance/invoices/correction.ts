import { PlinthError } from 'plinth';
import type { Invoice, InvoiceLine } from './invoice.js';
import { isChanged } from './rate-sums.js';
import { reduceLines, reduceQuantity, type RefundTarget } from './reduce-lines.js';

/** Input of a correction. */
export interface CorrectionInput {
  readonly reason: string;
  /** Remaining quantity of each line, in line order: at most the current one. */
  readonly quantities: readonly number[];
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
    return { line, corrected: reduceQuantity(line, quantity) };
  });
  if (!pairs.some(({ line, corrected }) => isChanged(line, corrected)))
    throw correctionError('The correction changes nothing.');
  return pairs.map(({ corrected }) => corrected);
}

/** Data known only at the time of issue. */
type IssueData = Pick<Invoice, 'number' | 'issuedOn' | 'madeAt'>;
type IssuedInvoice = Invoice & { readonly ksefNumber: string };

function buildCorrection(
  original: IssuedInvoice,
  last: Invoice,
  change: { readonly reason: string; readonly lines: readonly InvoiceLine[]; readonly refundId?: number },
  issueData: IssueData,
): Invoice {
  const { ksefNumber, ...invoice } = original;
  const { reason, lines, refundId } = change;
  return {
    ...invoice,
    ...issueData,
    lines,
    correction: {
      reason: reason.trim(),
      ...(refundId === undefined ? {} : { refundId }),
      original: { number: original.number, issuedOn: original.issuedOn, ksefNumber },
      before: last.lines,
    },
  };
}

/**
 * Returns the correction of an invoice by quantities.
 * @param last newest document about it: the invoice itself, or its last correction
 * @throws PlinthError `invoice_correction_invalid`
 */
export function createCorrection(
  original: IssuedInvoice,
  last: Invoice,
  input: CorrectionInput,
  issueData: IssueData,
): Invoice {
  return buildCorrection(original, last, { reason: input.reason, lines: correctLines(last.lines, input) }, issueData);
}

/** A refund that an invoice does not state yet. */
export interface RefundInput {
  readonly refundId: number;
  readonly reason: string;
  /** Minor units. */
  readonly amount: number;
  /** Lines that it is for; empty for the whole order. */
  readonly targets: readonly RefundTarget[];
}

/**
 * Returns the correction of an invoice after a refund: a return of goods, or a lower price (VAT Act, art. 106j(1)).
 * @param last newest document about it: the invoice itself, or its last correction
 */
export function createRefundCorrection(
  original: IssuedInvoice,
  last: Invoice,
  { refundId, reason, amount, targets }: RefundInput,
  issueData: IssueData,
): Invoice {
  return buildCorrection(
    original,
    last,
    { reason, refundId, lines: reduceLines(last.lines, amount, targets) },
    issueData,
  );
}
