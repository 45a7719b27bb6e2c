import { PlinthError, type PluginScope, toUtcString } from 'plinth';
import type { Payment, Refund, RefundAnswer, RefundRequest, RefundInput } from '../contract/index.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import { noticeUrl } from './begin-payment.js';
import { isByHand, type PaymentStore } from './payment-store.js';
import { createRefundSettling, type RefundSettlingDeps } from './refund-settling.js';
import type { RefundStore } from './refund-store.js';

/** Refunds money: through the provider that received it, or as a payment that the shop makes itself. */
export interface RefundService {
  /**
   * @throws PlinthError `store_refund_rejected` when less than the amount is left, or the payment method does not
   * support refunds
   */
  refund(input: RefundInput): Promise<Refund>;
  /** Marks a refund that the shop pays itself as sent or dropped; returns false when no refund is waiting for that. */
  handle(orderId: number, key: string, what: 'sent' | 'dropped'): Promise<boolean>;
  /** Processes a later refund update from a provider. */
  processUpdate(method: string, key: string, outcome: RefundAnswer): Promise<void>;
  /**
   * Looks up unsettled refunds with their providers.
   * @param now milliseconds since 1970
   */
  lookUp(now?: number): Promise<number>;
}

interface RefundDeps extends RefundSettlingDeps {
  readonly scope: RefundSettlingDeps['scope'] & Pick<PluginScope, 'restUrl'>;
  readonly payments: PaymentStore;
  readonly refunds: RefundStore;
  readonly methods: Pick<PaymentMethods, 'call' | 'supports' | 'label'>;
  readonly statuses: Pick<OrderStatuses, 'canTransition'>;
}

const LOOK_AGAIN_MS = 10 * 60_000;
const LIMIT = 50;

export function createRefundService(deps: RefundDeps): RefundService {
  const { scope, payments, refunds, methods, store, amount } = deps;
  const { __ } = scope;
  const settle = createRefundSettling(deps);
  const refusalError = (message: string): PlinthError =>
    new PlinthError('store_refund_rejected', message, {
      status: 409,
      hint: __('Check how much of the payment is left, or refund it manually.'),
    });

  /**
   * Reserves the amount before contacting the provider, so that two concurrent refunds never exceed the amount
   * received.
   */
  async function requestRefund(input: RefundInput): Promise<Refund> {
    const payment =
      input.paymentId > 0 ? await payments.find({ id: input.paymentId }) : await cameByHand(input.orderId);
    if (!payment || payment.orderId !== input.orderId) throw refusalError(__('This payment doesn’t exist.'));
    if (input.account === null && (isByHand(payment) || !methods.supports(payment.method, 'refund')))
      throw refusalError(__('%s doesn’t support refunds.', methods.label(payment.method)));
    if (!Number.isSafeInteger(input.amount) || input.amount <= 0 || !(await payments.reserve(payment.id, input.amount)))
      throw refusalError(
        __('You can refund up to %s of this payment.', amount(payment.amount - payment.refunded, payment.currency)),
      );
    return refunds.create({
      orderId: input.orderId,
      paymentId: payment.id,
      key: input.key,
      amount: input.amount,
      reason: input.reason.slice(0, 500),
      restock: input.restock,
      account: input.account,
      part: input.part,
    });
  }

  /** Returns the manual payments of an order that have not been refunded. */
  async function cameByHand(orderId: number): Promise<Payment | null> {
    const manualPayments = (await payments.listByOrder(orderId)).filter((one) => isByHand(one) && one.state === 'paid');
    return manualPayments.find(({ amount: came, refunded }) => came > refunded) ?? null;
  }

  async function requestOf(refund: Refund): Promise<Omit<RefundRequest, 'settings'> | null> {
    const payment = await payments.find({ id: refund.paymentId });
    const order = await store.find({ id: refund.orderId });
    return (
      payment &&
      order && {
        payment,
        order,
        key: refund.key,
        amount: refund.amount,
        reason: refund.reason,
        noticeUrl: noticeUrl(scope, payment.method),
      }
    );
  }

  return {
    async refund(input) {
      const known = await refunds.find(input.key);
      if (known) return known;
      const refund = await scope.db
        .transaction(() => requestRefund(input))
        .catch(async (error: unknown) => {
          const other = await refunds.find(input.key);
          if (!other) throw error;
          return { ...other, heard: true };
        });
      // Only the first submission of a form contacts the provider.
      if ('heard' in refund || refund.account !== null) return refund;
      const request = await requestOf(refund);
      const method = request?.payment.method ?? '';
      const outcome = await methods.call<RefundAnswer | undefined>(
        method,
        (one, settings) => (request && one.refund?.({ ...request, settings })) || undefined,
        undefined,
      );
      if (outcome) await settle(refund, outcome);
      return (await refunds.find(input.key)) ?? refund;
    },
    async handle(orderId, key, what) {
      const refund = await refunds.find(key);
      if (!refund || refund.orderId !== orderId || refund.account === null || refund.state !== 'asked') return false;
      await settle(refund, what === 'sent' ? { kind: 'done' } : { kind: 'refused', message: '' });
      return true;
    },
    async processUpdate(method, key, outcome) {
      const refund = await refunds.find(key);
      const payment = refund && (await payments.find({ id: refund.paymentId }));
      if (refund && payment?.method === method) await settle(refund, outcome);
    },
    async lookUp(now = Date.now()) {
      const open = await refunds.listUnsettled(toUtcString(now - LOOK_AGAIN_MS), LIMIT);
      const down = new Set<string>();
      for (const refund of open) {
        const request = await requestOf(refund);
        if (!request || down.has(request.payment.method)) continue;
        const outcome = await methods.call<RefundAnswer | undefined>(
          request.payment.method,
          (one, settings) => (one.lookupRefund ?? one.refund)?.({ ...request, settings }),
          undefined,
        );
        if (outcome) await settle(refund, outcome);
        else down.add(request.payment.method);
      }
      return open.length;
    },
  };
}
