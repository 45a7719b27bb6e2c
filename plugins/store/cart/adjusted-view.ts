import type { Adjustment } from '../contract/index.js';
import type { PriceLabels } from '../prices/price-labels.js';

interface AdjustmentsView {
  readonly adjustments: readonly Adjustment[];
  readonly refused: readonly { readonly code: string; readonly reason: string }[];
  /** Entered codes that were accepted. */
  readonly codes: readonly string[];
  readonly takesCodes: boolean;
  readonly shown: Pick<PriceLabels, 'main'>;
}

/** Returns the fees, discounts and codes as the cart and checkout views need them. */
export function adjustedView({
  adjustments,
  refused: rejectedCodes,
  codes,
  takesCodes,
  shown: priceLabels,
}: AdjustmentsView): {
  readonly adjustments: readonly object[];
  readonly takesCodes: boolean;
  readonly codes: readonly object[];
} {
  return {
    adjustments: adjustments.map(({ label, amount, tax, code }) => ({
      label,
      code,
      amount: shownAmount(amount, tax, priceLabels),
    })),
    takesCodes,
    codes: takesCodes
      ? codes.map((code) => ({ code, reason: rejectedCodes.find((one) => one.code === code)?.reason ?? '' }))
      : [],
  };
}

function shownAmount(amount: number, tax: number, priceLabels: AdjustmentsView['shown']): string {
  if (amount < 0) return `−${priceLabels.main(-amount, -tax)}`;
  return amount > 0 ? priceLabels.main(amount, tax) : '';
}
