import { randomBytes } from 'node:crypto';
import type { PageRequest, PluginScope } from 'plinth';
import type { Payment, Refund } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { orderParts } from '../orders/order-parts.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentStore } from '../payments/payment-store.js';
import { isPaidByHand, type RefundService } from '../payments/refund-service.js';
import type { RefundStore } from '../payments/refund-store.js';
import { readIban, writtenIban } from '../selling/iban.js';
import type { PaymentMethods } from '../selling/payment-methods.js';

interface OrderPaymentsDeps {
  readonly scope: Pick<PluginScope, '__' | 'addNotice'>;
  readonly payments: Pick<PaymentStore, 'ofOrder'>;
  readonly refunds: Pick<RefundStore, 'ofOrder'>;
  readonly service: Pick<RefundService, 'refund' | 'handle'>;
  readonly methods: Pick<PaymentMethods, 'label' | 'can'>;
  readonly statuses: Pick<OrderStatuses, 'mayStep' | 'awaitsPayment' | 'kind'>;
  readonly money: Pick<Money, 'parse' | 'plain' | 'typed'>;
  amount(minor: number, currency: string): string;
}

/** What was paid of an order, and what went back, on its screen. */
export interface OrderPayments {
  view(order: OrderRecord): Promise<readonly object[]>;
  /** Gives back what the form says. */
  refund(request: PageRequest, order: OrderRecord): Promise<void>;
  /** Marks what the shop sends itself as sent, or takes it back. */
  handle(request: PageRequest, order: OrderRecord, what: 'sent' | 'dropped'): Promise<void>;
}

const REASON = 500;

export function createOrderPayments({
  scope,
  payments,
  refunds,
  service,
  methods,
  statuses,
  money,
  amount,
}: OrderPaymentsDeps): OrderPayments {
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

  return {
    async view(order) {
      const known = await payments.ofOrder(order.id);
      const back = await refunds.ofOrder(order.id);
      const handy = await isPaidByHand(order, { payments, statuses });
      // Until something of it goes back, nobody has written down that it came.
      const all =
        handy && !known.some(({ key }) => key.startsWith('hand-'))
          ? [
              ...known,
              {
                id: 0,
                key: 'hand-',
                method: order.paymentMethod,
                amount: order.total,
                currency: order.currency,
                state: 'paid' as const,
                refunded: 0,
                createdAt: order.createdAt,
                reference: '',
              },
            ]
          : known;
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
            .map((refund) => ({
              amount: amount(refund.amount, payment.currency),
              state:
                refund.account !== null && refund.state === 'asked'
                  ? __('Still to be sent')
                  : refund.account !== null && refund.state === 'refused'
                    ? __('Taken back by the shop')
                    : refundState(refund.state),
              toSend: refund.account !== null && refund.state === 'asked',
              key: refund.key,
              part: refund.part,
              account: refund.account === null ? '' : writtenIban(refund.account),
              reason: refund.reason,
              message: refund.message,
              at: refund.createdAt,
            })),
          refundable: left > 0,
          left: money.typed(left),
          currency: payment.currency,
          key: randomBytes(16).toString('hex'),
          restockable: statuses.mayStep(order.status, 'refunded'),
        };
      });
    },

    async handle(request, order, what) {
      if (!(await service.handle(order.id, request.field('refund'), what)))
        return scope.addNotice(request, 'error', __('This refund does not wait for that any more.'));
      scope.addNotice(
        request,
        'success',
        what === 'sent' ? __('The money is given back, and the customer is told.') : __('The refund is taken back.'),
      );
    },

    async refund(request, order) {
      const [typed, key] = [money.parse(request.field('amount').slice(0, 20)), request.field('refund_key')];
      if (typed === null || typed === 0)
        return scope.addNotice(request, 'error', __('Please write an amount such as 15.00.'));
      if (!/^[0-9a-f]{32}$/.test(key)) return scope.addNotice(request, 'error', __('Unknown action.'));
      const id = Number(request.field('payment')) || 0;
      const method =
        id === 0
          ? order.paymentMethod
          : ((await payments.ofOrder(order.id)).find((payment) => payment.id === id)?.method ?? '');
      const written = request.field('account').trim();
      const account = methods.can(method, 'refund') ? null : written === '' ? '' : readIban(written);
      if (account === null && !methods.can(method, 'refund'))
        return scope.addNotice(
          request,
          'error',
          __('Please check the account number: its length or its check digits are wrong.'),
        );
      const part = /^\d{1,4}$/.test(request.field('part'))
        ? (orderParts(order)[Number(request.field('part'))]?.label ?? '')
        : '';
      const refund = await service.refund({
        orderId: order.id,
        paymentId: id,
        account,
        part,
        amount: typed,
        reason: request.field('reason').trim().slice(0, REASON),
        restock: request.field('restock') === '1',
        key,
      });
      switch (refund.state) {
        case 'done':
          return scope.addNotice(request, 'success', __('The money is given back.'));
        case 'waiting':
          return scope.addNotice(
            request,
            'success',
            __('The provider has taken the refund and says here when it is through.'),
          );
        case 'asked':
          if (refund.account !== null)
            return scope.addNotice(
              request,
              'success',
              __('The refund is written down. Send the money, and mark it as sent then.'),
            );
          return scope.addNotice(
            request,
            'warning',
            __(
              'The provider has not answered. The refund is kept, and asked for again until it does; it is given back once.',
            ),
          );
        case 'refused':
          return scope.addNotice(request, 'error', __('The provider has refused the refund: %s', refund.message));
      }
    },
  };
}
