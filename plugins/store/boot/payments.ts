import type { PluginScope } from 'plinth';
import { CANCEL_UNPAID_EVENT } from '../orders/orders-service.js';
import { type BeginPayment, createBeginPayment } from '../payments/begin-payment.js';
import { createPaymentLookup } from '../payments/payment-lookup.js';
import { addWebhookRoute } from '../payments/webhook-route.js';
import { createOpenRefunds } from '../payments/open-refunds.js';
import { createPaymentStore, type PaymentStore } from '../payments/payment-store.js';
import { createRefundService, type RefundService } from '../payments/refund-service.js';
import { createRefundStore, type RefundStore } from '../payments/refund-store.js';
import { createSettlePayment } from '../payments/settle-payment.js';
import type { CommerceServices } from './commerce-services.js';

/** Services for taking and refunding payments. */
export interface PaymentParts {
  readonly payments: PaymentStore;
  readonly refunds: RefundStore;
  readonly beginPayment: BeginPayment;
  readonly refundService: RefundService;
}

/** Starts payments: payment attempts, webhooks and refunds. */
export function bootPayments(
  scope: PluginScope,
  { payMethods: methods, statuses, store, orders, emails, amount, sellables }: CommerceServices,
): PaymentParts {
  const payments = createPaymentStore(scope);
  const refunds = createRefundStore(scope);
  const settle = createSettlePayment({ scope, payments, methods, statuses, store, orders, emails, amount });
  const refunding = createRefundService({
    scope,
    payments,
    refunds,
    methods,
    statuses,
    store,
    orders,
    emails,
    sellables,
    amount,
  });
  scope.services.provide('store.refunds', () =>
    createOpenRefunds({ scope, payments, refunds, refundService: refunding, methods }),
  );
  scope.services.provide('store.payments', () => ({
    listReceived: async (orderId) =>
      (await payments.listByOrder(orderId)).filter(({ state }) => state === 'paid' || state === 'refunded'),
  }));
  const lookUp = createPaymentLookup({ scope, payments, methods, settlePayment: settle });
  addWebhookRoute({ scope, payments, methods, settlePayment: settle, refunds: refunding });
  // Runs before orders that seem unpaid are canceled.
  scope.addAction(
    CANCEL_UNPAID_EVENT,
    async () => {
      await lookUp();
      await refunding.lookUp();
    },
    5,
  );
  return {
    payments,
    refunds,
    refundService: refunding,
    beginPayment: createBeginPayment({ scope, payments, methods, settlePayment: settle }),
  };
}
