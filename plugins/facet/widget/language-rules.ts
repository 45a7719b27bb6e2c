/** By locale. */
const pluralCounts = new Map<string, ReadonlyMap<Intl.LDMLPluralRule, number>>();

/**
 * Returns the plural categories of a language, each with the lowest count that it applies to.
 * @param locale such as `pl_PL`
 */
export function countsByForm(locale: string): ReadonlyMap<Intl.LDMLPluralRule, number> {
  let counts = pluralCounts.get(locale);
  if (!counts) {
    const rules = new Intl.PluralRules(locale.replace('_', '-'));
    const found = new Map<Intl.LDMLPluralRule, number>();
    for (let count = 0; count <= 100; count++)
      if (!found.has(rules.select(count))) found.set(rules.select(count), count);
    pluralCounts.set(locale, (counts = found));
  }
  return counts;
}
