import { type HookApi, PlinthError, type PluginScope, utcText } from 'plinth';
import type { Sellables } from '../catalogue/sellables.js';
import type { Payment, Refund, RefundAnswer, RefundRequest, RefundWish } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import { stillOut } from '../orders/restocked.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { OrdersService } from '../orders/orders-service.js';
import type { PaymentMethods } from '../selling/payment-methods.js';
import { writtenIban } from '../selling/iban.js';
import { noticeUrl } from './begin-payment.js';
import type { BuyerLetters } from './buyer-letters.js';
import type { PaymentStore } from './payment-store.js';
import type { RefundStore } from './refund-store.js';

/** Gives money back: through the provider it came from, or as the shop sends it itself. */
export interface RefundService {
  /** @throws PlinthError `store_refund_refused` when less is left, or the method cannot give back */
  refund(wish: RefundWish): Promise<Refund>;
  /** The shop has sent what it sends itself, or will not; false when that is no refund which waits for it. */
  handle(orderId: number, key: string, what: 'sent' | 'dropped'): Promise<boolean>;
  /** Hears what a provider says of a refund later. */
  hear(method: string, key: string, answer: RefundAnswer): Promise<void>;
  /** Asks about refunds that are not settled. @param now milliseconds since 1970 */
  lookUp(now?: number): Promise<number>;
}

interface RefundDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'restUrl' | 'audit' | 'getCurrentUserId'> & Pick<HookApi, 'doAction'>;
  readonly payments: PaymentStore;
  readonly refunds: RefundStore;
  readonly methods: Pick<PaymentMethods, 'ask' | 'can' | 'label'>;
  readonly statuses: Pick<OrderStatuses, 'mayStep' | 'awaitsPayment' | 'kind'>;
  readonly store: Pick<OrderStore, 'find' | 'addEvent'>;
  readonly orders: Pick<OrdersService, 'refunded'>;
  readonly letters: BuyerLetters;
  readonly sellables: Pick<Sellables, 'giveBack'>;
  amount(minor: number, currency: string): string;
}

/** Whether an order's money came past all providers, and may go back: it waits for none, none was told of, and it is not closed. */
export async function isPaidByHand(
  order: OrderRecord,
  {
    payments,
    statuses,
  }: {
    readonly payments: Pick<PaymentStore, 'ofOrder'>;
    readonly statuses: Pick<OrderStatuses, 'awaitsPayment' | 'kind'>;
  },
): Promise<boolean> {
  if (order.total === 0 || statuses.awaitsPayment(order.status) || statuses.kind(order.status) === 'closed')
    return false;
  // What is paid on delivery has come once the order is through.
  if (order.paymentMethod === 'cod' && statuses.kind(order.status) !== 'done') return false;
  return (await payments.ofOrder(order.id)).every(
    ({ key, state }) => key === `hand-${order.id}` || (state !== 'paid' && state !== 'refunded'),
  );
}

const LOOK_AGAIN_MS = 10 * 60_000;
const LIMIT = 50;

