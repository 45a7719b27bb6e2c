import type { TranslationApi } from 'plinth';
import type { PaymentMethod } from '../contract/index.js';
import { type SellingOptions, takesTransfers } from './commerce-settings.js';
import type { PaymentChoice } from './payment-methods.js';

/** The store's own ways to pay. What the owner sets for them stands among the settings of the shop, where it always stood. */
export function builtInPayments(
  selling: Pick<SellingOptions, 'read'>,
  { __ }: Pick<TranslationApi, '__'>,
): readonly PaymentMethod[] {
  return [
    {
      id: 'cod',
      firstStatus: 'processing',
      label: () => __('Cash on delivery'),
      note: () => __('You pay when you receive the goods.'),
      isAvailable: async ({ physical }) => physical && (await selling.read()).cod,
      fee: async () => (await selling.read()).codFee,
    },
    {
      id: 'transfer',
      firstStatus: 'on-hold',
      label: () => __('Bank transfer'),
      note: () =>
        __(
          'You see our account number after ordering and get it by e-mail. We send the goods once the money is there.',
        ),
      isAvailable: async () => takesTransfers(await selling.read()),
    },
  ];
}

/** What an order keeps as its payment that costs nothing. */
const NOTHING_DUE = 'none';

/** The way to pay what costs nothing: it is chosen for the customer, and paid as soon as it is ordered. */
export function nothingDue({ __ }: Pick<TranslationApi, '__'>): PaymentChoice {
  return {
    id: NOTHING_DUE,
    label: __('Nothing to pay'),
    note: '',
    price: 0,
    firstStatus: 'pending',
    icon: '',
    paysNow: false,
  };
}
