/** Minor units of any currency as text, in a language. @param locale `pl_PL` */
export function amountIn(minor: number, currency: string, locale: string): string {
  try {
    const numbers = new Intl.NumberFormat(locale.replace('_', '-'), {
      style: 'currency',
      currency,
      useGrouping: 'always',
    });
    return numbers.format(minor / 10 ** (numbers.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    // What a provider calls a currency need not be one.
    return `${minor} ${currency}`;
  }
}
