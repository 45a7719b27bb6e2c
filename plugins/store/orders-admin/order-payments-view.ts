import { randomBytes } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { Payment, Refund } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { orderParts, type OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentStore } from '../payments/payment-store.js';
import { isPaidByHand } from '../payments/refund-service.js';
import type { RefundStore } from '../payments/refund-store.js';
import { writtenIban } from '../selling/iban.js';
import type { PaymentMethods } from '../selling/payment-methods.js';

export interface OrderPaymentsViewDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly payments: Pick<PaymentStore, 'ofOrder'>;
  readonly refunds: Pick<RefundStore, 'ofOrder'>;
  readonly methods: Pick<PaymentMethods, 'label' | 'can'>;
  readonly statuses: Pick<OrderStatuses, 'mayStep' | 'awaitsPayment' | 'kind'>;
  readonly money: Pick<Money, 'typed'>;
  amount(minor: number, currency: string): string;
}

/** Shows what was paid of an order, and what went back. */
export function createOrderPaymentsView({
  scope,
  payments,
  refunds,
  methods,
  statuses,
  money,
  amount,
}: OrderPaymentsViewDeps): (order: OrderRecord) => Promise<readonly object[]> {
  const { __ } = scope;
  const paymentState = (state: Payment['state']): string =>
    ({ started: __('Begun, not confirmed'), paid: __('Paid'), failed: __('Not paid'), refunded: __('Given back') })[
      state
    ];
  const refundState = (state: Refund['state']): string =>
    ({
      asked: __('Asked for, not answered yet'),
      waiting: __('On its way back'),
      done: __('Given back'),
      refused: __('Refused by the provider'),
    })[state];

  function refundText({ account, state }: Refund): string {
    if (account !== null && state === 'asked') return __('Still to be sent');
    return account !== null && state === 'refused' ? __('Taken back by the shop') : refundState(state);
  }

  const refundView = (refund: Refund, currency: string): object => ({
    amount: amount(refund.amount, currency),
    state: refundText(refund),
    toSend: refund.account !== null && refund.state === 'asked',
    key: refund.key,
    part: refund.part,
    account: refund.account === null ? '' : writtenIban(refund.account),
    reason: refund.reason,
    message: refund.message,
    at: refund.createdAt,
  });

  /** The attempts to pay, and what came past all providers: until something of it goes back, nobody has written that down. */
  async function paymentsOf(order: OrderRecord): Promise<readonly Payment[]> {
    const known = await payments.ofOrder(order.id);
    const handy = await isPaidByHand(order, { payments, statuses });
    if (!handy || known.some(({ key }) => key.startsWith('hand-'))) return known;
    return [
      ...known,
      {
        id: 0,
        key: 'hand-',
        orderId: order.id,
        method: order.paymentMethod,
        amount: order.total,
        currency: order.currency,
        state: 'paid' as const,
        refunded: 0,
        createdAt: order.createdAt,
        reference: '',
      },
    ];
  }

  return async (order) => {
    const back = await refunds.ofOrder(order.id);
    const all = await paymentsOf(order);
    return all.map((payment) => {
      const left = payment.state === 'paid' ? payment.amount - payment.refunded : 0;
      const byHand = !methods.can(payment.method, 'refund');
      return {
        byHand,
        parts: orderParts(order).map((part, index) => ({
          label: part.label,
          value: String(index),
          amount: amount(part.amount, order.currency),
        })),
        id: payment.id,
        method: methods.label(payment.method),
        amount: amount(payment.amount, payment.currency),
        state:
          payment.key.startsWith('hand-') && payment.state === 'paid'
            ? __('Paid, as the shop has noted')
            : paymentState(payment.state),
        at: payment.createdAt,
        reference: payment.reference,
        refunds: back
          .filter(({ paymentId }) => paymentId === payment.id)
          .map((refund) => refundView(refund, payment.currency)),
        refundable: left > 0,
        left: money.typed(left),
        currency: payment.currency,
        key: randomBytes(16).toString('hex'),
        restockable: statuses.mayStep(order.status, 'refunded'),
      };
    });
  };
}
