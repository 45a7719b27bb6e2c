import type { TaxShare } from '../contract/index.js';
import { taxInside } from '../money/tax.js';

/** An amount at one rate. @param amount minor units, tax included @param rate percent */
export function shareOf(amount: number, rate: number): TaxShare {
  return { rate, amount, tax: taxInside(amount, rate), line: null };
}
