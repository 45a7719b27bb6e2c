import { type HookApi, PlinthError, type PluginScope, utcText } from 'plinth';
import type { Sellables } from '../catalogue/sellables.js';
import type { Payment, Refund, RefundAnswer, RefundRequest } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { OrdersService } from '../orders/orders-service.js';
import type { PaymentMethods } from '../selling/payment-methods.js';
import { noticeUrl } from './begin-payment.js';
import type { PaymentStore } from './payment-store.js';
import type { RefundStore } from './refund-store.js';

/** What the owner asks for. */
export interface RefundWish {
  readonly paymentId: number;
  readonly orderId: number;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  /** Puts the goods back into stock, when the whole order is given back. */
  readonly restock: boolean;
  /** 32 hexadecimal digits, one for each form: sent twice, it is one refund. */
  readonly key: string;
}

/** Gives money back through the provider it came from. */
export interface RefundService {
  /** @throws PlinthError `store_refund_refused` when less is left, or the method cannot give back */
  refund(wish: RefundWish): Promise<Refund>;
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
  readonly statuses: Pick<OrderStatuses, 'mayStep'>;
  readonly store: Pick<OrderStore, 'find' | 'addEvent'>;
  readonly orders: Pick<OrdersService, 'setStatus'>;
  readonly sellables: Pick<Sellables, 'giveBack'>;
  amount(minor: number, currency: string): string;
}

const LOOK_AGAIN_MS = 10 * 60_000;
const LIMIT = 50;

export function createRefundService({ scope, payments, refunds, methods, statuses, store, orders, sellables, amount }: RefundDeps): RefundService {
  const { __ } = scope;
  const refuse = (message: string): PlinthError => new PlinthError('store_refund_refused', message, { status: 409, cure: __('Look at what is left of the payment, or give the money back by hand.') });

  /** Takes the amount of what is left of the payment, before the provider hears of it: two at once never give back more than came. */
  async function ask(wish: RefundWish): Promise<Refund> {
    const payment = await payments.find({ id: wish.paymentId });
    if (!payment || payment.orderId !== wish.orderId) throw refuse(__('There is no such payment.'));
    if (!methods.can(payment.method, 'refund')) throw refuse(__('Money cannot be given back through %s.', methods.label(payment.method)));
    if (!Number.isSafeInteger(wish.amount) || wish.amount <= 0 || !(await payments.hold(payment.id, wish.amount))) throw refuse(__('No more than %s of this payment can be given back.', amount(payment.amount - payment.refunded, payment.currency)));
    return refunds.ask({ orderId: wish.orderId, paymentId: wish.paymentId, key: wish.key, amount: wish.amount, reason: wish.reason.slice(0, 500), restock: wish.restock });
  }

  async function requestOf(refund: Refund): Promise<Omit<RefundRequest, 'settings'> | null> {
    const payment = await payments.find({ id: refund.paymentId });
    const order = await store.find({ id: refund.orderId });
    return payment && order && { payment, order, key: refund.key, amount: refund.amount, reason: refund.reason, noticeUrl: noticeUrl(scope, payment.method) };
  }

  /** Whether all that came for an order has gone back. */
  async function isAllBack(order: OrderRecord): Promise<boolean> {
    const came = (await payments.ofOrder(order.id)).filter(({ state }) => state === 'paid' || state === 'refunded');
    const back = (await refunds.ofOrder(order.id)).filter(({ state }) => state === 'done').reduce((sum, { amount: one }) => sum + one, 0);
    return back >= came.reduce((sum, { amount: one }) => sum + one, 0);
  }

  async function done(refund: Refund, payment: Payment, order: OrderRecord): Promise<void> {
    const settled = { ...refund, state: 'done' as const };
    const text = [__('Given back: %1$s through %2$s.', amount(refund.amount, payment.currency), methods.label(payment.method)), refund.reason].join(' ').trim();
    await store.addEvent(order.id, { userId: scope.getCurrentUserId(), from: order.status, to: order.status, note: text });
    await scope.audit.record({ action: 'orders.money_returned', subject: { kind: 'order', id: order.id, title: order.number }, details: { amount: refund.amount, currency: payment.currency, method: payment.method } });
    const returned = (await refunds.ofOrder(order.id)).filter(({ paymentId, state }) => paymentId === payment.id && state === 'done').reduce((sum, { amount: one }) => sum + one, 0);
    if (returned >= payment.amount) await payments.move(payment.id, ['paid'], 'refunded');
    // Of a closed order the goods are back already, or were given away for good.
    if ((await isAllBack(order)) && statuses.mayStep(order.status, 'refunded')) {
      await orders.setStatus(order.id, 'refunded', refund.reason);
      if (refund.restock) await sellables.giveBack(order.lines.filter(({ productId }) => productId > 0));
    }
    const now = (await store.find({ id: order.id })) ?? order;
    await scope.db.afterCommit(() => scope.doAction('store/order_refunded', now, settled));
  }

  async function settle(refund: Refund, answer: RefundAnswer): Promise<void> {
    await scope.db.transaction(async () => {
      // Two refunds that end at once would each miss the other's part of the whole.
      await payments.lock(refund.paymentId);
      if (!(await refunds.settle(refund.id, answer.kind, answer.kind === 'refused' ? answer.message : ''))) return;
      const [payment, order] = [await payments.find({ id: refund.paymentId }), await store.find({ id: refund.orderId })];
      if (!payment || !order || answer.kind === 'waiting') return;
      if (answer.kind === 'done') return done(refund, payment, order);
      await payments.release(payment.id, refund.amount);
      const text = __('%1$s could not be given back through %2$s: %3$s', amount(refund.amount, payment.currency), methods.label(payment.method), answer.message);
      await store.addEvent(order.id, { userId: scope.getCurrentUserId(), from: order.status, to: order.status, note: text });
    });
  }

  return {
    async refund(wish) {
      const known = await refunds.find(wish.key);
      if (known) return known;
      const refund = await scope.db.transaction(() => ask(wish)).catch(async (error: unknown) => {
        const other = await refunds.find(wish.key);
        if (!other) throw error;
        return { ...other, heard: true };
      });
      // Whoever sent the same form first asks the provider.
      if ('heard' in refund) return refund;
      const request = await requestOf(refund);
      const method = request?.payment.method ?? '';
      const answer = await methods.ask<RefundAnswer | undefined>(method, (one, settings) => request && one.refund?.({ ...request, settings }) || undefined, undefined);
      if (answer) await settle(refund, answer);
      return (await refunds.find(wish.key)) ?? refund;
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
        const answer = await methods.ask<RefundAnswer | undefined>(request.payment.method, (one, settings) => (one.lookupRefund ?? one.refund)?.({ ...request, settings }), undefined);
        if (answer) await settle(refund, answer);
        else down.add(request.payment.method);
      }
      return open.length;
    },
  };
}
