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
      note: () => __('Pay when you receive your order.'),
      isAvailable: async ({ physical }) => physical && (await selling.read()).cod,
      fee: async () => (await selling.read()).codFee,
    },
    {
      id: 'transfer',
      firstStatus: 'on-hold',
      label: () => __('Bank transfer'),
      note: () =>
        __(
          'After you order, you will see our account number here and get it by email. We ship once your payment arrives.',
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
    label: __('No payment needed'),
    note: '',
    price: 0,
    firstStatus: 'pending',
    icon: '',
    paysNow: false,
  };
}
