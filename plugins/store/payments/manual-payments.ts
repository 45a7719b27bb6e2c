import type { OrderStatus, Payment } from '../contract/index.js';
import type { PaymentRecorder } from '../orders/payment-recorder.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentStore } from './payment-store.js';

type Statuses = Pick<OrderStatuses, 'awaitsPayment' | 'kind'>;

/** Whether an order in a status counts as paid; cash on delivery counts once the order is completed. */
export function hasMoney(method: string, status: OrderStatus | '', statuses: Statuses): boolean {
  if (status === '' || statuses.awaitsPayment(status) || statuses.kind(status) === 'closed') return false;
  return method !== 'cod' || statuses.kind(status) === 'done';
}

/** Amounts received and refunded for an order, and the outstanding balance. */
export interface Balance {
  /** Minor units. */
  readonly paid: number;
  /** Amount refunded, or about to be refunded. */
  readonly returned: number;
  /** Amount that the customer still has to pay. */
  readonly due: number;
  /** Amount that the shop still has to refund because the order total is less than what was paid. */
  readonly overpaid: number;
}

/** Calculates the balance of an order from its payments, independently of how the order total changed since. */
export function balanceOf(total: number, payments: readonly Pick<Payment, 'state' | 'amount' | 'refunded'>[]): Balance {
  const came = payments.filter(({ state }) => state === 'paid' || state === 'refunded');
  const paid = came.reduce((sum, { amount }) => sum + amount, 0);
  const returned = came.reduce((sum, { refunded }) => sum + refunded, 0);
  return { paid, returned, due: Math.max(0, total - paid), overpaid: Math.max(0, paid - returned - total) };
}

/**
 * Records manual payments when an order's status shows that it is paid, and removes the record when the order waits for
 * payment again.
 */
export function createManualPayments({
  payments,
  statuses,
}: {
  readonly payments: Pick<PaymentStore, 'listByOrder' | 'recordManualPayment' | 'deleteManualPayments'>;
  readonly statuses: Statuses;
}): PaymentRecorder {
  async function noteOpen({ id, total, currency, paymentMethod: method }: OrderRecord): Promise<void> {
    const { paid, returned } = balanceOf(total, await payments.listByOrder(id));
    const open = total - (paid - returned);
    if (open > 0) await payments.recordManualPayment({ orderId: id, method, amount: open, currency });
  }

  return {
    async onStatusChange(order, from, to) {
      const [had, has] = [from, to].map((status) => hasMoney(order.paymentMethod, status, statuses));
      if (!had && has) await noteOpen(order);
      if (had && !has && statuses.kind(to) !== 'closed') await payments.deleteManualPayments(order.id);
    },
  };
}
