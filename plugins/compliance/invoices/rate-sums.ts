import type { Invoice, InvoiceLine } from './invoice.js';
import type { RateCode } from './tax-rates.js';

/** Sums of one tax rate; minor units. */
export interface RateSum {
  readonly rate: RateCode;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

const RATE_ORDER: readonly RateCode[] = ['23', '22', '8', '7', '5', '0 KR', 'zw'];

/**
 * Returns the sums by rate, highest first; tax is the sum of the lines' tax, as in the order (VAT Act, art. 106e(10)).
 */
export function sumByRate(lines: readonly InvoiceLine[]): readonly RateSum[] {
  return RATE_ORDER.flatMap((rate) => {
    const rateLines = lines.filter((line) => line.rate === rate);
    if (rateLines.length === 0) return [];
    const gross = rateLines.reduce((sum, line) => sum + line.gross, 0);
    const tax = rateLines.reduce((sum, line) => sum + line.tax, 0);
    return [{ rate, net: gross - tax, tax, gross }];
  });
}

/** Returns the sums of an invoice by rate; for a correction, the differences. */
export function invoiceSums({ lines, correction }: Pick<Invoice, 'lines' | 'correction'>): readonly RateSum[] {
  if (!correction) return sumByRate(lines);
  const changed = correction.before.flatMap((before, index) => {
    const after = lines[index];
    return after && isChanged(before, after) ? [{ before, after }] : [];
  });
  const [sumsBefore, sumsAfter] = [
    sumByRate(changed.map(({ before }) => before)),
    sumByRate(changed.map(({ after }) => after)),
  ];
  return sumsAfter.map((sum) => {
    const old = sumsBefore.find(({ rate }) => rate === sum.rate);
    return {
      rate: sum.rate,
      net: sum.net - (old?.net ?? 0),
      tax: sum.tax - (old?.tax ?? 0),
      gross: sum.gross - (old?.gross ?? 0),
    };
  });
}

/** Whether a correction changed a line. */
export function isChanged(before: InvoiceLine, after: InvoiceLine): boolean {
  return (
    before.quantity !== after.quantity ||
    before.gross !== after.gross ||
    before.tax !== after.tax ||
    before.discount !== after.discount
  );
}

/** Returns the total to be paid or refunded, in minor units. */
export function getTotal(sums: readonly RateSum[]): number {
  return sums.reduce((all, { gross }) => all + gross, 0);
}
