import { PlinthError, type PluginScope } from 'plinth';
import type { Refunds } from '../contract/index.js';
import { readIban } from '../commerce/iban.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import { isManualPayment, type PaymentStore } from './payment-store.js';
import type { RefundService } from './refund-service.js';
import type { RefundStore } from './refund-store.js';

interface OpenRefundsDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly payments: Pick<PaymentStore, 'listByOrder'>;
  readonly refunds: Pick<RefundStore, 'listByOrder'>;
  readonly refundService: Pick<RefundService, 'refund'>;
  readonly methods: Pick<PaymentMethods, 'supports' | 'label'>;
}

/** Creates the service `store.refunds`. */
export function createOpenRefunds({
  scope: { __ },
  payments,
  refunds,
  refundService,
  methods,
}: OpenRefundsDeps): Refunds {
  return {
    async refundable(orderId) {
      const refundablePayments = (await payments.listByOrder(orderId)).filter(
        ({ state, amount, refunded }) => state === 'paid' && amount > refunded,
      );
      return refundablePayments.map((payment) => ({
        paymentId: payment.id,
        method: methods.label(payment.method),
        remainingAmount: payment.amount - payment.refunded,
        currency: payment.currency,
        isManual: isManualPayment(payment) || !methods.supports(payment.method, 'refund'),
      }));
    },
    listByOrder: (orderId) => refunds.listByOrder(orderId),
    async refund(input) {
      const account = input.account === null || input.account.trim() === '' ? input.account : readIban(input.account);
      if (account === null && input.account !== null) {
        throw new PlinthError(
          'store_refund_rejected',
          __('Check the account number: its length or check digits are wrong.'),
          { status: 422, hint: __('Compare it with the customer’s message.') },
        );
      }
      return refundService.refund({ ...input, account });
    },
  };
}
