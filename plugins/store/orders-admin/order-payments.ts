import type { PageRequest, PluginScope } from 'plinth';
import type { Refund } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { orderParts, type OrderRecord } from '../orders/order-record.js';
import type { RefundService } from '../payments/refund-service.js';
import { readIban } from '../selling/iban.js';
import { createOrderPaymentsView, type OrderPaymentsViewDeps } from './order-payments-view.js';

interface OrderPaymentsDeps extends OrderPaymentsViewDeps {
  readonly scope: Pick<PluginScope, '__' | 'addNotice'>;
  readonly service: Pick<RefundService, 'refund' | 'handle'>;
  readonly money: Pick<Money, 'read' | 'plain' | 'typed'>;
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
  /** Says what became of a refund that was asked for. */
  function tellOf(request: PageRequest, refund: Refund): void {
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
  }

  return {
    view: createOrderPaymentsView({ scope, payments, refunds, methods, statuses, money, amount }),

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
      const { minor: typed, problem } = money.read(request.field('amount').slice(0, 20));
      const key = request.field('refund_key');
      if (typed === null || typed === 0)
        return scope.addNotice(request, 'error', problem || __('Please write an amount above 0.'));
      if (!/^[0-9a-f]{32}$/.test(key)) return scope.addNotice(request, 'error', __('Unknown action.'));
      const id = Number(request.field('payment')) || 0;
      const method =
        id === 0
          ? order.paymentMethod
          : ((await payments.ofOrder(order.id)).find((payment) => payment.id === id)?.method ?? '');
      const written = request.field('account').trim();
      const isByProvider = methods.can(method, 'refund');
      const account = isByProvider ? null : readAccount(written);
      if (account === null && !isByProvider)
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
      tellOf(request, refund);
    },
  };
}

/** The account that was typed: '' for cash, null where it is wrong. */
const readAccount = (written: string): string | null => (written === '' ? '' : readIban(written));
