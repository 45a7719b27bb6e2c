const orders = new Map<string, Intl.Collator>();

/** How a language puts names in order: its own letters, and 9 before 10. @param locale such as `pl_PL` */
export function namesIn(locale: string): Intl.Collator {
  const known = orders.get(locale) ?? new Intl.Collator(locale.replace('_', '-'), { numeric: true });
  orders.set(locale, known);
  return known;
}
