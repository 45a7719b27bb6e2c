import type { OrderAddress, OrderLine } from '../contract/index.js';

/** Maximum length of the stored search text, in characters. */
const LENGTH = 2000;
/** Digits of a telephone number without the country calling code. */
const LOCAL_DIGITS = 9;

/** The fields of an order that the search uses. */
export interface SearchedOrder {
  readonly number: string;
  readonly billing: OrderAddress;
  readonly shipping: OrderAddress;
  readonly lines: readonly Pick<OrderLine, 'sku'>[];
}

/** Returns the customer's name as shown in lists. */
export function customerOf({ firstName, lastName }: OrderAddress): string {
  return `${firstName} ${lastName}`.trim().slice(0, 190);
}

/**
 * Returns the text that order search matches against: number, addresses, telephone numbers as digits only, and the SKUs
 * bought.
 */
export function orderSearchText({ number, billing, shipping, lines }: SearchedOrder): string {
  const addressTexts = [billing, shipping].flatMap(({ postcode, city, phone }) => [
    postcode,
    city,
    phone.replace(/\D/g, ''),
  ]);
  const elsewhere = [customerOf(shipping), shipping.company];
  const texts = [
    number,
    billing.email,
    customerOf(billing),
    billing.company,
    ...elsewhere,
    ...addressTexts,
    ...lines.map(({ sku }) => sku),
  ];
  return [...new Set(texts.filter((text) => text !== ''))].join(' ').toLowerCase().slice(0, LENGTH);
}

/** Normalizes a search phrase: removes separators and the country calling code from telephone numbers. */
export function searchedPhrase(input: string): string {
  const digits = input.replace(/\D/g, '');
  const isSpaced = /^\s*\+?\(?\d[\d\s().+-]*$/.test(input) && /[\s+()]/.test(input.trim()) && digits.length > 3;
  const isHyphened = /^\d{3}(?:-\d{3}){2}$/.test(input.trim());
  if (!isSpaced && !isHyphened) return input.toLowerCase();
  return digits.length > LOCAL_DIGITS ? digits.slice(-LOCAL_DIGITS) : digits;
}
