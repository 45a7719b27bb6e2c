import type { OrderAddress, OrderLine } from '../contract/index.js';

/** Characters that are kept of it. */
const LENGTH = 2000;
/** Digits of a telephone number behind the country's own. */
const LOCAL_DIGITS = 9;

/** An order as far as the search knows it. */
export interface SearchedOrder {
  readonly number: string;
  readonly billing: OrderAddress;
  readonly shipping: OrderAddress;
  readonly lines: readonly Pick<OrderLine, 'sku'>[];
}

/** The customer's name, as lists show it. */
export function customerOf({ firstName, lastName }: OrderAddress): string {
  return `${firstName} ${lastName}`.trim().slice(0, 190);
}

/** What the search of the orders looks through: number, addresses, telephone numbers as bare digits, and the SKUs that were bought. */
export function orderSearchText({ number, billing, shipping, lines }: SearchedOrder): string {
  const places = [billing, shipping].flatMap(({ postcode, city, phone }) => [postcode, city, phone.replace(/\D/g, '')]);
  const elsewhere = [customerOf(shipping), shipping.company];
  const texts = [
    number,
    billing.email,
    customerOf(billing),
    billing.company,
    ...elsewhere,
    ...places,
    ...lines.map(({ sku }) => sku),
  ];
  return [...new Set(texts.filter((text) => text !== ''))].join(' ').toLowerCase().slice(0, LENGTH);
}

/** A typed phrase as it is looked for: telephone numbers without the marks that people put between their digits, and without the country's number. */
export function searchedPhrase(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  const isSpaced = /^\s*\+?\(?\d[\d\s().+-]*$/.test(typed) && /[\s+()]/.test(typed.trim()) && digits.length > 3;
  const isHyphened = /^\d{3}(?:-\d{3}){2}$/.test(typed.trim());
  if (!isSpaced && !isHyphened) return typed.toLowerCase();
  return digits.length > LOCAL_DIGITS ? digits.slice(-LOCAL_DIGITS) : digits;
}
