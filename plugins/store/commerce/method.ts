import type { TranslationApi } from 'plinth';

/** A shipping or payment method. Amounts are minor units, tax included. */
export interface Method {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly price: number;
}

/** Returns a method's label, including one that has been disabled since. */
export function methodLabel(id: string, { __ }: Pick<TranslationApi, '__'>): string {
  const labels: Record<string, string> = {
    courier: __('Courier'),
    pickup: __('Local pickup'),
    cod: __('Cash on delivery'),
    transfer: __('Bank transfer'),
    none: __('No payment needed'),
    '': __('No delivery needed'),
  };
  return labels[id] ?? id;
}
