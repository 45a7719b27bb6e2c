/**
 * Currencies that a shop can sell in (ISO 4217): those of the European Union and its neighbors, and the most traded
 * ones.
 */
export const CURRENCIES = [
  'PLN',
  'EUR',
  'BAM',
  'CHF',
  'CZK',
  'DKK',
  'GBP',
  'HUF',
  'ISK',
  'MDL',
  'MKD',
  'NOK',
  'RON',
  'RSD',
  'SEK',
  'TRY',
  'UAH',
  'AED',
  'ARS',
  'AUD',
  'BRL',
  'CAD',
  'CLP',
  'CNY',
  'COP',
  'HKD',
  'IDR',
  'ILS',
  'INR',
  'JPY',
  'KRW',
  'KWD',
  'MXN',
  'MYR',
  'NZD',
  'PHP',
  'SAR',
  'SGD',
  'THB',
  'TWD',
  'USD',
  'VND',
  'ZAR',
] as const;

/** Returns the number of decimal digits of a currency. */
export function digitsOf(code: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/**
 * Returns the name of a currency.
 * @param locale locale such as `pl_PL`
 */
export function currencyName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale.replace('_', '-'), 'en'], { type: 'currency' }).of(code) ?? code;
}
