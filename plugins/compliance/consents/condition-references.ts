import type { Catalogue, PaymentWays } from '../store/shop.js';
import type { CheckboxConditions } from './checkbox.js';

export const PRODUCT_TYPES: readonly string[] = ['physical', 'digital'];

type Kind = keyof CheckboxConditions;
/** Values in conditions that do not exist, by kind. */
export type GoneReferences = Readonly<Record<Kind, readonly string[]>>;

/** Codes that look like country codes but are none: unions and placeholders for unknown regions. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Cached results by two-letter code. */
const codes = new Map<string, boolean>();

/** Whether a text is a country code, ISO 3166-1 alpha-2. */
export function isCountryCode(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  let is = codes.get(code);
  if (is === undefined) codes.set(code, (is = !NO_COUNTRIES.includes(code) && regions.of(code) !== undefined));
  return is;
}

/** Finds values in conditions that do not exist, or no longer do. */
export interface ConditionReferences {
  findMissing(conditions: CheckboxConditions): Promise<GoneReferences>;
}

export function createConditionReferences(
  catalogue: () => Catalogue | undefined,
  payments: PaymentWays,
): ConditionReferences {
  async function goneCategories(categories: readonly number[]): Promise<string[]> {
    if (categories.length === 0) return [];
    const there = new Set((await catalogue()?.terms('product_cat'))?.map(({ id }) => id));
    return categories.filter((id) => !there.has(id)).map(String);
  }
  return {
    async findMissing({ categories, countries, payment_methods, product_types }) {
      return {
        categories: await goneCategories(categories),
        countries: countries.filter((code) => !isCountryCode(code)),
        payment_methods: payment_methods.filter((method) => !payments().some(({ id }) => id === method)),
        product_types: product_types.filter((type) => !PRODUCT_TYPES.includes(type)),
      };
    },
  };
}