export function createRefundService({
  scope,
  payments,
  refunds,
  methods,
  statuses,
  store,
  orders,
  letters,
  sellables,
  amount,
}: RefundDeps): RefundService {
  const { __ } = scope;
  const refuse = (message: string): PlinthError =>
    new PlinthError('store_refund_refused', message, {
      status: 409,
      cure: __('Look at what is left of the payment, or give the money back by hand.'),
    });

  /** Takes the amount of what is left of the payment, before the provider hears of it: two at once never give back more than came. */
  async function ask(wish: RefundWish): Promise<Refund> {
    const payment = wish.paymentId > 0 ? await payments.find({ id: wish.paymentId }) : await cameByHand(wish.orderId);
    if (!payment || payment.orderId !== wish.orderId) throw refuse(__('There is no such payment.'));
    if (wish.account === null && !methods.can(payment.method, 'refund'))
      throw refuse(__('Money cannot be given back through %s.', methods.label(payment.method)));
    if (!Number.isSafeInteger(wish.amount) || wish.amount <= 0 || !(await payments.hold(payment.id, wish.amount)))
      throw refuse(
        __(
          'No more than %s of this payment can be given back.',
          amount(payment.amount - payment.refunded, payment.currency),
        ),
      );
    return refunds.ask({
      orderId: wish.orderId,
      paymentId: payment.id,
      key: wish.key,
      amount: wish.amount,
      reason: wish.reason.slice(0, 500),
      restock: wish.restock,
      account: wish.account,
      part: wish.part,
    });
  }

  /** What came for an order that no provider tells of; null while it waits for its money, or has given it back. */
  async function cameByHand(orderId: number): Promise<Payment | null> {
    const order = await store.find({ id: orderId });
    return order && (await isPaidByHand(order, { payments, statuses })) ? payments.byHand(order) : null;
  }

  function told({ amount: back, account, reason }: Refund, payment: Payment): string {
    const sum = amount(back, payment.currency);
    const what =
      account === null
        ? __('Given back: %1$s through %2$s.', sum, methods.label(payment.method))
        : account === ''
          ? __('Given back: %s in cash.', sum)
          : __('Given back: %1$s to the account %2$s.', sum, writtenIban(account));
    return [what, reason].join(' ').trim();
  }

  async function requestOf(refund: Refund): Promise<Omit<RefundRequest, 'settings'> | null> {
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
        noticeUrl: noticeUrl(scope, payment.method),
      }
    );
  }

  /** Whether all that came for an order has gone back. */
  async function isAllBack(order: OrderRecord): Promise<boolean> {
    const came = (await payments.ofOrder(order.id)).filter(({ state }) => state === 'paid' || state === 'refunded');
    const back = (await refunds.ofOrder(order.id))
      .filter(({ state }) => state === 'done')
      .reduce((sum, { amount: one }) => sum + one, 0);
    return back >= came.reduce((sum, { amount: one }) => sum + one, 0);
  }

  async function done(refund: Refund, payment: Payment, order: OrderRecord): Promise<void> {
    const settled = { ...refund, state: 'done' as const };
    await store.addEvent(order.id, {
      userId: scope.getCurrentUserId(),
      from: order.status,
      to: order.status,
      note: told(refund, payment),
    });
    await scope.audit.record({
      action: 'orders.money_returned',
      subject: { kind: 'order', id: order.id, title: order.number },
      details: { amount: refund.amount, currency: payment.currency, method: payment.method },
    });
    const sumOf = (some: readonly Refund[]): number => some.reduce((sum, { amount: one }) => sum + one, 0);
    const back = (await refunds.ofOrder(order.id)).filter(({ state }) => state === 'done');
    const returned = sumOf(back.filter(({ paymentId }) => paymentId === payment.id));
    if (returned >= payment.amount) await payments.move(payment.id, ['paid'], 'refunded');
    // Of a closed order the goods are back already, or were given away for good.
    if ((await isAllBack(order)) && statuses.mayStep(order.status, 'refunded')) {
      await orders.refunded(order.id, refund.reason);
      if (refund.restock) await sellables.giveBack(stillOut(order));
    }
    const now = (await store.find({ id: order.id })) ?? order;
    const account = refund.account === null ? null : writtenIban(refund.account);
    await letters.moneyBack(now, {
      amount: refund.amount,
      currency: payment.currency,
      method: payment.method,
      account,
      reason: refund.reason,
      part: refund.part,
      altogether: sumOf(back),
      at: utcText(),
    });
    await scope.db.afterCommit(() => scope.doAction('store/order_refunded', now, settled));
  }

  async function settle(refund: Refund, answer: RefundAnswer): Promise<void> {
    await scope.db.transaction(async () => {
      // Two refunds that end at once would each miss the other's part of the whole.
      await payments.lock(refund.paymentId);
      if (!(await refunds.settle(refund.id, answer.kind, answer.kind === 'refused' ? answer.message : ''))) return;
      const [payment, order] = [
        await payments.find({ id: refund.paymentId }),
        await store.find({ id: refund.orderId }),
      ];
      if (!payment || !order || answer.kind === 'waiting') return;
      if (answer.kind === 'done') return done(refund, payment, order);
      await payments.release(payment.id, refund.amount);
      const text =
        refund.account !== null
          ? __('%s will not be given back after all.', amount(refund.amount, payment.currency))
          : __(
              '%1$s could not be given back through %2$s: %3$s',
              amount(refund.amount, payment.currency),
              methods.label(payment.method),
              answer.message,
            );
      await store.addEvent(order.id, {
        userId: scope.getCurrentUserId(),
        from: order.status,
        to: order.status,
        note: text,
      });
    });
  }

  return {
    async refund(wish) {
      const known = await refunds.find(wish.key);
      if (known) return known;
      const refund = await scope.db
        .transaction(() => ask(wish))
        .catch(async (error: unknown) => {
          const other = await refunds.find(wish.key);
          if (!other) throw error;
          return { ...other, heard: true };
        });
      // Whoever sent the same form first asks the provider.
      if ('heard' in refund || refund.account !== null) return refund;
      const request = await requestOf(refund);
      const method = request?.payment.method ?? '';
      const answer = await methods.ask<RefundAnswer | undefined>(
        method,
        (one, settings) => (request && one.refund?.({ ...request, settings })) || undefined,
        undefined,
      );
      if (answer) await settle(refund, answer);
      return (await refunds.find(wish.key)) ?? refund;
    },
    async handle(orderId, key, what) {
      const refund = await refunds.find(key);
      if (!refund || refund.orderId !== orderId || refund.account === null || refund.state !== 'asked') return false;
      await settle(refund, what === 'sent' ? { kind: 'done' } : { kind: 'refused', message: '' });
      return true;
    },
    async hear(method, key, answer) {
      const refund = await refunds.find(key);
      const payment = refund && (await payments.find({ id: refund.paymentId }));
      if (refund && payment?.method === method) await settle(refund, answer);
    },
    async lookUp(now = Date.now()) {
      const open = await refunds.unsettled(utcText(now - LOOK_AGAIN_MS), LIMIT);
      const down = new Set<string>();
      for (const refund of open) {
        const request = await requestOf(refund);
        if (!request || down.has(request.payment.method)) continue;
        const answer = await methods.ask<RefundAnswer | undefined>(
          request.payment.method,
          (one, settings) => (one.lookupRefund ?? one.refund)?.({ ...request, settings }),
          undefined,
        );
        if (answer) await settle(refund, answer);
        else down.add(request.payment.method);
      }
      return open.length;
    },
  };
}
