import { type HookApi, PlinthError, type PluginScope } from 'plinth';
import type { PaidOutcome, Payment, PaymentOutcome } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { OrdersService } from '../orders/orders-service.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { OwnerEmails, PaymentProblem } from './payment-emails.js';
import type { PaymentStore } from './payment-store.js';

/**
 * Result of processing a provider's payment update. `known`: already processed; `late`, `extra` and `amount` are
 * reported to the shop owner: a payment for a closed order, a duplicate payment, or a different amount.
 */
type SettlementResult = 'paid' | 'known' | 'waiting' | 'failed' | PaymentProblem['problem'];

export interface SettleDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'audit'> &
    Pick<HookApi, 'doAction'> & { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly payments: PaymentStore;
  readonly methods: Pick<PaymentMethods, 'label'>;
  readonly statuses: Pick<OrderStatuses, 'awaitsPayment' | 'kind'>;
  readonly store: Pick<OrderStore, 'find' | 'addEvent'>;
  readonly orders: Pick<OrdersService, 'markPaid'>;
  readonly emails: OwnerEmails;
  /** Formats an amount in a currency that may differ from the shop's. */
  amount(minor: number, currency: string): string;
}

/** Processes a provider's report on the state of a payment attempt. */
export type SettlePayment = (payment: Payment, outcome: PaymentOutcome) => Promise<SettlementResult>;

/** Maximum number of tries when a concurrent status change interferes. */
const MAX_TRIES = 4;
const MOVED = 'store_order_moved';

/**
 * Records a provider's report on an attempt and advances the order once paid: exactly once however often it is
 * reported, in one transaction. Irregular payments are never lost: they are stored as received and added to the order's
 * history, and the shop owner is notified.
 */
export function createSettlePayment({
  scope,
  payments,
  methods,
  statuses,
  store,
  orders,
  emails,
  amount,
}: SettleDeps): SettlePayment {
  const { __ } = scope;
  const note = (order: OrderRecord, text: string): Promise<void> =>
    store.addEvent(order.id, { userId: 0, from: order.status, to: order.status, note: text });

  async function reportProblem(
    order: OrderRecord,
    payment: Payment,
    outcome: PaidOutcome,
    problem: PaymentProblem['problem'],
  ): Promise<SettlementResult> {
    const { amount: paid, currency } = outcome;
    const details = { problem, paid, currency, due: order.total, method: payment.method };
    const came = amount(paid, currency);
    const texts = {
      late: __(
        '%1$s was received through %2$s after the order was closed. Refund it or reopen the order.',
        came,
        methods.label(payment.method),
      ),
      extra: __(
        '%1$s was received through %2$s, but the order was already paid. Refund it.',
        came,
        methods.label(payment.method),
      ),
      amount: __(
        '%1$s was received through %2$s instead of %3$s, so the order is not marked as paid.',
        came,
        methods.label(payment.method),
        amount(order.total, order.currency),
      ),
    };
    await note(order, texts[problem]);
    await scope.audit.record({
      action: 'orders.payment_odd',
      subject: { kind: 'order', id: order.id, title: order.number },
      details,
    });
    await emails.paymentProblem(order, details);
    return problem;
  }

  async function paid(payment: Payment, outcome: PaidOutcome): Promise<SettlementResult> {
    const order = await store.find({ id: payment.orderId });
    if (!order) {
      scope.log.error('a payment was received for an order that no longer exists', {
        payment: payment.id,
        order: payment.orderId,
      });
      return 'known';
    }
    if (outcome.amount !== payment.amount || outcome.currency !== payment.currency) {
      return (await payments.transition(payment.id, ['started'], 'failed'))
        ? reportProblem(order, payment, outcome, 'amount')
        : 'known';
    }
    // One transaction at the provider pays for one attempt only, whichever order it is reported for.
    const { reference, amount: sum, currency } = outcome;
    const named = reference ? await payments.find({ method: payment.method, reference }) : null;
    if (named && named.id !== payment.id) {
      scope.log.error('a payment provider reported the same transaction for two payment attempts', {
        payment: payment.id,
        other: named.id,
        reference,
      });
      return 'known';
    }
    if (!(await payments.transition(payment.id, ['started', 'failed'], 'paid'))) return 'known';
    if (reference && !named) await payments.setReference(payment.id, reference);
    // The shop owner may have recorded the same payment manually before the provider reported it.
    await payments.deleteManualPayments(order.id, payment.method);
    const others = (await payments.listByOrder(order.id)).filter(
      ({ id, state }) => id !== payment.id && state === 'paid',
    );
    if (others.length > 0) return reportProblem(order, payment, outcome, 'extra');
    if (order.total !== payment.amount || order.currency !== payment.currency)
      return reportProblem(order, payment, outcome, 'amount');
    const text = __('Paid: %1$s through %2$s.', amount(sum, currency), methods.label(payment.method));
    if (statuses.awaitsPayment(order.status)) {
      // A concurrent change came first: retry with the order's current status.
      if (!(await orders.markPaid(order.id, text)))
        throw new PlinthError(MOVED, 'The order was changed by another process.', { status: 409, hint: 'Try again.' });
    } else if (statuses.kind(order.status) === 'closed') return reportProblem(order, payment, outcome, 'late');
    // The shop owner advanced the order manually before.
    else await note(order, text);
    const now = (await store.find({ id: order.id })) ?? order;
    const settled = { ...payment, state: 'paid' as const, reference: reference ?? payment.reference };
    await scope.db.afterCommit(() => scope.doAction('store/payment_complete', now, settled));
    return 'paid';
  }

  async function failed(payment: Payment, message: string): Promise<SettlementResult> {
    if (!(await payments.transition(payment.id, ['started'], 'failed'))) return 'known';
    const order = await store.find({ id: payment.orderId });
    if (order)
      await note(
        order,
        [__('Payment through %s failed.', methods.label(payment.method)), message.slice(0, 300)].join(' ').trim(),
      );
    return 'failed';
  }

  return async (payment, outcome) => {
    if (outcome.state === 'waiting') return 'waiting';
    for (let left = MAX_TRIES; ; left--) {
      try {
        return await scope.db.transaction(() =>
          outcome.state === 'paid' ? paid(payment, outcome) : failed(payment, outcome.message ?? ''),
        );
      } catch (error) {
        if (left <= 1 || !(error instanceof PlinthError) || error.code !== MOVED) throw error;
      }
    }
  };
}
