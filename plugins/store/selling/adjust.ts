import type { TranslationApi } from 'plinth';
import type { Adjustment, AdjustmentContext, Purchase } from '../contract/index.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { createDiscounts, type Discounted } from './discounts.js';
import { feesFor } from './fees.js';

/** What is chosen besides the goods. */
export interface Chosen {
  readonly delivery: string;
  readonly deliveryPrice: number;
  readonly deliveryTaxRate: number;
  readonly payment: string;
  readonly codes: readonly string[];
}

/** Fees and discounts of purchases. */
export interface Adjust {
  /** Discounts first, then fees. @param feeTaxRate percent, of fees that say none */
  (purchase: Purchase, chosen: Chosen, feeTaxRate: number): Promise<Discounted>;
  /** Whether any discount takes codes. */
  takesCodes(): boolean;
}

export function createAdjust(
  { discounts, fees }: Pick<StoreRegistries, 'discounts' | 'fees'>,
  words: Pick<TranslationApi, '__'>,
): Adjust {
  const discounted = createDiscounts(discounts, words);
  const adjust = async (
    purchase: Purchase,
    { codes, deliveryTaxRate, ...chosen }: Chosen,
    feeTaxRate: number,
  ): Promise<Discounted> => {
    if (purchase.items.length === 0) return { adjustments: [], refused: [] };
    const context: AdjustmentContext = { ...purchase, ...chosen };
    const { adjustments, refused } = await discounted(context, codes, deliveryTaxRate);
    const all: readonly Adjustment[] = [...adjustments, ...(await feesFor(fees, context, feeTaxRate))];
    return { adjustments: all, refused };
  };
  return Object.assign(adjust, { takesCodes: () => discounts.entries().some(({ value }) => value.byCode === true) });
}
