import { type HookApi, PlinthError, type PluginScope, type TranslationApi } from 'plinth';
import type { FormContext, Orders } from '../contract/index.js';
import type { Letters } from '../mails/letters.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { payUntil } from '../orders/pay-until.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import { taxInside } from '../money/tax.js';
import type { PriceRules } from '../prices/price-rules.js';
import { methodLabel } from '../selling/method.js';
import { type PaymentMethod, paymentMethods } from '../selling/payment-methods.js';
import type { FormHooks } from '../forms/form-hooks.js';

export interface WaysToPayDeps {
  readonly selling: Pick<SellingOptions, 'read'>;
  readonly words: Pick<TranslationApi, '__'>;
}

/** The ways to pay an order that waits for its money; none where it does not wait, or where there is only the way it has. */
export async function waysToPay(order: OrderRecord, { selling, words }: WaysToPayDeps): Promise<readonly PaymentMethod[]> {
  if (order.status !== 'pending' && order.status !== 'on-hold') return [];
  const methods = paymentMethods(await selling.read(), { physical: order.lines.some((line) => line.kind === 'physical') }, words);
  return methods.some(({ id }) => id !== order.paymentMethod) ? methods : [];
}

/** What an order costs when it is paid by a method. */
export function totalBy(order: OrderRecord, method: PaymentMethod): number {
  return order.total - order.paymentFee + method.price;
}

interface PayOrderDeps extends WaysToPayDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'getCurrentUserId' | 'audit'> & Pick<HookApi, 'doAction'>;
  readonly store: Pick<OrderStore, 'find' | 'setPayment' | 'addEvent'>;
  readonly orders: Pick<Orders, 'setStatus'>;
  readonly letters: Pick<Letters, 'toCustomer'>;
  readonly hooks: Pick<FormHooks, 'accepted'>;
  readonly rules: Pick<PriceRules, 'chargesTax'>;
}

/**
 * Gives an order another way of payment, with its fee and the step that follows, or changes nothing at all.
 * @returns false when the order does not wait for that any more
 */
export function createPayOrder({ scope, store, orders, letters, hooks, selling, rules, words }: PayOrderDeps): (id: number, method: PaymentMethod, context: FormContext) => Promise<boolean> {
  const gone = (): PlinthError => new PlinthError('store_order_not_payable', 'The order does not wait for this payment any more.', { status: 409 });

  async function change(id: number, method: PaymentMethod, context: FormContext): Promise<void> {
    const order = await store.find({ id });
    if (!order || !(await waysToPay(order, { selling, words })).some((way) => way.id === method.id)) throw gone();
    const rate = (await rules.chargesTax()) ? (await selling.read()).shippingTaxRate : 0;
    const taxTotal = order.taxTotal - taxInside(order.paymentFee, rate) + taxInside(method.price, rate);
    const changed = await store.setPayment(order, { paymentMethod: method.id, paymentFee: method.price, taxTotal, total: totalBy(order, method), payUntil: payUntil({ status: order.status, paymentMethod: method.id }, await selling.read()) });
    if (!changed) throw gone();
    await hooks.accepted(context, { orderId: order.id, userId: order.userId, email: order.billing.email });
    await scope.audit.record({ action: 'orders.payment_changed', subject: { kind: 'order', id, title: order.number }, details: { from: order.paymentMethod, to: method.id, total: totalBy(order, method) } });
    const note = `${methodLabel(order.paymentMethod, words)} → ${method.label}`;
    if (method.firstStatus !== order.status) return orders.setStatus(order.id, method.firstStatus, note);
    await store.addEvent(order.id, { userId: scope.getCurrentUserId(), from: order.status, to: order.status, note });
    const paid = await store.find({ id });
    if (paid) await letters.toCustomer(paid.status, paid);
  }

  return async (id, method, context) => {
    try {
      await scope.db.transaction(() => change(id, method, context));
      return true;
    } catch (error) {
      if (error instanceof PlinthError && error.code === 'store_order_not_payable') return false;
      throw error;
    }
  };
}
