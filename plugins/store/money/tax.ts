/**
 * The tax inside a gross amount, rounded to the minor unit; lines are rounded one by one and then summed.
 * @param gross minor units @param rate percent
 */
export function taxInside(gross: number, rate: number): number {
  return rate > 0 ? Math.round((gross * rate) / (100 + rate)) : 0;
}
