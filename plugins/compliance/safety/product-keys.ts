/** What products keep about who answers for them: the code of a record of each kind. */
export const SAFETY_FIELD = {
  manufacturer: 'gpsr_manufacturer_code',
  responsible: 'gpsr_responsible_code',
  warnings: 'gpsr_warnings',
} as const;

/** What products kept before there were records, and importers may still send: names and addresses as texts. */
export const SAFETY_TEXT = {
  manufacturer: 'gpsr_manufacturer',
  manufacturerContact: 'gpsr_manufacturer_contact',
  manufacturerCountry: 'gpsr_manufacturer_country',
  responsible: 'gpsr_responsible',
  responsibleContact: 'gpsr_responsible_contact',
} as const;

/** Values of a product's fields. */
export type ProductFields = Readonly<Record<string, number | string | boolean>>;

/** A text of a product; '' when there is none. */
export function fieldText(fields: ProductFields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value.trim() : '';
}

/** A pattern for `like … escape '!'` that finds a key, or a key with its value, in the stored fields. Codes hold nothing that JSON writes otherwise. */
export function storedPattern(key: string, code?: string): string {
  const text = code === undefined ? `"${key}":` : `"${key}":${JSON.stringify(code)}`;
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}
