import { isWpError, PlinthError, type PluginScope } from 'plinth';
import type { Sellables } from '../catalog/sellables.js';
import type { DeliveryDays, FormError, OrderAddress } from '../contract/index.js';
import type { Emails } from '../emails/emails.js';
import type { Money } from '../money/money.js';
import { taxShare, includedTax } from '../money/tax.js';
import type { StoredAdjustment, OrderRecord } from '../orders/order-record.js';
import type { OrderTaxes } from '../orders/order-taxes.js';
import type { OrdersService } from '../orders/orders-service.js';
import type { NewOrder, OrderStore } from '../orders/order-store.js';
import { paymentDeadline, WAITS_FOR_TRANSFER } from '../orders/pending-payment.js';
import { type AddressForm, fromAddress, toAddress } from '../accounts/address-fields.js';
import type { DeliveryFields } from './delivery-fields.js';
import type { HandleExistingEmail } from '../accounts/existing-email.js';
import type { Customers } from '../accounts/customers.js';
import type { OfferedDelivery } from '../commerce/shipping-methods.js';
import { BUILT_IN_DELIVERIES } from '../commerce/built-in-shipping.js';
import type { FormHooks } from '../forms/form-hooks.js';
import { type ValidatedOffer, validateOffer, type OrderRequest } from './validate-quote.js';
import type { Quote, QuoteDeps } from './quote.js';
import { createRefusals } from './order-refusals.js';

export interface PlaceOrderDeps {
  readonly scope: Pick<PluginScope, 'db' | 'doAction' | '__' | 'locale' | 'audit'>;
  readonly sellables: Sellables;
  readonly store: OrderStore;
  readonly offerDeps: QuoteDeps;
  readonly hooks: FormHooks;
  readonly customers: Customers;
  readonly addresses: Pick<AddressForm, 'extensionMeta'>;
  readonly emails: Emails;
  readonly orders: Pick<OrdersService, 'markPaid'>;
  readonly handleExistingEmail: HandleExistingEmail;
  readonly money: Money;
  readonly deliveryFields: Pick<DeliveryFields, 'problems' | 'details'>;
}

export type PlaceOrderResult = { readonly order: OrderRecord } | { readonly errors: readonly FormError[] };

/** The parts of an order that are known before it is stored. */
type NewOrderParts = Pick<NewOrder, 'billing' | 'lines' | 'userId'> & { readonly offer: ValidatedOffer };

/**
 * Creates the function that stores an order with all its data, or nothing. Prices and stock are checked again inside
 * the transaction; submitting the same form twice returns the same order.
 */
