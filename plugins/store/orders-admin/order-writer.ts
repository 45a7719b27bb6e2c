import { randomBytes } from 'node:crypto';
import { PlinthError, type PluginScope } from 'plinth';
import type { Sellables } from '../catalog/sellables.js';
import type { TaxShare } from '../contract/index.js';
import type { Emails } from '../emails/emails.js';
import type { Money } from '../money/money.js';
import type { PaymentRecorder } from '../orders/payment-recorder.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { paymentDeadline } from '../orders/pending-payment.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import { taxShare } from '../money/tax.js';
import type { OrderDraft, OrderInput } from './order-draft.js';
import { INITIAL_STATUSES } from './order-edit-view.js';

export interface OrderWriterDeps {
  readonly scope: Pick<PluginScope, '__' | 'db' | 'audit' | 'getCurrentUserId' | 'doAction' | 'getOption'>;
  readonly store: Pick<OrderStore, 'insert' | 'rewrite' | 'addEvent'>;
  readonly sellables: Pick<Sellables, 'reduceStock' | 'restoreStock' | 'countSale'>;
  readonly emails: Pick<Emails, 'sendToCustomer'>;
  readonly money: Pick<Money, 'currency' | 'format'>;
  readonly commerceSettings: CommerceSettings;
  readonly methods: Pick<PaymentMethods, 'all'>;
  readonly manualPayments: PaymentRecorder;
}

/**
 * Stores an order that was created or edited in the admin.
 * @throws PlinthError `store_out_of_stock` or `order_status_refused`
 */
interface OrderWriter {
  /**
   * @param rate tax rate included in the shipping price, in percent
   * @returns the id of the new order
   */
  create(input: OrderInput, draft: OrderDraft, rate: number): Promise<number>;
  update(order: OrderRecord, draft: OrderDraft, rate: number): Promise<void>;
}

export function createOrderWriter({
  scope,
  store,
  sellables,
  emails,
  money,
  commerceSettings,
  methods,
  manualPayments,
}: OrderWriterDeps): OrderWriter {
  const { __ } = scope;

  async function create(input: OrderInput, draft: OrderDraft, rate: number): Promise<number> {
    const { items, delivery, tax, total } = calculateTotals(draft, rate, { amount: 0, tax: 0 });
    const status = INITIAL_STATUSES.find((candidate) => candidate === input.status) ?? 'processing';
    const paymentMethod = methods.all().find((id) => id === input.payment) ?? 'transfer';
    return scope.db.transaction(async () => {
      const locale = (await scope.getOption<string>('WPLANG', '')) || 'en_US';
      const order = await store.insert({
        formToken: randomBytes(24).toString('hex'),
        status,
        userId: 0,
        currency: money.currency(),
        billing: draft.billing,
        shipping: draft.shipping,
        lines: draft.lines,
        shippingMethod: draft.deliveryMethod,
        paymentMethod,
        itemsTotal: items,
        deliveryTotal: draft.deliveryTotal,
        paymentFee: 0,
        taxTotal: tax,
        total,
        note: input.note ?? '',
        locale,
        paymentDueAt: paymentDeadline({ status, paymentMethod }, await commerceSettings.read()),
        adjustments: [],
        taxes: { delivery, paymentFee: null, adjustments: [] },
        meta: [],
      });
      await store.addEvent(order.id, {
        userId: scope.getCurrentUserId(),
        from: '',
        to: status,
        note: __('Created by the shop.'),
      });
      await scope.audit.record({
        action: 'orders.placed',
        subject: { kind: 'order', id: order.id, title: order.number },
        details: { total, currency: order.currency, payment: paymentMethod, status },
      });
      await sellables.reduceStock(draft.lines);
      await sellables.countSale(draft.lines);
      await manualPayments.onStatusChange(order, '', status);
      await scope.doAction('store/order_created', order);
      if (input.send_email === '1') await emails.sendToCustomer('received', order);
      return order.id;
    });
  }

  /** Adds removed quantities to the stock and subtracts added quantities from it. */
  async function adjustStock(order: OrderRecord, draft: OrderDraft): Promise<void> {
    const quantityChanges = draft.lines.map((line) => ({
      ...line,
      quantity: line.quantity - (order.lines.find(({ id }) => id === line.id)?.quantity ?? 0),
    }));
    const removedLines = order.lines.filter((line) => !draft.lines.some(({ id }) => id === line.id));
    const returnedLines = [
      ...removedLines,
      ...quantityChanges.filter(({ quantity }) => quantity < 0).map((line) => ({ ...line, quantity: -line.quantity })),
    ].filter(({ productId }) => productId > 0);
    if (returnedLines.length > 0) await sellables.restoreStock(returnedLines);
    const increasedLines = quantityChanges.filter(({ quantity, productId }) => quantity > 0 && productId > 0);
    if (increasedLines.length > 0) await sellables.reduceStock(increasedLines);
  }

  async function updateOrder(order: OrderRecord, draft: OrderDraft, rate: number): Promise<void> {
    const { items, delivery, tax, total } = calculateTotals(draft, rate, {
      amount: order.paymentFee,
      tax: order.paymentFeeTax?.tax ?? 0,
    });
    await scope.db.transaction(async () => {
      await adjustStock(order, draft);
      const isStored = await store.rewrite(order, {
        billing: draft.billing,
        shipping: draft.shipping,
        lines: draft.lines,
        shippingMethod: draft.deliveryMethod,
        deliveryTotal: draft.deliveryTotal,
        deliveryTax: delivery,
        itemsTotal: items,
        taxTotal: tax,
        total,
      });
      if (!isStored)
        throw new PlinthError(
          'order_status_refused',
          __('Someone else changed this order while you were editing it.'),
          {
            status: 409,
            hint: __('Review the order, then make your changes again.'),
          },
        );
      const note =
        order.total === total
          ? __('Changed by the shop.')
          : __('Changed by the shop: %1$s instead of %2$s.', money.format(total), money.format(order.total));
      await store.addEvent(order.id, { userId: scope.getCurrentUserId(), from: order.status, to: order.status, note });
      await scope.audit.record({
        action: 'orders.edited',
        subject: { kind: 'order', id: order.id, title: order.number },
        details: { total: { from: order.total, to: total } },
      });
    });
  }

  return { create, update: updateOrder };
}

/**
 * Calculates the totals of an order.
 * @param rate tax rate included in the shipping price, in percent
 * @param fee payment fee, tax included
 */
function calculateTotals(
  { lines, deliveryTotal }: OrderDraft,
  rate: number,
  fee: { readonly amount: number; readonly tax: number },
): { items: number; delivery: TaxShare | null; tax: number; total: number } {
  const items = lines.reduce((sum, { total }) => sum + total, 0);
  const delivery = deliveryTotal > 0 ? taxShare(deliveryTotal, rate) : null;
  return {
    items,
    delivery,
    tax: lines.reduce((sum, { tax }) => sum + tax, 0) + (delivery?.tax ?? 0) + fee.tax,
    total: items + deliveryTotal + fee.amount,
  };
}
