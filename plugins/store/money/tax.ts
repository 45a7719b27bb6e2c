import type { TaxShare } from '../contract/index.js';

/**
 * Returns the tax included in a gross amount, rounded to the minor unit. Callers round each line and add the results.
 * @param gross minor units
 * @param rate percent
 */
export function includedTax(gross: number, rate: number): number {
  return rate > 0 ? Math.round((gross * rate) / (100 + rate)) : 0;
}

/**
 * Returns the tax share of an amount at one rate.
 * @param amount minor units, tax included
 * @param rate percent
 */
export function taxShare(amount: number, rate: number): TaxShare {
  return { rate, amount, tax: includedTax(amount, rate), line: null };
}
