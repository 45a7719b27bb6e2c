import { type HookApi, PlinthError, type PluginScope } from 'plinth';
import type { FormContext, Orders } from '../contract/index.js';
import type { Emails } from '../emails/emails.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { payUntil } from '../orders/pending-payment.js';
import type { SellingOptions } from '../commerce/commerce-settings.js';
import { shareOf, taxInside } from '../money/tax.js';
import type { PriceRules } from '../prices/price-rules.js';
import { isCustomerEmail } from '../orders/customer-email.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentBasis, PaymentChoice, PaymentMethods } from '../commerce/payment-methods.js';
import type { FormHooks } from '../forms/form-hooks.js';

export interface WaysToPayDeps {
  readonly methods: Pick<PaymentMethods, 'listAvailable' | 'label'>;
  readonly statuses: Pick<OrderStatuses, 'awaitsPayment'>;
}

/** Returns the payment basis of an order, for the payment methods. */
export function toPayOf(order: OrderRecord): PaymentBasis {
  return {
    amount: order.total - order.paymentFee,
    currency: order.currency,
    country: order.billing.country,
    needsShipping: order.lines.some((line) => line.kind === 'physical'),
    order,
  };
}

/**
 * Returns the payment methods for an order that awaits payment. Empty when it does not, or when only its current method
 * is available and cannot be paid right away.
 */
export async function waysToPay(
  order: OrderRecord,
  { methods, statuses }: WaysToPayDeps,
): Promise<readonly PaymentChoice[]> {
  if (!statuses.awaitsPayment(order.status)) return [];
  const choices = await methods.listAvailable(toPayOf(order));
  return choices.some(({ id, isPaidImmediately }) => id !== order.paymentMethod || isPaidImmediately) ? choices : [];
}

/** Returns the total of an order when paid by a method. */
export function totalBy(order: OrderRecord, method: PaymentChoice): number {
  return method.id === order.paymentMethod ? order.total : order.total - order.paymentFee + method.price;
}

interface PayOrderDeps extends WaysToPayDeps {
  readonly sellingOptions: Pick<SellingOptions, 'read'>;
  readonly scope: Pick<PluginScope, 'db' | '__' | 'getCurrentUserId' | 'audit'> & Pick<HookApi, 'doAction'>;
  readonly store: Pick<OrderStore, 'find' | 'setPayment' | 'addEvent'>;
  readonly orders: Pick<Orders, 'setStatus'>;
  readonly emails: Pick<Emails, 'sendToCustomer'>;
  readonly hooks: Pick<FormHooks, 'accepted'>;
  readonly rules: Pick<PriceRules, 'isTaxEnabled'>;
}

/**
 * Creates the function that changes the payment method of an order, with its fee and the next step, or changes nothing.
 * @returns false when the order no longer awaits payment
 */
export function createPayOrder({
  scope,
  store,
  orders,
  emails,
  hooks,
  sellingOptions,
  rules,
  methods,
  statuses,
}: PayOrderDeps): (id: number, method: PaymentChoice, context: FormContext) => Promise<boolean> {
  const notPayableError = (): PlinthError =>
    new PlinthError('store_order_not_payable', 'The order is no longer awaiting this payment.', { status: 409 });

  async function change(id: number, method: PaymentChoice, context: FormContext): Promise<void> {
    const order = await store.find({ id });
    if (!order || !(await waysToPay(order, { methods, statuses })).some((choice) => choice.id === method.id))
      throw notPayableError();
    const rate = (await rules.isTaxEnabled()) ? (await sellingOptions.read()).shippingTaxRate : 0;
    const paymentFeeTax = method.price > 0 ? shareOf(method.price, rate) : null;
    // Subtracts the tax of the previous fee at the rate of that time.
    const taxTotal =
      order.taxTotal - (order.paymentFeeTax?.tax ?? taxInside(order.paymentFee, rate)) + (paymentFeeTax?.tax ?? 0);
    const changed = await store.setPayment(order, {
      paymentMethod: method.id,
      paymentFee: method.price,
      paymentFeeTax,
      taxTotal,
      total: totalBy(order, method),
      paymentDueAt: payUntil({ status: order.status, paymentMethod: method.id }, await sellingOptions.read()),
    });
    if (!changed) throw notPayableError();
    await hooks.accepted(context, { orderId: order.id, userId: order.userId, email: order.billing.email });
    await scope.audit.record({
      action: 'orders.payment_changed',
      subject: { kind: 'order', id, title: order.number },
      details: { from: order.paymentMethod, to: method.id, total: totalBy(order, method) },
    });
    const note = `${methods.label(order.paymentMethod)} → ${method.label}`;
    if (method.initialStatus !== order.status) return orders.setStatus(order.id, method.initialStatus, note);
    await store.addEvent(order.id, { userId: scope.getCurrentUserId(), from: order.status, to: order.status, note });
    const paid = await store.find({ id });
    if (paid && isCustomerEmail(paid.status)) await emails.sendToCustomer(paid.status, paid);
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
