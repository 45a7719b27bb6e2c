import type { TranslationApi } from 'plinth';
import type { Adjustment, AdjustmentContext, CartItem, Discount, Reduction, TaxShare } from '../contract/index.js';
import { includedTax } from '../money/tax.js';
import { isAmount, isPercent, UNDEFINED_RESULT_ERROR } from '../registries/registry-checks.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { RegistryEntry } from 'plinth';

/** Calculated discounts, and the refused codes. */
export interface DiscountResult {
  readonly adjustments: readonly Adjustment[];
  /** Codes without effect, each with the reason. */
  readonly refusedCodes: readonly { readonly code: string; readonly reason: string }[];
}

/** Remainder of a line after the previous discounts. */
interface RemainingLine {
  readonly item: CartItem;
  /** Index among the lines. */
  readonly line: number;
  total: number;
}

/** Creates the function that calculates the registered discounts for a purchase. */
export function createDiscounts(
  registry: StoreRegistries['discounts'],
  { __ }: Pick<TranslationApi, '__'>,
): (context: AdjustmentContext, codes: readonly string[], deliveryTaxRate: number) => Promise<DiscountResult> {
  const reductionOf = (
    entry: RegistryEntry<Discount>,
    context: AdjustmentContext,
    code: string,
  ): Promise<Reduction | null> =>
    registry.call<Reduction | null>(entry, (discount) => discount.calculate(context, code), null, reductionError);

  return async (context, codes, deliveryTaxRate) => {
    const remaining: RemainingLine[] = context.items.map((item, line) => ({ item, line, total: item.total }));
    const adjustments: Adjustment[] = [];
    const refusedCodes: { code: string; reason: string }[] = [];
    let delivery = context.deliveryPrice;

    async function applyReduction(
      entry: RegistryEntry<Discount>,
      reduction: Exclude<Reduction, { kind: 'refused' }>,
      code: string,
    ): Promise<void> {
      const free = reduction.kind === 'free_delivery';
      const taxes = free
        ? [reductionShare(delivery, includedTax(delivery, deliveryTaxRate), deliveryTaxRate, null)]
        : distributeReduction(remaining, reduction);
      const [amount, tax] = [sumOf(taxes, 'amount'), sumOf(taxes, 'tax')];
      if (free) delivery = 0;
      // A free-shipping discount is shown even before a shipping method is selected.
      if (amount < 0 || free)
        adjustments.push({
          kind: 'discount',
          id: entry.id,
          label: reduction.label ?? (await labelOf(registry, entry, (discount) => discount.label)),
          amount,
          tax,
          code,
          taxes: taxes.filter((share) => share.amount !== 0),
        });
    }

    for (const entry of registry.entries().filter(({ value }) => !value.byCode)) {
      const reduction = await reductionOf(entry, context, '');
      if (reduction && reduction.kind !== 'refused') await applyReduction(entry, reduction, '');
    }
    for (const code of codes) {
      let reason = __('This code is invalid or has expired.');
      for (const entry of registry.entries().filter(({ value }) => value.byCode)) {
        const reduction = await reductionOf(entry, context, code);
        if (!reduction) continue;
        if (reduction.kind === 'refused') reason = reduction.reason;
        else {
          await applyReduction(entry, reduction, code);
          reason = '';
        }
        break;
      }
      if (reason !== '') refusedCodes.push({ code, reason });
    }
    return { adjustments, refusedCodes };
  };
}

/**
 * Returns the tax share of a reduction.
 * @param amount minor units, 0 or more
 * @param tax tax included in the amount, in minor units
 */
const reductionShare = (amount: number, tax: number, rate: number, line: number | null): TaxShare => ({
  rate,
  amount: 0 - amount,
  tax: 0 - tax,
  line,
});

const sumOf = (shares: readonly TaxShare[], key: 'amount' | 'tax'): number =>
  shares.reduce((sum, share) => sum + share[key], 0);

/** Distributes a reduction over the lines, so that the tax included in each decreases accordingly. */
function distributeReduction(
  left: readonly RemainingLine[],
  reduction: Extract<Reduction, { kind: 'percent' | 'fixed' }>,
): readonly TaxShare[] {
  const lines = left.filter(
    ({ item }) => reduction.productIds === undefined || reduction.productIds.includes(item.productId),
  );
  const sum = lines.reduce((total, line) => total + line.total, 0);
  let openAmount =
    reduction.kind === 'percent' ? Math.round((sum * reduction.percent) / 100) : Math.min(reduction.amount, sum);
  let remainingSum = sum;
  return lines.map((line) => {
    // Each line takes its share of the open amount, so that rounding leaves no remainder.
    const part = remainingSum > 0 ? Math.round((openAmount * line.total) / remainingSum) : 0;
    const { taxRate } = line.item;
    const tax = includedTax(line.total, taxRate) - includedTax(line.total - part, taxRate);
    remainingSum -= line.total;
    line.total -= part;
    openAmount -= part;
    return reductionShare(part, tax, taxRate, line.line);
  });
}

function reductionError(reduction: Reduction | null | undefined): string {
  if (reduction === undefined) return UNDEFINED_RESULT_ERROR;
  if (reduction === null) return '';
  switch (reduction.kind) {
    case 'percent':
      return isPercent(reduction.percent) ? '' : 'a percentage must be a number from 0 to 100.';
    case 'fixed':
      return isAmount(reduction.amount) ? '' : 'an amount must be an integer in minor units, 0 or more.';
    case 'free_delivery':
      return '';
    case 'refused':
      return typeof reduction.reason === 'string' ? '' : 'a refusal must have a reason.';
    default:
      return 'its kind is unknown.';
  }
}
