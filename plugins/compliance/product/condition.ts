import type { CatalogueRecord } from '../store/catalogue.js';

/** The store's field of products: `used` for second-hand goods. */
const CONDITION_FIELD = 'condition';

/** Whether a product is sold second-hand. */
export function isSecondHand({ fields }: Pick<CatalogueRecord, 'fields'>): boolean {
  return fields[CONDITION_FIELD] === 'used';
}
