/** Contacts for a product's safety: Regulation (EU) 2023/988, art. 19(a) and (b). */
export type ContactKind = 'manufacturer' | 'responsible';

/** Name and addresses of a contact shown with an offer: art. 19 requires a postal and an electronic address. */
export interface SafetyContact {
  readonly name: string;
  /** Postal address; may have several lines. */
  readonly address: string;
  readonly email: string;
  /** Contact page `https://…`, an alternative to an email address. */
  readonly url: string;
  /** ISO 3166-1 alpha-2; '' when unknown. */
  readonly country: string;
}

/** Missing part of a contact. */
export type ContactGap = 'name' | 'address' | 'electronic';

/** Countries of the European Union, ISO 3166-1 alpha-2. */
export const EU_COUNTRIES: readonly string[] = [
  'AT',
  'BE',
  'BG',
  'HR',
  'CY',
  'CZ',
  'DK',
  'EE',
  'FI',
  'FR',
  'DE',
  'GR',
  'HU',
  'IE',
  'IT',
  'LV',
  'LT',
  'LU',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SK',
  'SI',
  'ES',
  'SE',
];
const EMAIL_PATTERN = /[^\s,;:<>()]+@[^\s,;:<>()]+\.[^\s,;:<>()]+/;
const URL_PATTERN = /https?:\/\/[^\s,;<>()]+/;

export const NO_CONTACT: SafetyContact = { name: '', address: '', email: '', url: '', country: '' };

/** Whether it is not known to be in the EU, so that a responsible person is needed: art. 19(b) and 16(1). */
export const mayBeOutsideEu = ({ country }: Pick<SafetyContact, 'country'>): boolean => !EU_COUNTRIES.includes(country);

/** Returns the parts required by art. 19 that are missing. */
export function findContactGaps({ name, address, email, url }: SafetyContact): readonly ContactGap[] {
  return [
    ...(name === '' ? (['name'] as const) : []),
    ...(address === '' ? (['address'] as const) : []),
    ...(email === '' && url === '' ? (['electronic'] as const) : []),
  ];
}

/**
 * Parses a name and a text with all addresses, as formerly stored with products: anything that is not an email address
 * or a URL becomes the postal address, so that nothing is lost.
 */
export function parseContact(name: string, text: string, country = ''): SafetyContact {
  const [email = ''] = EMAIL_PATTERN.exec(text) ?? [];
  const [url = ''] = URL_PATTERN.exec(text.replace(email, ' ')) ?? [];
  const remainingText = [url, email].reduce((left, part) => (part === '' ? left : left.replace(part, '')), text);
  const address = remainingText
    .replace(/[ \t]+/g, ' ')
    .replace(/(?:\s*[,;]\s*){2,}/g, ', ')
    .replace(/^[\s,;]+|[\s,;]+$/g, '');
  return { name: name.trim(), address, email, url, country: country.trim().toUpperCase() };
}
