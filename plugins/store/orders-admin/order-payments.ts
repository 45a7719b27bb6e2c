import { isCalendarDay, type PageRequest, type PluginScope, toUtcString } from 'plinth';
import type { Refund } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { orderParts, type OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { isManualPayment, type PaymentStore } from '../payments/payment-store.js';
import type { RefundService } from '../payments/refund-service.js';
import { readIban } from '../commerce/iban.js';
import { dayStart, localDay, siteZone } from '../time/local-time.js';
import {
  type BalanceView,
  createBalanceView,
  createOrderPaymentsView,
  type OrderPaymentsViewDeps,
} from './order-payments-view.js';

interface OrderPaymentsDeps extends OrderPaymentsViewDeps {
  readonly scope: Pick<PluginScope, '__' | 'addNotice' | 'getOption' | 'audit' | 'db' | 'getCurrentUserId'>;
  readonly payments: Pick<PaymentStore, 'listByOrder' | 'recordManualPayment'>;
  readonly store: Pick<OrderStore, 'addEvent'>;
  readonly service: Pick<RefundService, 'refund' | 'handle'>;
  readonly money: Pick<Money, 'read' | 'formatDecimal' | 'formatInput'>;
}

/** Payments and refunds of an order on the order screen. */
export interface OrderPayments {
  view(order: OrderRecord): Promise<readonly object[]>;
  /** Returns the open balance between shop and customer. */
  balance(order: OrderRecord): Promise<BalanceView>;
  /** Records a payment that no payment provider processed. */
  note(request: PageRequest, order: OrderRecord): Promise<void>;
  /** Refunds the submitted amount. */
  refund(request: PageRequest, order: OrderRecord): Promise<void>;
  /** Marks a refund that the shop sends itself as sent, or cancels it. */
  handle(request: PageRequest, order: OrderRecord, result: 'sent' | 'dropped'): Promise<void>;
}

const MAX_REASON_LENGTH = 500;

export function createOrderPayments({
  scope,
  payments,
  refunds,
  service,
  methods,
  statuses,
  store,
  money,
  amount,
}: OrderPaymentsDeps): OrderPayments {
  const { __ } = scope;
  /** Adds a notice with the result of a refund. */
  function addRefundNotice(request: PageRequest, refund: Refund): void {
    switch (refund.state) {
      case 'done':
        return scope.addNotice(request, 'success', __('Money refunded.'));
      case 'waiting':
        return scope.addNotice(
          request,
          'success',
          __('The payment provider accepted the refund. Its status will be updated here.'),
        );
      case 'requested':
        if (refund.account !== null)
          return scope.addNotice(request, 'success', __('Refund saved. Send the money, then mark it as refunded.'));
        return scope.addNotice(
          request,
          'warning',
          __(
            'The provider did not respond. The refund is saved and will be retried until it goes through. The money is refunded only once.',
          ),
        );
      case 'refused':
        return scope.addNotice(request, 'error', __('The provider declined the refund: %s', refund.message));
    }
  }

  const balance = createBalanceView({ scope, payments, statuses, money, amount });
  const today = async (): Promise<string> => localDay(toUtcString(), await siteZone(scope.getOption));

  /** Records a payment with its date, adds it to the order history, and writes it to the audit log. */
  async function recordPayment(order: OrderRecord, minor: number, day: string): Promise<void> {
    const isToday = day === (await today());
    const time = isToday ? toUtcString() : dayStart(day, await siteZone(scope.getOption));
    const { id, number, status, currency, paymentMethod: method } = order;
    await scope.db.transaction(async () => {
      await payments.recordManualPayment({ orderId: id, method, amount: minor, currency, receivedAt: time });
      await store.addEvent(id, {
        userId: scope.getCurrentUserId(),
        from: status,
        to: status,
        note: __('Payment recorded: %1$s on %2$s.', amount(minor, currency), day),
      });
      await scope.audit.record({
        action: 'orders.payment_recorded',
        subject: { kind: 'order', id, title: number },
        details: { amount: minor, currency, method, day },
      });
    });
  }

  return {
    view: createOrderPaymentsView({ scope, payments, refunds, methods, statuses, money, amount }),
    balance: async (order) => balance(order, await today()),

    async note(request, order) {
      const { minor, problem } = money.read(request.field('paid_amount').slice(0, 20));
      const day = request.field('paid_on');
      if (minor === null || minor === 0)
        return scope.addNotice(request, 'error', problem || __('Enter an amount above 0.'));
      if (!isCalendarDay(day) || day > (await today()))
        return scope.addNotice(request, 'error', __('Choose the date you received the payment.'));
      await recordPayment(order, minor, day);
      scope.addNotice(request, 'success', __('Payment recorded.'));
    },

    async handle(request, order, result) {
      if (!(await service.handle(order.id, request.field('refund'), result)))
        return scope.addNotice(request, 'error', __('This refund is no longer waiting to be paid out.'));
      scope.addNotice(
        request,
        'success',
        result === 'sent' ? __('Money refunded. The customer has been notified.') : __('Refund canceled.'),
      );
    },

    async refund(request, order) {
      const { minor: refundAmount, problem } = money.read(request.field('amount').slice(0, 20));
      const key = request.field('refund_key');
      if (refundAmount === null || refundAmount === 0)
        return scope.addNotice(request, 'error', problem || __('Enter an amount above 0.'));
      if (!/^[0-9a-f]{32}$/.test(key)) return scope.addNotice(request, 'error', __('Unknown action.'));
      const id = Number(request.field('payment')) || 0;
      const payment = (await payments.listByOrder(order.id)).find((candidate) => candidate.id === id);
      const accountInput = request.field('account').trim();
      const isByProvider =
        payment !== undefined && !isManualPayment(payment) && methods.supports(payment.method, 'refund');
      const account = isByProvider ? null : parseAccount(accountInput);
      if (account === null && !isByProvider)
        return scope.addNotice(request, 'error', __('Check the account number: its length or check digits are wrong.'));
      const part = /^\d{1,4}$/.test(request.field('part'))
        ? (orderParts(order)[Number(request.field('part'))]?.label ?? '')
        : '';
      const refund = await service.refund({
        orderId: order.id,
        paymentId: id,
        account,
        part,
        amount: refundAmount,
        reason: request.field('reason').trim().slice(0, MAX_REASON_LENGTH),
        restock: request.field('restock') === '1',
        key,
      });
      addRefundNotice(request, refund);
    },
  };
}

/** Parses the submitted account number: '' for cash, null when it is invalid. */
const parseAccount = (written: string): string | null => (written === '' ? '' : readIban(written));
