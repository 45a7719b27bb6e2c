import type { Adjustment, AdjustmentContext, FeeAmount } from '../contract/index.js';
import { isAmount, isPercent } from '../registries/registry-checks.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import { shareOf } from '../money/tax.js';

/** Works out the registered fees for a purchase. @param usualRate percent of tax inside a fee that says none; 0 where none is charged */
export async function feesFor(
  registry: StoreRegistries['fees'],
  context: AdjustmentContext,
  usualRate: number,
): Promise<readonly Adjustment[]> {
  const fees: Adjustment[] = [];
  for (const entry of registry.entries()) {
    const fee = await registry.ask<FeeAmount | null>(entry, (one) => one.of(context), null, feeFault);
    if (fee === null || fee.amount === 0) continue;
    const rate = usualRate === 0 ? 0 : (fee.taxRate ?? usualRate);
    const share = shareOf(fee.amount, rate);
    fees.push({
      kind: 'fee',
      id: entry.id,
      label: fee.label ?? (await labelOf(registry, entry, (one) => one.label)),
      amount: share.amount,
      tax: share.tax,
      code: '',
      taxes: [share],
    });
  }
  return fees;
}

function feeFault(fee: FeeAmount | null): string {
  if (fee === null) return '';
  if (!isAmount(fee.amount))
    return 'an amount is a whole number of minor units, 0 or more; what takes off is a discount.';
  return fee.taxRate === undefined || isPercent(fee.taxRate) ? '' : 'a tax rate is a percentage from 0 to 100.';
}
