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
    summary: 'Which of the payment methods that are ready are offered, in which order.',
    args: ['ids: string[]', 'context: PaymentContext'],
    check: isTextList,
  });
  declareHook({
    name: 'store/order_status_after_payment',
    kind: 'filter',
    since,
    summary: 'What an order becomes once it is paid.',
    args: ["status: 'processing'", 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/payment_complete',
    kind: 'action',
    since,
    summary: 'An order was paid through a provider; after the commit, once for each order.',
    args: ['order: Order', 'payment: Payment'],
  });
  declareHook({
    name: 'store/order_refunded',
    kind: 'action',
    since,
    summary: 'Money of an order went back; after the commit.',
    args: ['order: Order', 'refund: Refund'],
  });
}
