import { randomBytes } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { Payment, Refund } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { orderParts, type OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import { balanceOf } from '../payments/manual-payments.js';
import { isManualPayment, type PaymentStore } from '../payments/payment-store.js';
import type { RefundStore } from '../payments/refund-store.js';
import { formatIban } from '../commerce/iban.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';

export interface OrderPaymentsViewDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly payments: Pick<PaymentStore, 'listByOrder'>;
  readonly refunds: Pick<RefundStore, 'listByOrder'>;
  readonly methods: Pick<PaymentMethods, 'label' | 'supports'>;
  readonly statuses: Pick<OrderStatuses, 'canTransition' | 'kind'>;
  readonly money: Pick<Money, 'formatInput'>;
  amount(minor: number, currency: string): string;
}

/** Creates the functions that show the payments and refunds of an order. */
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
    ({ started: __('Started, not confirmed'), paid: __('Paid'), failed: __('Not paid'), refunded: __('Refunded') })[
      state
    ];
  const refundState = (state: Refund['state']): string =>
    ({
      requested: __('Requested, awaiting response'),
      waiting: __('Refund in progress'),
      done: __('Refunded'),
      refused: __('Declined by the provider'),
    })[state];

  function refundText({ account, state }: Refund): string {
    if (account !== null && state === 'requested') return __('To be paid out');
    return account !== null && state === 'refused' ? __('Canceled by the shop') : refundState(state);
  }

  const refundView = (refund: Refund, currency: string): object => ({
    amount: amount(refund.amount, currency),
    state: refundText(refund),
    toSend: refund.account !== null && refund.state === 'requested',
    key: refund.key,
    part: refund.part,
    account: refund.account === null ? '' : formatIban(refund.account),
    reason: refund.reason,
    message: refund.message,
    createdAt: refund.createdAt,
  });

  return async (order) => {
    const orderRefunds = await refunds.listByOrder(order.id);
    const all = await payments.listByOrder(order.id);
    return all.map((payment) => {
      const left = payment.state === 'paid' ? payment.amount - payment.refunded : 0;
      const byHand = isManualPayment(payment) || !methods.supports(payment.method, 'refund');
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
          isManualPayment(payment) && payment.state === 'paid'
            ? __('Paid (recorded manually)')
            : paymentState(payment.state),
        createdAt: payment.createdAt,
        reference: payment.reference,
        refunds: orderRefunds
          .filter(({ paymentId }) => paymentId === payment.id)
          .map((refund) => refundView(refund, payment.currency)),
        refundable: left > 0,
        left: money.formatInput(left),
        currency: payment.currency,
        key: randomBytes(16).toString('hex'),
        restockable: statuses.canTransition(order.status, 'refunded'),
      };
    });
  };
}

/** The open balance between shop and customer, and the form that records payments. */
export interface BalanceView {
  /** Empty when nothing is due or overpaid. */
  readonly text: string;
  /** Default amount in the form that records a payment, such as `12,50`; empty for none. */
  readonly due: string;
  readonly today: string;
  readonly currency: string;
}

export function createBalanceView({
  scope: { __ },
  payments,
  statuses,
  money,
  amount,
}: Pick<OrderPaymentsViewDeps, 'payments' | 'statuses' | 'money' | 'amount'> & {
  readonly scope: Pick<PluginScope, '__'>;
}): (order: OrderRecord, today: string) => Promise<BalanceView> {
  return async ({ id, total, currency, status }, today) => {
    const { due, overpaid } = balanceOf(total, await payments.listByOrder(id));
    const isOpen = statuses.kind(status) !== 'closed';
    const texts = [
      ...(isOpen && due > 0 ? [__('Amount due: %s', amount(due, currency))] : []),
      ...(isOpen && overpaid > 0 ? [__('Overpaid, to be refunded: %s', amount(overpaid, currency))] : []),
    ];
    return { text: texts.join(' '), due: due > 0 ? money.formatInput(due) : '', today, currency };
  };
}
