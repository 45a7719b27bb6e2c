/**
 * Maximum values of a product. Lengths are in characters, `price` is in minor units, `weight` in grams; `linked`
 * applies to up-sells and to cross-sells.
 */
export const PRODUCT_LIMITS = {
  variations: 80,
  images: 24,
  terms: 300,
  name: 300,
  shortDescription: 5000,
  description: 200_000,
  price: 999_999_999_99,
  quantity: 9_999_999,
  weight: 999_999_999,
  unitContent: 999_999,
  linked: 12,
} as const;

/** Units of unit prices and of package contents. */
export const UNITS = ['kg', 'l', 'm', 'm²', 'szt'] as const;

const DATE_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Whether a text is a date and time in the database's format. */
export function isDateTime(text: string): boolean {
  return DATE_TIME.test(text) && !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}Z`));
}

/** Whether a text is a GTIN (8, 12, 13 or 14 digits) with a correct check digit. */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = [...text].map(Number).reverse();
  const sum = digits.slice(1).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === digits[0];
}
