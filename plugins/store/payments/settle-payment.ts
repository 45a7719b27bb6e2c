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
 * Result of processing a payment update of a provider. `known`: nothing changed, because the update was already
 * processed or matches no order; `late`: payment for a closed order; `extra`: duplicate payment; `amount`: different
 * amount. The last three are reported to the shop owner.
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

/** Processes a provider's update of the state of a payment attempt. */
export type SettlePayment = (payment: Payment, outcome: PaymentOutcome) => Promise<SettlementResult>;

/** Maximum number of attempts when the order's status changes concurrently. */
const MAX_ATTEMPTS = 4;
const STATUS_CHANGED_ERROR = 'store_order_status_changed';

/**
 * Creates the function that stores the state of a payment attempt and changes the order's status once it is paid, in
 * one transaction. Repeated updates have no effect. Unusual payments are stored and added to the order's history, and
 * the shop owner is notified.
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
  const addNote = (order: OrderRecord, text: string): Promise<void> =>
    store.addEvent(order.id, { userId: 0, from: order.status, to: order.status, note: text });

  async function reportProblem(
    order: OrderRecord,
    payment: Payment,
    outcome: PaidOutcome,
    problem: PaymentProblem['problem'],
  ): Promise<SettlementResult> {
    const { amount: paid, currency } = outcome;
    const details = { problem, paid, currency, due: order.total, method: payment.method };
    const receivedAmount = amount(paid, currency);
    const texts = {
      late: __(
        '%1$s was received through %2$s after the order was closed. Refund it or reopen the order.',
        receivedAmount,
        methods.label(payment.method),
      ),
      extra: __(
        '%1$s was received through %2$s, but the order was already paid. Refund it.',
        receivedAmount,
        methods.label(payment.method),
      ),
      amount: __(
        '%1$s was received through %2$s instead of %3$s, so the order is not marked as paid.',
        receivedAmount,
        methods.label(payment.method),
        amount(order.total, order.currency),
      ),
    };
    await addNote(order, texts[problem]);
    await scope.audit.record({
      action: 'orders.payment_unusual',
      subject: { kind: 'order', id: order.id, title: order.number },
      details,
    });
    await emails.paymentProblem(order, details);
    return problem;
  }

  async function settlePaid(payment: Payment, outcome: PaidOutcome): Promise<SettlementResult> {
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
    // A transaction of the provider counts for a single payment attempt.
    const { reference, amount: sum, currency } = outcome;
    const samePayment = reference ? await payments.find({ method: payment.method, reference }) : null;
    if (samePayment && samePayment.id !== payment.id) {
      scope.log.error('a payment provider reported the same transaction for two payment attempts', {
        payment: payment.id,
        other: samePayment.id,
        reference,
      });
      return 'known';
    }
    if (!(await payments.transition(payment.id, ['started', 'failed'], 'paid'))) return 'known';
    if (reference && !samePayment) await payments.setReference(payment.id, reference);
    // The shop owner may have recorded the same payment manually before the provider reported it.
    await payments.deleteManualPayments(order.id, payment.method);
    const otherPayments = (await payments.listByOrder(order.id)).filter(
      ({ id, state }) => id !== payment.id && state === 'paid',
    );
    if (otherPayments.length > 0) return reportProblem(order, payment, outcome, 'extra');
    if (order.total !== payment.amount || order.currency !== payment.currency)
      return reportProblem(order, payment, outcome, 'amount');
    const text = __('Paid: %1$s through %2$s.', amount(sum, currency), methods.label(payment.method));
    if (statuses.awaitsPayment(order.status)) {
      // The order has changed concurrently: retry with its current status.
      if (!(await orders.markPaid(order.id, text)))
        throw new PlinthError(STATUS_CHANGED_ERROR, 'The order was changed by another process.', {
          status: 409,
          hint: 'Try again.',
        });
    } else if (statuses.kind(order.status) === 'closed') return reportProblem(order, payment, outcome, 'late');
    // The shop owner has already changed the status manually.
    else await addNote(order, text);
    const now = (await store.find({ id: order.id })) ?? order;
    const settled = { ...payment, state: 'paid' as const, reference: reference ?? payment.reference };
    await scope.db.afterCommit(() => scope.doAction('store/payment_complete', now, settled));
    return 'paid';
  }

  async function settleFailed(payment: Payment, message: string): Promise<SettlementResult> {
    if (!(await payments.transition(payment.id, ['started'], 'failed'))) return 'known';
    const order = await store.find({ id: payment.orderId });
    if (order)
      await addNote(
        order,
        [__('Payment through %s failed.', methods.label(payment.method)), message.slice(0, 300)].join(' ').trim(),
      );
    return 'failed';
  }

  return async (payment, outcome) => {
    if (outcome.state === 'waiting') return 'waiting';
    for (let attemptsLeft = MAX_ATTEMPTS; ; attemptsLeft--) {
      try {
        return await scope.db.transaction(() =>
          outcome.state === 'paid' ? settlePaid(payment, outcome) : settleFailed(payment, outcome.message ?? ''),
        );
      } catch (error) {
        if (attemptsLeft <= 1 || !(error instanceof PlinthError) || error.code !== STATUS_CHANGED_ERROR) throw error;
      }
    }
  };
}
