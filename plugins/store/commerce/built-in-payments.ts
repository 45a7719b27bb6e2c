import type { TranslationApi } from 'plinth';
import type { PaymentMethod } from '../contract/index.js';
import { type CommerceSettings, acceptsTransfers } from './commerce-settings.js';
import type { PaymentChoice } from './payment-methods.js';

/** Returns the store's own payment methods. Their settings remain part of the shop settings. */
export function builtInPayments(
  commerceSettings: Pick<CommerceSettings, 'read'>,
  { __ }: Pick<TranslationApi, '__'>,
): readonly PaymentMethod[] {
  return [
    {
      id: 'cod',
      initialStatus: 'processing',
      label: () => __('Cash on delivery'),
      note: () => __('Pay when you receive your order.'),
      isAvailable: async ({ needsShipping }) => needsShipping && (await commerceSettings.read()).cod,
      fee: async () => (await commerceSettings.read()).codFee,
    },
    {
      id: 'transfer',
      initialStatus: 'on-hold',
      label: () => __('Bank transfer'),
      note: () =>
        __(
          'After you order, you will see our account number here and get it by email. We ship once your payment arrives.',
        ),
      isAvailable: async () => acceptsTransfers(await commerceSettings.read()),
    },
  ];
}

/** Payment method id stored in orders with a total of zero. */
const NO_PAYMENT_ID = 'none';

/**
 * Returns the payment method of orders with a total of zero: it is selected automatically, and the order is paid as
 * soon as it is placed.
 */
export function noPaymentMethod({ __ }: Pick<TranslationApi, '__'>): PaymentChoice {
  return {
    id: NO_PAYMENT_ID,
    label: __('No payment needed'),
    note: '',
    price: 0,
    initialStatus: 'pending',
    icon: '',
    isPaidImmediately: false,
  };
}
