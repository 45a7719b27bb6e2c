/** Product fields with the code of the contact of each kind. */
export const SAFETY_FIELD = {
  manufacturer: 'gpsr_manufacturer_code',
  responsible: 'gpsr_responsible_code',
  warnings: 'gpsr_warnings',
} as const;

/** Product fields from before contacts existed, which importers may still use: names and addresses as texts. */
export const SAFETY_TEXT = {
  manufacturer: 'gpsr_manufacturer',
  manufacturerContact: 'gpsr_manufacturer_contact',
  manufacturerCountry: 'gpsr_manufacturer_country',
  responsible: 'gpsr_responsible',
  responsibleContact: 'gpsr_responsible_contact',
} as const;

/** Values of a product's fields. */
export type ProductFields = Readonly<Record<string, number | string | boolean>>;

/** Returns a text field of a product; '' when it is absent. */
export function readFieldText(fields: ProductFields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Returns a pattern for `like … escape '!'` that matches a key, or a key with its value, in the stored fields. Codes
 * contain no characters that JSON escapes.
 */
export function createLikePattern(key: string, code?: string): string {
  const text = code === undefined ? `"${key}":` : `"${key}":${JSON.stringify(code)}`;
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}