export function createPlaceOrder(deps: PlaceOrderDeps): (request: OrderRequest) => Promise<PlaceOrderResult> {
  const { scope, sellables, store, hooks, customers, addresses, emails } = deps;
  const { createRefusal, toFormError } = createRefusals(scope);

  /** Returns the account that the order belongs to, creating it if requested; 0 without an account. */
  async function accountOf(
    { form, context, userId }: OrderRequest,
    billing: OrderAddress,
    email: string,
  ): Promise<number> {
    if (!form.createAccount) return userId;
    if (await customers.exists(email)) {
      await deps.handleExistingEmail(email, context);
      return userId;
    }
    const account = await customers.create(
      { email, password: form.password, firstName: billing.firstName, lastName: billing.lastName },
      context,
    );
    if (isWpError(account)) throw createRefusal('store_account_refused', 'billing_email', account.getErrorMessage());
    if (account.confirmAt === '') await emails.newAccount(email, scope.locale());
    return account.userId;
  }

  async function newOrder(
    { form, context }: OrderRequest,
    { offer, billing, lines, userId }: NewOrderParts,
  ): Promise<NewOrder> {
    const { cart, delivery, payment, totals } = offer;
    const hasShippingAddress = form.shipToDifferentAddress && cart.needsShipping;
    return {
      formToken: form.token,
      status: payment.initialStatus,
      userId,
      currency: deps.money.currency(),
      billing,
      shipping: hasShippingAddress ? toAddress(form.shipping, billing.email) : billing,
      lines,
      shippingMethod: delivery?.id ?? '',
      paymentMethod: payment.id,
      itemsTotal: totals.items,
      deliveryTotal: totals.delivery,
      paymentFee: totals.paymentFee,
      taxTotal: totals.tax,
      total: totals.total,
      deliveryEstimate: promisedDays(offer),
      note: form.note,
      locale: scope.locale(),
      paymentDueAt: paymentDeadline(
        { status: payment.initialStatus, paymentMethod: payment.id },
        await deps.offerDeps.commerceSettings.read(),
      ),
      adjustments: [
        ...(delivery ? storedDelivery(delivery) : []),
        ...offer.adjustments.map(({ taxes: _taxes, ...adjustment }) => adjustment),
      ],
      taxes: taxesOf(offer),
      meta: [
        ...(await addresses.extensionMeta('billing', form.billing)),
        ...(hasShippingAddress ? await addresses.extensionMeta('shipping', form.shipping) : []),
        ...(await deps.deliveryFields.details(offer, context.request)),
      ],
    };
  }

  async function sendConfirmation(order: OrderRecord): Promise<void> {
    await emails.sendToCustomer('received', order);
    await emails.newOrder(order);
    await emails.sendExtensionEmails('ordered', order);
  }

  async function storeOrder(request: OrderRequest): Promise<OrderRecord> {
    const { form, context, pass } = request;
    if (pass && !(await pass.consume()))
      throw createRefusal(
        'store_code_used',
        'order_code',
        scope.__('This code was already used for another order. Request a new one.'),
      );
    const offer = await validateOffer({ ...deps, createRefusal }, request);
    const { cart, payment } = offer;
    const email = form.billing.email ?? '';
    const billing = toAddress(form.billing, email);
    const hasShippingAddress = form.shipToDifferentAddress && cart.needsShipping;
    const lines = linesOf(cart);
    const userId = await accountOf(request, billing, email);
    const order = await store.insert(await newOrder(request, { offer, billing, lines, userId }));
    await store.addEvent(order.id, { userId, from: '', to: order.status, note: '' });
    await scope.audit.record({
      action: 'orders.placed',
      subject: { kind: 'order', id: order.id, title: order.number },
      details: { total: order.total, currency: order.currency, payment: payment.id, status: order.status },
      ...(userId > 0 ? { actor: userId } : {}),
    });
    await sellables.reduceStock(lines);
    await sellables.countSale(lines);
    if (userId > 0)
      await customers.saveAddresses(userId, fromAddress(billing), hasShippingAddress ? form.shipping : undefined);
    await hooks.accepted(context, { orderId: order.id, userId, email });
    await scope.doAction('store/order_created', order);
    // A database may have rolled back despite a successful callback; then there is no order to confirm.
    const storedOrder = await store.find({ id: order.id });
    if (!storedOrder)
      throw new PlinthError('store_order_not_saved', 'The order was not stored.', {
        status: 503,
        hint: 'Submit it again.',
      });
    await sendConfirmation(storedOrder);
    if (offer.isFree) await deps.orders.markPaid(order.id, scope.__('No payment was due.'));
    return (await store.find({ id: order.id })) ?? storedOrder;
  }

  return async function placeOrder(request) {
    try {
      return { order: await scope.db.transaction(() => storeOrder(request)) };
    } catch (error) {
      const existingOrder = await store.find({ form_token: request.form.token });
      if (existingOrder) return { order: existingOrder };
      const formError = toFormError(error);
      if (formError) return { errors: [formError] };
      throw error;
    }
  };
}

function linesOf(cart: Quote['cart']): NewOrder['lines'] {
  return cart.lines.map(({ sellable, name, quantity, unitPrice, total, taxRate, tax, details, data }) => ({
    productId: sellable.productId,
    variationId: sellable.variationId,
    name,
    sku: sellable.sku,
    kind: sellable.kind,
    quantity,
    unitPrice,
    total,
    taxRate,
    tax,
    details,
    data,
  }));
}

/** Returns the promised delivery days; null when the order ships only after a bank transfer, whose date is unknown. */
function promisedDays({
  delivery,
  estimates,
  payment,
}: Pick<Quote, 'delivery' | 'estimates' | 'payment'>): DeliveryDays | null {
  return delivery && payment?.initialStatus !== WAITS_FOR_TRANSFER ? (estimates.get(delivery.id) ?? null) : null;
}

/** Returns the taxes to store in the order, besides those of its lines. */
function taxesOf({ delivery, totals, adjustments, shippingTaxRate }: Quote): OrderTaxes {
  return {
    delivery: totals.delivery > 0 ? taxShare(totals.delivery, delivery?.taxRate ?? shippingTaxRate) : null,
    paymentFee: totals.paymentFee > 0 ? taxShare(totals.paymentFee, shippingTaxRate) : null,
    adjustments: adjustments.map(({ taxes }) => taxes),
  };
}

/** Stores the name of a plugin's shipping method, because the plugin may be inactive when the order is read. */
function storedDelivery({ id, methodId, label, price, taxRate }: OfferedDelivery): readonly StoredAdjustment[] {
  return BUILT_IN_DELIVERIES.includes(methodId)
    ? []
    : [{ kind: 'delivery', id, label, amount: price, tax: includedTax(price, taxRate), code: '' }];
}
