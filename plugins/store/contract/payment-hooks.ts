import type { PluginScope } from 'plinth';

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Declares the hooks that payments fire. */
export function declarePaymentHooks({ declareHook }: Pick<PluginScope, 'declareHook'>): void {
  const since = '0.2.0';
  declareHook({
    name: 'store/available_payments',
    kind: 'filter',
    since,
    summary: 'Filters which of the ready payment methods are offered, and in which order.',
    args: ['ids: string[]', 'context: PaymentContext'],
    check: isTextList,
  });
  declareHook({
    name: 'store/order_status_after_payment',
    kind: 'filter',
    since,
    summary: 'Filters the status of an order once it is paid.',
    args: ["status: 'processing'", 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/payment_complete',
    kind: 'action',
    since,
    summary: 'Fires after the commit when an order has been paid through a payment provider; once per order.',
    args: ['order: Order', 'payment: Payment'],
  });
  declareHook({
    name: 'store/order_refunded',
    kind: 'action',
    since,
    summary: 'Fires after the commit when money of an order has been refunded.',
    args: ['order: Order', 'refund: Refund'],
  });
  declareHook({
    name: 'store/refund_recorded',
    kind: 'action',
    since: '0.1.0',
    summary:
      'Fires when money of an order has been refunded; inside the transaction that records it, for work that must not be lost, such as adding a job.',
    args: ['order: Order', 'refund: Refund'],
  });
}
