import { randomBytes } from 'node:crypto';
import type { PageRequest, PluginScope } from 'plinth';
import type { Payment, Refund } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentStore } from '../payments/payment-store.js';
import type { RefundService } from '../payments/refund-service.js';
import type { RefundStore } from '../payments/refund-store.js';
import type { PaymentMethods } from '../selling/payment-methods.js';

interface OrderPaymentsDeps {
  readonly scope: Pick<PluginScope, '__' | 'addNotice'>;
  readonly payments: Pick<PaymentStore, 'ofOrder'>;
  readonly refunds: Pick<RefundStore, 'ofOrder'>;
  readonly service: Pick<RefundService, 'refund'>;
  readonly methods: Pick<PaymentMethods, 'label' | 'can'>;
  readonly statuses: Pick<OrderStatuses, 'mayStep'>;
  readonly money: Pick<Money, 'parse' | 'plain' | 'typed'>;
  amount(minor: number, currency: string): string;
}

/** What was paid of an order, and what went back, on its screen. */
export interface OrderPayments {
  view(order: OrderRecord): Promise<readonly object[]>;
  /** Gives back what the form says. */
  refund(request: PageRequest, order: OrderRecord): Promise<void>;
}

const REASON = 500;

export function createOrderPayments({ scope, payments, refunds, service, methods, statuses, money, amount }: OrderPaymentsDeps): OrderPayments {
  const { __ } = scope;
  const paymentState = (state: Payment['state']): string => ({ started: __('Begun, not confirmed'), paid: __('Paid'), failed: __('Not paid'), refunded: __('Given back') })[state];
  const refundState = (state: Refund['state']): string => ({ asked: __('Asked for, not answered yet'), waiting: __('On its way back'), done: __('Given back'), refused: __('Refused by the provider') })[state];

  return {
    async view(order) {
      const all = await payments.ofOrder(order.id);
      const back = await refunds.ofOrder(order.id);
      return all.map((payment) => {
        const left = payment.state === 'paid' ? payment.amount - payment.refunded : 0;
        return {
          id: payment.id, method: methods.label(payment.method), amount: amount(payment.amount, payment.currency), state: paymentState(payment.state), at: payment.createdAt, reference: payment.reference,
          refunds: back.filter(({ paymentId }) => paymentId === payment.id).map((refund) => ({ amount: amount(refund.amount, payment.currency), state: refundState(refund.state), reason: refund.reason, message: refund.message, at: refund.createdAt })),
          refundable: left > 0 && methods.can(payment.method, 'refund'), left: money.typed(left), currency: payment.currency, key: randomBytes(16).toString('hex'), restockable: statuses.mayStep(order.status, 'refunded'),
        };
      });
    },

    async refund(request, order) {
      const [typed, key] = [money.parse(request.field('amount').slice(0, 20)), request.field('refund_key')];
      if (typed === null || typed === 0) return scope.addNotice(request, 'error', __('Please write an amount such as 15.00.'));
      if (!/^[0-9a-f]{32}$/.test(key)) return scope.addNotice(request, 'error', __('Unknown action.'));
      const refund = await service.refund({ orderId: order.id, paymentId: Number(request.field('payment')) || 0, amount: typed, reason: request.field('reason').trim().slice(0, REASON), restock: request.field('restock') === '1', key });
      switch (refund.state) {
        case 'done':
          return scope.addNotice(request, 'success', __('The money is given back.'));
        case 'waiting':
          return scope.addNotice(request, 'success', __('The provider has taken the refund and says here when it is through.'));
        case 'asked':
          return scope.addNotice(request, 'warning', __('The provider has not answered. The refund is kept, and asked for again until it does; it is given back once.'));
        case 'refused':
          return scope.addNotice(request, 'error', __('The provider has refused the refund: %s', refund.message));
      }
    },
  };
}
