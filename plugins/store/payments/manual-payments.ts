import type { OrderStatus, Payment } from '../contract/index.js';
import type { PaymentRecorder } from '../orders/payment-recorder.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentStore } from './payment-store.js';

type Statuses = Pick<OrderStatuses, 'awaitsPayment' | 'kind'>;

/** Whether an order with a status counts as paid. With cash on delivery, it counts as paid once it is completed. */
export function isPaidStatus(method: string, status: OrderStatus | '', statuses: Statuses): boolean {
  if (status === '' || statuses.awaitsPayment(status) || statuses.kind(status) === 'closed') return false;
  return method !== 'cod' || statuses.kind(status) === 'done';
}

/** Amounts received and refunded for an order, and the outstanding balance, in minor units. */
export interface Balance {
  /** Amount received. */
  readonly paid: number;
  /** Amount refunded, including refunds in progress. */
  readonly returned: number;
  /** Amount that the customer still has to pay. */
  readonly due: number;
  /** Amount that the shop has to refund, because the order total is less than the amount paid. */
  readonly overpaid: number;
}

/** Calculates the balance of an order from its payments and its current total. */
export function balanceOf(total: number, payments: readonly Pick<Payment, 'state' | 'amount' | 'refunded'>[]): Balance {
  const receivedPayments = payments.filter(({ state }) => state === 'paid' || state === 'refunded');
  const paid = receivedPayments.reduce((sum, { amount }) => sum + amount, 0);
  const returned = receivedPayments.reduce((sum, { refunded }) => sum + refunded, 0);
  return { paid, returned, due: Math.max(0, total - paid), overpaid: Math.max(0, paid - returned - total) };
}

/**
 * Records a manual payment when an order changes to a paid status, and deletes it when the order is awaiting payment
 * again.
 */
export function createManualPayments({
  payments,
  statuses,
}: {
  readonly payments: Pick<PaymentStore, 'listByOrder' | 'recordManualPayment' | 'deleteManualPayments'>;
  readonly statuses: Statuses;
}): PaymentRecorder {
  async function recordOutstanding({ id, total, currency, paymentMethod: method }: OrderRecord): Promise<void> {
    const { paid, returned } = balanceOf(total, await payments.listByOrder(id));
    const amountDue = total - (paid - returned);
    if (amountDue > 0) await payments.recordManualPayment({ orderId: id, method, amount: amountDue, currency });
  }

  return {
    async onStatusChange(order, from, to) {
      const [wasPaid, isPaid] = [from, to].map((status) => isPaidStatus(order.paymentMethod, status, statuses));
      if (!wasPaid && isPaid) await recordOutstanding(order);
      if (wasPaid && !isPaid && statuses.kind(to) !== 'closed') await payments.deleteManualPayments(order.id);
    },
  };
}
