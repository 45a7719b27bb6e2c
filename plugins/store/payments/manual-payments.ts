import type { OrderStatus, Payment } from '../contract/index.js';
import type { PaymentRecorder } from '../orders/payment-recorder.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentStore } from './payment-store.js';

type Statuses = Pick<OrderStatuses, 'awaitsPayment' | 'kind'>;

/** Whether an order in that status has its money: what is paid on delivery has come once the order is through. */
export function hasMoney(method: string, status: OrderStatus | '', statuses: Statuses): boolean {
  if (status === '' || statuses.awaitsPayment(status) || statuses.kind(status) === 'closed') return false;
  return method !== 'cod' || statuses.kind(status) === 'done';
}

/** What came for an order, what of it went back, and what is open between the shop and the customer. */
export interface Balance {
  /** Minor units. */
  readonly paid: number;
  /** Given back, or about to be. */
  readonly returned: number;
  /** What the customer still has to pay. */
  readonly due: number;
  /** What the shop still has to give back, since the order comes to less than what was paid. */
  readonly overpaid: number;
}

/** The balance of an order by its payments alone: what was paid does not follow what the order comes to. */
export function balanceOf(total: number, payments: readonly Pick<Payment, 'state' | 'amount' | 'refunded'>[]): Balance {
  const came = payments.filter(({ state }) => state === 'paid' || state === 'refunded');
  const paid = came.reduce((sum, { amount }) => sum + amount, 0);
  const returned = came.reduce((sum, { refunded }) => sum + refunded, 0);
  return { paid, returned, due: Math.max(0, total - paid), overpaid: Math.max(0, paid - returned - total) };
}

/** Notes money by hand as orders are taken on, and takes the note back when an order waits for its money again. */
export function createManualPayments({
  payments,
  statuses,
}: {
  readonly payments: Pick<PaymentStore, 'ofOrder' | 'noteByHand' | 'dropByHand'>;
  readonly statuses: Statuses;
}): PaymentRecorder {
  async function noteOpen({ id, total, currency, paymentMethod: method }: OrderRecord): Promise<void> {
    const { paid, returned } = balanceOf(total, await payments.ofOrder(id));
    const open = total - (paid - returned);
    if (open > 0) await payments.noteByHand({ orderId: id, method, amount: open, currency });
  }

  return {
    async statusChanged(order, from, to) {
      const [had, has] = [from, to].map((status) => hasMoney(order.paymentMethod, status, statuses));
      if (!had && has) await noteOpen(order);
      if (had && !has && statuses.kind(to) !== 'closed') await payments.dropByHand(order.id);
    },
  };
}
