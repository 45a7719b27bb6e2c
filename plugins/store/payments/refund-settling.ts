import { type HookApi, type PluginScope, toUtcString } from 'plinth';
import type { Sellables } from '../catalog/sellables.js';
import type { Payment, Refund, RefundResult } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrdersService } from '../orders/orders-service.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { notRestockedLines } from '../orders/restock.js';
import { formatIban } from '../commerce/iban.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { BuyerEmails } from './payment-emails.js';
import type { PaymentStore } from './payment-store.js';
import type { RefundStore } from './refund-store.js';

export interface RefundSettlingDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'audit' | 'getCurrentUserId'> & Pick<HookApi, 'doAction'>;
  readonly payments: Pick<PaymentStore, 'find' | 'listByOrder' | 'transition' | 'lock' | 'release'>;
  readonly refunds: Pick<RefundStore, 'listByOrder' | 'settle'>;
  readonly methods: Pick<PaymentMethods, 'label'>;
  readonly statuses: Pick<OrderStatuses, 'canTransition'>;
  readonly store: Pick<OrderStore, 'find' | 'addEvent'>;
  readonly orders: Pick<OrdersService, 'refunded'>;
  readonly emails: BuyerEmails;
  readonly sellables: Pick<Sellables, 'restoreStock'>;
  amount(minor: number, currency: string): string;
}

/** Stores the result of a refund and its effects. A refund that is already settled is unchanged. */
export type SettleRefund = (refund: Refund, outcome: RefundResult) => Promise<void>;

const sumAmounts = (some: readonly { readonly amount: number }[]): number =>
  some.reduce((sum, { amount }) => sum + amount, 0);

export function createRefundSettling({
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
}: RefundSettlingDeps): SettleRefund {
  const { __ } = scope;

  function describeRefund({ amount: back, account, reason }: Refund, payment: Payment): string {
    const sum = amount(back, payment.currency);
    return [describeRefundMethod(account, sum, payment), reason].join(' ').trim();
  }

  function describeRefundMethod(account: Refund['account'], sum: string, { method }: Payment): string {
    if (account === null) return __('Refunded: %1$s through %2$s.', sum, methods.label(method));
    return account === ''
      ? __('Refunded %s in cash.', sum)
      : __('Refunded %1$s to account %2$s.', sum, formatIban(account));
  }

  /** Whether everything received for the order has been refunded. */
  async function isFullyRefunded(order: OrderRecord): Promise<boolean> {
    const came = (await payments.listByOrder(order.id)).filter(({ state }) => state === 'paid' || state === 'refunded');
    const back = (await refunds.listByOrder(order.id)).filter(({ state }) => state === 'done');
    return sumAmounts(back) >= sumAmounts(came);
  }

  async function completeRefund(refund: Refund, payment: Payment, order: OrderRecord): Promise<void> {
    await store.addEvent(order.id, {
      userId: scope.getCurrentUserId(),
      from: order.status,
      to: order.status,
      note: describeRefund(refund, payment),
    });
    await scope.audit.record({
      action: 'orders.payment_refunded',
      subject: { kind: 'order', id: order.id, title: order.number },
      details: { amount: refund.amount, currency: payment.currency, method: payment.method },
    });
    const back = (await refunds.listByOrder(order.id)).filter(({ state }) => state === 'done');
    const refundedForPayment = sumAmounts(back.filter(({ paymentId }) => paymentId === payment.id));
    if (refundedForPayment >= payment.amount) await payments.transition(payment.id, ['paid'], 'refunded');
    // The items of a closed order were already restocked, or will not be.
    if ((await isFullyRefunded(order)) && statuses.canTransition(order.status, 'refunded')) {
      await orders.refunded(order.id, refund.reason);
      if (refund.restock) await sellables.restoreStock(notRestockedLines(order));
    }
    await announceRefund(refund, payment, order, sumAmounts(back));
  }

  /**
   * Emails the customer, and tells other plugins.
   * @param totalRefundedAmount total amount refunded for the order, in minor units
   */
  async function announceRefund(
    refund: Refund,
    payment: Payment,
    order: OrderRecord,
    totalRefundedAmount: number,
  ): Promise<void> {
    const now = (await store.find({ id: order.id })) ?? order;
    const account = refund.account === null ? null : formatIban(refund.account);
    await emails.sendRefund(now, {
      amount: refund.amount,
      currency: payment.currency,
      method: payment.method,
      account,
      reason: refund.reason,
      part: refund.part,
      totalRefunded: totalRefundedAmount,
      at: toUtcString(),
    });
    const doneRefund = { ...refund, state: 'done' as const };
    await scope.doAction('store/refund_recorded', now, doneRefund);
    await scope.db.afterCommit(() => scope.doAction('store/order_refunded', now, doneRefund));
  }

  async function settle(refund: Refund, outcome: RefundResult): Promise<void> {
    await scope.db.transaction(async () => {
      // The lock makes sure that two refunds settled concurrently both count in the total.
      await payments.lock(refund.paymentId);
      if (!(await refunds.settle(refund.id, outcome.kind, outcome.kind === 'refused' ? outcome.message : ''))) return;
      const [payment, order] = [
        await payments.find({ id: refund.paymentId }),
        await store.find({ id: refund.orderId }),
      ];
      if (!payment || !order || outcome.kind === 'waiting') return;
      if (outcome.kind === 'done') return completeRefund(refund, payment, order);
      await payments.release(payment.id, refund.amount);
      const text =
        refund.account !== null
          ? __('Refund of %s canceled.', amount(refund.amount, payment.currency))
          : __(
              '%1$s could not be refunded through %2$s: %3$s',
              amount(refund.amount, payment.currency),
              methods.label(payment.method),
              outcome.message,
            );
      await store.addEvent(order.id, {
        userId: scope.getCurrentUserId(),
        from: order.status,
        to: order.status,
        note: text,
      });
    });
  }

  return settle;
}
