import type { Catalogue, PaymentWays } from '../store/shop.js';
import type { CheckboxConditions } from './checkbox.js';

export const PRODUCT_TYPES: readonly string[] = ['physical', 'digital'];

type Kind = keyof CheckboxConditions;
/** What conditions speak of although it is not there, by kind. */
export type GoneReferences = Readonly<Record<Kind, readonly string[]>>;

/** Codes that look like a country's and are none: unions, and what stands for unknown places. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** What was asked before, of two letters each. */
const codes = new Map<string, boolean>();

/** Whether a text is the code of a country, ISO 3166-1 alpha-2. */
export function isCountryCode(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  let is = codes.get(code);
  if (is === undefined) codes.set(code, (is = !NO_COUNTRIES.includes(code) && regions.of(code) !== undefined));
  return is;
}

/** Finds what conditions speak of although it is not there, or no longer. */
export interface ConditionReferences {
  gone(conditions: CheckboxConditions): Promise<GoneReferences>;
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
    async gone({ categories, countries, payment_methods, product_types }) {
      return {
        categories: await goneCategories(categories),
        countries: countries.filter((code) => !isCountryCode(code)),
        payment_methods: payment_methods.filter((method) => !payments().some(({ id }) => id === method)),
        product_types: product_types.filter((type) => !PRODUCT_TYPES.includes(type)),
      };
    },
  };
}
