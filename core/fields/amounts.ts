/** Digits behind the point of a currency's amounts; two of one that nobody knows. */
export function fractionDigits(currency = 'PLN'): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** An amount as people type it, in minor units; undefined for what is none. */
export function minorUnits(typed: string, digits: number): number | undefined {
  const [, sign = '', whole = '', part = ''] =
    /^(-?)(\d{1,12})(?:[.,](\d{1,4}))?$/.exec(typed.replace(/\s/g, '')) ?? [];
  if (whole === '' || part.length > digits) return undefined;
  const units = Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0'));
  return sign === '' ? units : -units;
}

/** Minor units as people type them. */
export function typedAmount(units: number, digits: number): string {
  const text = String(Math.abs(units)).padStart(digits + 1, '0');
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return units < 0 ? `-${amount}` : amount;
}
