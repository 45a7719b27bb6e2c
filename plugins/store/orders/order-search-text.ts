import type { OrderAddress, OrderLine } from '../contract/index.js';

/** Maximum length of the stored search text, in characters. */
const MAX_SEARCH_TEXT_LENGTH = 2000;
/** Number of digits of a Polish telephone number without the country calling code. */
const LOCAL_DIGITS = 9;

/** Fields of an order that are searchable. */
export interface SearchableOrder {
  readonly number: string;
  readonly billing: OrderAddress;
  readonly shipping: OrderAddress;
  readonly lines: readonly Pick<OrderLine, 'sku'>[];
}

/** Returns the customer's full name, at most 190 characters. */
export function customerName({ firstName, lastName }: OrderAddress): string {
  return `${firstName} ${lastName}`.trim().slice(0, 190);
}

/**
 * Returns the text that the order search matches: order number, addresses, telephone numbers as digits only, and SKUs.
 */
export function orderSearchText({ number, billing, shipping, lines }: SearchableOrder): string {
  const addressTexts = [billing, shipping].flatMap(({ postcode, city, phone }) => [
    postcode,
    city,
    phone.replace(/\D/g, ''),
  ]);
  const shippingNames = [customerName(shipping), shipping.company];
  const texts = [
    number,
    billing.email,
    customerName(billing),
    billing.company,
    ...shippingNames,
    ...addressTexts,
    ...lines.map(({ sku }) => sku),
  ];
  return [...new Set(texts.filter((text) => text !== ''))].join(' ').toLowerCase().slice(0, MAX_SEARCH_TEXT_LENGTH);
}

/** Normalizes a search phrase: removes separators and the country calling code from telephone numbers. */
export function normalizePhrase(input: string): string {
  const digits = input.replace(/\D/g, '');
  const isSpacedNumber = /^\s*\+?\(?\d[\d\s().+-]*$/.test(input) && /[\s+()]/.test(input.trim()) && digits.length > 3;
  const isHyphenatedNumber = /^\d{3}(?:-\d{3}){2}$/.test(input.trim());
  if (!isSpacedNumber && !isHyphenatedNumber) return input.toLowerCase();
  return digits.length > LOCAL_DIGITS ? digits.slice(-LOCAL_DIGITS) : digits;
}
