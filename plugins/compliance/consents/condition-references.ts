import type { Catalog, PaymentMethods } from '../store/shop.js';
import type { CheckboxConditions } from './checkbox.js';

export const PRODUCT_TYPES: readonly string[] = ['physical', 'digital'];

type Kind = keyof CheckboxConditions;
/** Values in conditions that do not exist, by kind. */
export type MissingReferences = Readonly<Record<Kind, readonly string[]>>;

/** Codes that look like country codes but are none: unions and placeholders for unknown regions. */
const NON_COUNTRY_CODES: readonly string[] = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Cached results by two-letter code. */
const codeCache = new Map<string, boolean>();

/** Whether a text is a country code, ISO 3166-1 alpha-2. */
export function isCountryCode(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  let isCountry = codeCache.get(code);
  if (isCountry === undefined)
    codeCache.set(code, (isCountry = !NON_COUNTRY_CODES.includes(code) && regions.of(code) !== undefined));
  return isCountry;
}

/** Finds values in conditions that do not exist, or no longer do. */
export interface ConditionReferences {
  findMissing(conditions: CheckboxConditions): Promise<MissingReferences>;
}

export function createConditionReferences(
  catalog: () => Catalog | undefined,
  payments: PaymentMethods,
): ConditionReferences {
  async function findMissingCategories(categories: readonly number[]): Promise<string[]> {
    if (categories.length === 0) return [];
    const existingIds = new Set((await catalog()?.terms('product_cat'))?.map(({ id }) => id));
    return categories.filter((id) => !existingIds.has(id)).map(String);
  }
  return {
    async findMissing({ categories, countries, payment_methods, product_types }) {
      return {
        categories: await findMissingCategories(categories),
        countries: countries.filter((code) => !isCountryCode(code)),
        payment_methods: payment_methods.filter((method) => !payments().some(({ id }) => id === method)),
        product_types: product_types.filter((type) => !PRODUCT_TYPES.includes(type)),
      };
    },
  };
}
