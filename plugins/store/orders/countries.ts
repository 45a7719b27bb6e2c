/** The member states of the European Union, ISO 3166-1 alpha-2. */
const EU_COUNTRIES = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;

export const DEFAULT_COUNTRY = 'PL';

export function isEuCountry(code: string): boolean {
  return (EU_COUNTRIES as readonly string[]).includes(code);
}

/** Formatters of country names, by language. */
const displayNames = new Map<string, Intl.DisplayNames>();

/**
 * Returns the name of a country in a language.
 * @param locale locale such as `pl_PL`
 */
export function countryName(code: string, locale: string): string {
  if (!isEuCountry(code)) return code;
  const language = locale.replace('_', '-');
  const names = displayNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  displayNames.set(language, names);
  return names.of(code) ?? code;
}

/** Returns the options of a country select, sorted by the rules of the language. */
export function countryOptions(locale: string): { value: string; label: string }[] {
  return EU_COUNTRIES.map((value) => ({ value, label: countryName(value, locale) })).sort((a, b) =>
    a.label.localeCompare(b.label, locale.replace('_', '-')),
  );
}
