import type { TranslationApi } from 'plinth';
import type { Adjustment, AdjustmentContext, FeeAmount, Purchase } from '../contract/index.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import { createDiscounts, type DiscountResult } from './discounts.js';
import { isAmount, isPercent, UNDEFINED_RESULT_ERROR } from '../registries/registry-checks.js';
import { taxShare } from '../money/tax.js';

/** The selected shipping and payment methods, and the entered discount codes. */
export interface Selection {
  readonly delivery: string;
  readonly deliveryPrice: number;
  readonly deliveryTaxRate: number;
  readonly payment: string;
  readonly codes: readonly string[];
}

/** Calculates fees and discounts of purchases. */
export interface AdjustmentCalculator {
  /**
   * Applies discounts first, then fees.
   * @param feeTaxRate tax rate in percent of fees without a rate of their own
   */
  (purchase: Purchase, selection: Selection, feeTaxRate: number): Promise<DiscountResult>;
  /** Whether any discount requires a code. */
  acceptsCodes(): boolean;
}

export function createAdjustmentCalculator(
  { discounts, fees }: Pick<StoreRegistries, 'discounts' | 'fees'>,
  i18n: Pick<TranslationApi, '__'>,
): AdjustmentCalculator {
  const applyDiscounts = createDiscounts(discounts, i18n);
  const adjust = async (
    purchase: Purchase,
    { codes, deliveryTaxRate, ...selection }: Selection,
    feeTaxRate: number,
  ): Promise<DiscountResult> => {
    if (purchase.items.length === 0) return { adjustments: [], refusedCodes: [] };
    const context: AdjustmentContext = { ...purchase, ...selection };
    const { adjustments, refusedCodes } = await applyDiscounts(context, codes, deliveryTaxRate);
    const all: readonly Adjustment[] = [...adjustments, ...(await feesFor(fees, context, feeTaxRate))];
    return { adjustments: all, refusedCodes };
  };
  return Object.assign(adjust, { acceptsCodes: () => discounts.entries().some(({ value }) => value.byCode === true) });
}

/**
 * Calculates the registered fees for a purchase.
 * @param defaultRate tax rate in percent of fees without a rate of their own; 0 when no tax is charged
 */
async function feesFor(
  registry: StoreRegistries['fees'],
  context: AdjustmentContext,
  defaultRate: number,
): Promise<readonly Adjustment[]> {
  const fees: Adjustment[] = [];
  for (const entry of registry.entries()) {
    const fee = await registry.call<FeeAmount | null>(
      entry,
      (registeredFee) => registeredFee.calculate(context),
      null,
      feeError,
    );
    if (fee === null || fee.amount === 0) continue;
    const rate = defaultRate === 0 ? 0 : (fee.taxRate ?? defaultRate);
    const share = taxShare(fee.amount, rate);
    fees.push({
      kind: 'fee',
      id: entry.id,
      label: fee.label ?? (await labelOf(registry, entry, (source) => source.label)),
      amount: share.amount,
      tax: share.tax,
      code: '',
      taxes: [share],
    });
  }
  return fees;
}

function feeError(fee: FeeAmount | null | undefined): string {
  if (fee === undefined) return UNDEFINED_RESULT_ERROR;
  if (fee === null) return '';
  if (!isAmount(fee.amount))
    return 'an amount must be an integer in minor units, 0 or more; use a discount to reduce the total.';
  return fee.taxRate === undefined || isPercent(fee.taxRate) ? '' : 'a tax rate must be a percentage from 0 to 100.';
}
