import { PlinthError, type PluginScope } from 'plinth';
import type { Refunds } from '../contract/index.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { readIban } from '../selling/iban.js';
import type { PaymentMethods } from '../selling/payment-methods.js';
import type { PaymentStore } from './payment-store.js';
import { isPaidByHand, type RefundService } from './refund-service.js';

interface OpenRefundsDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly payments: Pick<PaymentStore, 'ofOrder'>;
  readonly refunding: Pick<RefundService, 'refund'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly statuses: Pick<OrderStatuses, 'awaitsPayment' | 'kind'>;
  readonly methods: Pick<PaymentMethods, 'can' | 'label'>;
}

/** The service `store.refunds`. */
export function createOpenRefunds({
  scope: { __ },
  payments,
  refunding,
  store,
  statuses,
  methods,
}: OpenRefundsDeps): Refunds {
  return {
    async refundable(orderId) {
      const order = await store.find({ id: orderId });
      if (!order) return [];
      const known = (await payments.ofOrder(orderId)).filter(
        ({ state, amount, refunded }) => state === 'paid' && amount > refunded,
      );
      // Until something of it goes back, nobody has written down that it came.
      const handy =
        known.length === 0 &&
        (await isPaidByHand(order, { payments, statuses })) &&
        (await payments.ofOrder(orderId)).every(({ state }) => state !== 'refunded');
      const all = handy
        ? [{ id: 0, method: order.paymentMethod, amount: order.total, refunded: 0, currency: order.currency }]
        : known;
      return all.map(({ id, method, amount, refunded, currency }) => ({
        paymentId: id,
        method: methods.label(method),
        left: amount - refunded,
        currency,
        byHand: !methods.can(method, 'refund'),
      }));
    },
    async refund(wish) {
      const account = wish.account === null || wish.account.trim() === '' ? wish.account : readIban(wish.account);
      if (account === null && wish.account !== null) {
        throw new PlinthError(
          'store_refund_refused',
          __('Please check the account number: its length or its check digits are wrong.'),
          { status: 422, cure: __('Compare it with what the customer wrote.') },
        );
      }
      return refunding.refund({ ...wish, account });
    },
  };
}
