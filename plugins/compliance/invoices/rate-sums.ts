import type { Invoice, InvoiceLine } from './invoice.js';
import type { RateCode } from './tax-rates.js';

/** What is sold at one rate; minor units. */
export interface RateSum {
  readonly rate: RateCode;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

const ORDER: readonly RateCode[] = ['23', '22', '8', '7', '5', '0 KR', 'zw'];

/** The sums by rate, the highest rate first; tax is the sum of that of the lines (VAT Act, art. 106e(10)), as the order has it. */
export function rateSums(lines: readonly InvoiceLine[]): readonly RateSum[] {
  return ORDER.flatMap((rate) => {
    const own = lines.filter((line) => line.rate === rate);
    if (own.length === 0) return [];
    const gross = own.reduce((sum, line) => sum + line.gross, 0);
    const tax = own.reduce((sum, line) => sum + line.tax, 0);
    return [{ rate, net: gross - tax, tax, gross }];
  });
}

/** What an invoice comes to by rate; of a correction, by how much it changes that. */
export function invoiceSums({ lines, correction }: Pick<Invoice, 'lines' | 'correction'>): readonly RateSum[] {
  if (!correction) return rateSums(lines);
  const changed = correction.before.flatMap((before, index) => {
    const after = lines[index];
    return after && isChanged(before, after) ? [{ before, after }] : [];
  });
  const [was, is] = [rateSums(changed.map(({ before }) => before)), rateSums(changed.map(({ after }) => after))];
  return is.map((sum) => {
    const old = was.find(({ rate }) => rate === sum.rate);
    return {
      rate: sum.rate,
      net: sum.net - (old?.net ?? 0),
      tax: sum.tax - (old?.tax ?? 0),
      gross: sum.gross - (old?.gross ?? 0),
    };
  });
}

/** Whether a correction touched a line. */
export function isChanged(before: InvoiceLine, after: InvoiceLine): boolean {
  return (
    before.quantity !== after.quantity ||
    before.gross !== after.gross ||
    before.tax !== after.tax ||
    before.discount !== after.discount
  );
}

/** What is to be paid, or given back: minor units. */
export function totalOf(sums: readonly RateSum[]): number {
  return sums.reduce((all, { gross }) => all + gross, 0);
}
