import type { Adjustment } from '../contract/index.js';
import type { PriceLabels } from '../prices/price-labels.js';

interface AdjustmentsView {
  readonly adjustments: readonly Adjustment[];
  readonly refusedCodes: readonly { readonly code: string; readonly reason: string }[];
  /** Entered codes that were accepted. */
  readonly codes: readonly string[];
  readonly acceptsCodes: boolean;
  readonly priceLabels: Pick<PriceLabels, 'main'>;
}

/** Returns the fees, discounts and codes as the cart and checkout views need them. */
export function adjustmentsView({
  adjustments,
  refusedCodes: rejectedCodes,
  codes,
  acceptsCodes,
  priceLabels,
}: AdjustmentsView): {
  readonly adjustments: readonly object[];
  readonly acceptsCodes: boolean;
  readonly codes: readonly object[];
} {
  return {
    adjustments: adjustments.map(({ label, amount, tax, code }) => ({
      label,
      code,
      amount: amountText(amount, tax, priceLabels),
    })),
    acceptsCodes,
    codes: acceptsCodes
      ? codes.map((code) => ({ code, reason: rejectedCodes.find((refused) => refused.code === code)?.reason ?? '' }))
      : [],
  };
}

function amountText(amount: number, tax: number, priceLabels: AdjustmentsView['priceLabels']): string {
  if (amount < 0) return `−${priceLabels.main(-amount, -tax)}`;
  return amount > 0 ? priceLabels.main(amount, tax) : '';
}
