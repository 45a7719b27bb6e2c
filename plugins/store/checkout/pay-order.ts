import { type HookApi, PlinthError, type PluginScope } from 'plinth';
import type { FormContext, Orders } from '../contract/index.js';
import type { Emails } from '../emails/emails.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { paymentDeadline } from '../orders/pending-payment.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import { taxShare, includedTax } from '../money/tax.js';
import type { PriceRules } from '../prices/price-rules.js';
import { isCustomerEmail } from '../orders/customer-email.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { PaymentBasis, PaymentChoice, PaymentMethods } from '../commerce/payment-methods.js';
import type { FormHooks } from '../forms/form-hooks.js';

export interface PayableMethodsDeps {
  readonly methods: Pick<PaymentMethods, 'listAvailable' | 'label'>;
  readonly statuses: Pick<OrderStatuses, 'awaitsPayment'>;
}

/** Returns the payment basis of an order, for the payment methods. */
export function toPaymentBasis(order: OrderRecord): PaymentBasis {
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
export async function listPayableMethods(
  order: OrderRecord,
  { methods, statuses }: PayableMethodsDeps,
): Promise<readonly PaymentChoice[]> {
  if (!statuses.awaitsPayment(order.status)) return [];
  const choices = await methods.listAvailable(toPaymentBasis(order));
  return choices.some(({ id, isPaidImmediately }) => id !== order.paymentMethod || isPaidImmediately) ? choices : [];
}

/** Returns the total of an order when paid by a method. */
export function totalWithMethod(order: OrderRecord, method: PaymentChoice): number {
  return method.id === order.paymentMethod ? order.total : order.total - order.paymentFee + method.price;
}

interface PayOrderDeps extends PayableMethodsDeps {
  readonly commerceSettings: Pick<CommerceSettings, 'read'>;
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
  commerceSettings,
  rules,
  methods,
  statuses,
}: PayOrderDeps): (id: number, method: PaymentChoice, context: FormContext) => Promise<boolean> {
  const notPayableError = (): PlinthError =>
    new PlinthError('store_order_not_payable', 'The order is no longer awaiting this payment.', { status: 409 });

  async function changeMethod(id: number, method: PaymentChoice, context: FormContext): Promise<void> {
    const order = await store.find({ id });
    if (!order || !(await listPayableMethods(order, { methods, statuses })).some((choice) => choice.id === method.id))
      throw notPayableError();
    const rate = (await rules.isTaxEnabled()) ? (await commerceSettings.read()).shippingTaxRate : 0;
    const paymentFeeTax = method.price > 0 ? taxShare(method.price, rate) : null;
    // Subtracts the tax of the previous fee at the rate of that time.
    const taxTotal =
      order.taxTotal - (order.paymentFeeTax?.tax ?? includedTax(order.paymentFee, rate)) + (paymentFeeTax?.tax ?? 0);
    const changed = await store.setPayment(order, {
      paymentMethod: method.id,
      paymentFee: method.price,
      paymentFeeTax,
      taxTotal,
      total: totalWithMethod(order, method),
      paymentDueAt: paymentDeadline({ status: order.status, paymentMethod: method.id }, await commerceSettings.read()),
    });
    if (!changed) throw notPayableError();
    await hooks.accepted(context, { orderId: order.id, userId: order.userId, email: order.billing.email });
    await scope.audit.record({
      action: 'orders.payment_changed',
      subject: { kind: 'order', id, title: order.number },
      details: { from: order.paymentMethod, to: method.id, total: totalWithMethod(order, method) },
    });
    const note = `${methods.label(order.paymentMethod)} → ${method.label}`;
    if (method.initialStatus !== order.status) return orders.setStatus(order.id, method.initialStatus, note);
    await store.addEvent(order.id, { userId: scope.getCurrentUserId(), from: order.status, to: order.status, note });
    const updatedOrder = await store.find({ id });
    if (updatedOrder && isCustomerEmail(updatedOrder.status))
      await emails.sendToCustomer(updatedOrder.status, updatedOrder);
  }

  return async (id, method, context) => {
    try {
      await scope.db.transaction(() => changeMethod(id, method, context));
      return true;
    } catch (error) {
      if (error instanceof PlinthError && error.code === 'store_order_not_payable') return false;
      throw error;
    }
  };
}
