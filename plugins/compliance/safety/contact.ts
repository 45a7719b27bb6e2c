/** Who answers for a product's safety: Regulation (EU) 2023/988, art. 19(a) and (b). */
export type ContactKind = 'manufacturer' | 'responsible';

/** Whom an offer names, and where they can be reached: art. 19 asks for a postal and an electronic address. */
export interface SafetyContact {
  readonly name: string;
  /** Postal; may have several lines. */
  readonly address: string;
  readonly email: string;
  /** `https://…`, where they can be reached without an e-mail address. */
  readonly url: string;
  /** ISO 3166-1 alpha-2; '' counts as the EU. */
  readonly country: string;
}

/** What a contact's record lacks, or has and cannot have. */
export type ContactGap = 'name' | 'address' | 'electronic';

/** The countries of the European Union, ISO 3166-1 alpha-2. */
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
const EMAIL = /[^\s,;:<>()]+@[^\s,;:<>()]+\.[^\s,;:<>()]+/;
const SITE = /https?:\/\/[^\s,;<>()]+/;

export const NO_CONTACT: SafetyContact = { name: '', address: '', email: '', url: '', country: '' };

export const isAbroad = ({ country }: Pick<SafetyContact, 'country'>): boolean =>
  country !== '' && !EU_COUNTRIES.includes(country);

/** What art. 19 asks for and is not there. */
export function contactGaps({ name, address, email, url }: SafetyContact): readonly ContactGap[] {
  return [
    ...(name === '' ? (['name'] as const) : []),
    ...(address === '' ? (['address'] as const) : []),
    ...(email === '' && url === '' ? (['electronic'] as const) : []),
  ];
}

/** Reads a name with one text of all addresses, as products had them: what is no e-mail address and no site is the postal one, so no word is lost. */
export function contactOfText(name: string, text: string, country = ''): SafetyContact {
  const [email = ''] = EMAIL.exec(text) ?? [];
  const [url = ''] = SITE.exec(text.replace(email, ' ')) ?? [];
  const rest = [url, email].reduce((left, part) => (part === '' ? left : left.replace(part, '')), text);
  const address = rest
    .replace(/[ \t]+/g, ' ')
    .replace(/(?:\s*[,;]\s*){2,}/g, ', ')
    .replace(/^[\s,;]+|[\s,;]+$/g, '');
  return { name: name.trim(), address, email, url, country: country.trim().toUpperCase() };
}
