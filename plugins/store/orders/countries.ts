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

export function isCountry(code: string): boolean {
  return (EU_COUNTRIES as readonly string[]).includes(code);
}

/** Names of countries, by language. */
const namesIn = new Map<string, Intl.DisplayNames>();

/** A country's name in a language. @param locale `pl_PL` */
export function countryName(code: string, locale: string): string {
  if (!isCountry(code)) return code;
  const language = locale.replace('_', '-');
  const names = namesIn.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  namesIn.set(language, names);
  return names.of(code) ?? code;
}

/** Options of a select, in the order of the language. */
export function countryOptions(locale: string): { value: string; label: string }[] {
  return EU_COUNTRIES.map((value) => ({ value, label: countryName(value, locale) })).sort((a, b) =>
    a.label.localeCompare(b.label, locale.replace('_', '-')),
  );
}
