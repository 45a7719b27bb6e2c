import { PlinthError, type PluginScope, toUtcString } from 'plinth';
import type { Payment, Refund, RefundResult, RefundRequest, RefundInput } from '../contract/index.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import { webhookUrl } from './begin-payment.js';
import { isManualPayment, type PaymentStore } from './payment-store.js';
import { createRefundSettling, type RefundSettlingDeps } from './refund-settling.js';
import type { RefundStore } from './refund-store.js';

/** Refunds payments through the payment provider, or manually by a payment of the shop. */
export interface RefundService {
  /**
   * Requests a refund.
   * @throws PlinthError `store_refund_rejected` when the remaining amount is less than the refund, or the payment
   * method does not support refunds
   */
  refund(input: RefundInput): Promise<Refund>;
  /** Marks a manual refund as sent or canceled; returns false when no such refund is pending. */
  handle(orderId: number, key: string, result: 'sent' | 'dropped'): Promise<boolean>;
  /** Processes a later refund update from a provider. */
  processUpdate(method: string, key: string, outcome: RefundResult): Promise<void>;
  /**
   * Queries payment providers about unsettled refunds.
   * @param now Unix time in milliseconds
   * @returns number of unsettled refunds
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

const LOOKUP_INTERVAL_MS = 10 * 60_000;
const BATCH_SIZE = 50;

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
   * Reserves the amount and stores the refund. This happens before the provider is contacted, so that concurrent
   * refunds never exceed the amount received.
   */
  async function requestRefund(input: RefundInput): Promise<Refund> {
    const payment =
      input.paymentId > 0 ? await payments.find({ id: input.paymentId }) : await findManualPayment(input.orderId);
    if (!payment || payment.orderId !== input.orderId) throw refusalError(__('This payment doesn’t exist.'));
    if (input.account === null && (isManualPayment(payment) || !methods.supports(payment.method, 'refund')))
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

  /** Returns a manual payment of an order that is not fully refunded; null if there is none. */
  async function findManualPayment(orderId: number): Promise<Payment | null> {
    const manualPayments = (await payments.listByOrder(orderId)).filter(
      (payment) => isManualPayment(payment) && payment.state === 'paid',
    );
    return manualPayments.find(({ amount: paymentAmount, refunded }) => paymentAmount > refunded) ?? null;
  }

  async function createRefundRequest(refund: Refund): Promise<Omit<RefundRequest, 'settings'> | null> {
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
        webhookUrl: webhookUrl(scope, payment.method),
      }
    );
  }

  return {
    async refund(input) {
      const existing = await refunds.find(input.key);
      if (existing) return existing;
      const refund = await scope.db
        .transaction(() => requestRefund(input))
        .catch(async (error: unknown) => {
          const stored = await refunds.find(input.key);
          if (!stored) throw error;
          return { ...stored, heard: true };
        });
      // Only the first submission of a form contacts the provider.
      if ('heard' in refund || refund.account !== null) return refund;
      const request = await createRefundRequest(refund);
      const method = request?.payment.method ?? '';
      const outcome = await methods.call<RefundResult | undefined>(
        method,
        (provider, settings) => (request && provider.refund?.({ ...request, settings })) || undefined,
        undefined,
      );
      if (outcome) await settle(refund, outcome);
      return (await refunds.find(input.key)) ?? refund;
    },
    async handle(orderId, key, result) {
      const refund = await refunds.find(key);
      if (!refund || refund.orderId !== orderId || refund.account === null || refund.state !== 'requested')
        return false;
      await settle(refund, result === 'sent' ? { kind: 'done' } : { kind: 'refused', message: '' });
      return true;
    },
    async processUpdate(method, key, outcome) {
      const refund = await refunds.find(key);
      const payment = refund && (await payments.find({ id: refund.paymentId }));
      if (refund && payment?.method === method) await settle(refund, outcome);
    },
    async lookUp(now = Date.now()) {
      const unsettledRefunds = await refunds.listUnsettled(toUtcString(now - LOOKUP_INTERVAL_MS), BATCH_SIZE);
      const unavailableMethods = new Set<string>();
      for (const refund of unsettledRefunds) {
        const request = await createRefundRequest(refund);
        if (!request || unavailableMethods.has(request.payment.method)) continue;
        const outcome = await methods.call<RefundResult | undefined>(
          request.payment.method,
          (provider, settings) => (provider.lookupRefund ?? provider.refund)?.({ ...request, settings }),
          undefined,
        );
        if (outcome) await settle(refund, outcome);
        else unavailableMethods.add(request.payment.method);
      }
      return unsettledRefunds.length;
    },
  };
}
