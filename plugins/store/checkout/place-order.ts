import { isWpError, PlinthError, type PluginScope } from 'plinth';
import type { CartLine } from '../cart/cart-lines.js';
import type { Sellables } from '../catalogue/sellables.js';
import type { ArrivalDays, FormContext, FormError } from '../contract/index.js';
import type { Letters } from '../mails/letters.js';
import type { Money } from '../money/money.js';
import { taxInside } from '../money/tax.js';
import type { KeptAdjustment, OrderRecord } from '../orders/order-record.js';
import type { OrderTaxes } from '../orders/order-taxes.js';
import type { OrdersService } from '../orders/orders-service.js';
import type { OrderStore } from '../orders/order-store.js';
import { payUntil, WAITS_FOR_TRANSFER } from '../orders/pay-until.js';
import { type AddressForm, fromAddress, toAddress } from '../accounts/address-fields.js';
import { type CheckoutForm, choiceOf } from './checkout-form.js';
import type { DeliveryFields } from './delivery-fields.js';
import type { TakenAddress } from '../accounts/taken-address.js';
import type { Customers } from '../accounts/customers.js';
import type { OfferedDelivery } from '../selling/deliveries.js';
import { OWN_DELIVERIES } from '../selling/own-deliveries.js';
import type { PaymentChoice } from '../selling/payment-methods.js';
import { shareOf } from '../selling/tax-share.js';
import type { FormHooks } from '../forms/form-hooks.js';
import { makeOffer, type Offer, type OfferDeps } from './offer.js';
import type { OrderPass } from './order-codes.js';

export interface PlaceOrderDeps {
  readonly scope: Pick<PluginScope, 'db' | 'doAction' | '__' | 'locale' | 'audit'>;
  readonly sellables: Sellables;
  readonly store: OrderStore;
  readonly offers: OfferDeps;
  readonly hooks: FormHooks;
  readonly customers: Customers;
  readonly addresses: Pick<AddressForm, 'extras'>;
  readonly letters: Letters;
  readonly orders: Pick<OrdersService, 'pay'>;
  readonly taken: TakenAddress;
  readonly money: Money;
  readonly deliveryFields: Pick<DeliveryFields, 'problems' | 'details'>;
}

export interface OrderRequest {
  readonly form: CheckoutForm;
  readonly cart: readonly CartLine[];
  readonly context: FormContext;
  readonly userId: number;
  /** The code that lets the order through, where one was asked for. */
  readonly pass?: OrderPass;
}

export type Placed = { readonly order: OrderRecord } | { readonly refused: readonly FormError[] };

/**
 * Stores an order, with everything that belongs to it, or nothing at all. Prices and stock are looked at again inside the
 * transaction; the same form sent twice answers with the one order.
 */
export function createPlaceOrder(deps: PlaceOrderDeps): (request: OrderRequest) => Promise<Placed> {
  const { scope, sellables, store, hooks, customers, addresses, letters } = deps;

  const refuse = (code: string, field: string, message: string): PlinthError =>
    new PlinthError(code, message, {
      status: 409,
      cure: scope.__('Check your order and send it again.'),
      details: { refused: { field, message } },
    });

  async function checkedOffer({
    form,
    cart,
    context,
  }: OrderRequest): Promise<Offer & { readonly payment: PaymentChoice }> {
    // Carriers that nobody chose are not asked while the order is being stored.
    const offer = await makeOffer(deps.offers, cart, choiceOf(form, context.request), { onlyChosen: true });
    if (
      offer.cart.lines.length < cart.length ||
      offer.cart.lines.some((line) => line.unavailable) ||
      offer.cart.kept.some((line, index) => line.quantity !== cart[index]?.quantity)
    ) {
      throw refuse(
        'store_out_of_stock',
        'checkout-sum',
        scope.__('There is less left of a product than you want to buy. Please look at your order again.'),
      );
    }
    if (offer.totals.total !== form.shownTotal) {
      throw refuse(
        'store_total_changed',
        'checkout-sum',
        scope.__(
          'The total is %s now. If you agree, please send the order again.',
          deps.money.format(offer.totals.total),
        ),
      );
    }
    if (offer.cart.physical && !offer.delivery)
      throw refuse(
        'store_delivery_missing',
        'delivery-methods',
        scope.__('Please choose how you want to get the goods.'),
      );
    const [unsaid] = await deps.deliveryFields.problems(offer, context.request);
    if (unsaid) throw refuse('store_delivery_incomplete', unsaid.field, unsaid.message);
    if (!offer.payment)
      throw refuse('store_payment_missing', 'payment-methods', scope.__('Please choose how you want to pay.'));
    return { ...offer, payment: offer.payment };
  }

  async function write(request: OrderRequest): Promise<OrderRecord> {
    const { form, context, pass } = request;
    if (pass && !(await pass.use()))
      throw refuse(
        'store_code_used',
        'order_code',
        scope.__('This code was used for another order. Please have a new one sent.'),
      );
    const offer = await checkedOffer(request);
    const { cart, delivery, payment, totals } = offer;
    const email = form.billing.email ?? '';
    const billing = toAddress(form.billing, email);
    const elsewhere = form.elsewhere && cart.physical;
    let userId = request.userId;
    if (form.createAccount && (await customers.exists(email))) await deps.taken(email, context);
    else if (form.createAccount) {
      const made = await customers.create(
        { email, password: form.password, firstName: billing.firstName, lastName: billing.lastName },
        context,
      );
      if (isWpError(made)) throw refuse('store_account_refused', 'billing_email', made.getErrorMessage());
      userId = made.userId;
      if (made.confirmAt === '') await letters.newAccount(email, scope.locale());
    }
    const lines = cart.lines.map(({ sellable, name, quantity, unitPrice, total, taxRate, tax, details, data }) => ({
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
    const order = await store.insert({
      formToken: form.token,
      status: payment.firstStatus,
      userId,
      currency: deps.money.currency(),
      billing,
      shipping: elsewhere ? toAddress(form.shipping, email) : billing,
      lines,
      shippingMethod: delivery?.id ?? '',
      paymentMethod: payment.id,
      itemsTotal: totals.items,
      deliveryTotal: totals.delivery,
      paymentFee: totals.paymentFee,
      taxTotal: totals.tax,
      total: totals.total,
      arrives: promised(offer),
      note: form.note,
      locale: scope.locale(),
      payUntil: payUntil({ status: payment.firstStatus, paymentMethod: payment.id }, await deps.offers.selling.read()),
      adjustments: [
        ...(delivery ? keptDelivery(delivery) : []),
        ...offer.adjustments.map(({ taxes: _taxes, ...adjustment }) => adjustment),
      ],
      taxes: taxesOf(offer),
      meta: [
        ...(await addresses.extras('billing', form.billing)),
        ...(elsewhere ? await addresses.extras('shipping', form.shipping) : []),
        ...(await deps.deliveryFields.details(offer, context.request)),
      ],
    });
    await store.addEvent(order.id, { userId, from: '', to: order.status, note: '' });
    await scope.audit.record({
      action: 'orders.placed',
      subject: { kind: 'order', id: order.id, title: order.number },
      details: { total: order.total, currency: order.currency, payment: payment.id, status: order.status },
      ...(userId > 0 ? { actor: userId } : {}),
    });
    await sellables.take(lines);
    await sellables.countSale(lines);
    if (userId > 0) await customers.remember(userId, fromAddress(billing), elsewhere ? form.shipping : undefined);
    await hooks.accepted(context, { orderId: order.id, userId, email });
    await scope.doAction('store/order_created', order);
    // A database may have undone everything behind a callback's back; then there is no order to confirm.
    const stored = await store.find({ id: order.id });
    if (!stored)
      throw new PlinthError('store_order_lost', 'The order was not stored.', { status: 503, cure: 'Send it again.' });
    await letters.toCustomer('received', stored);
    await letters.toShop(stored);
    await letters.alongside('ordered', stored);
    if (offer.isFree) await deps.orders.pay(order.id, scope.__('Nothing was to be paid.'));
    return (await store.find({ id: order.id })) ?? stored;
  }

  return async function placeOrder(request) {
    try {
      return { order: await scope.db.transaction(() => write(request)) };
    } catch (error) {
      const known = await store.find({ form_token: request.form.token });
      if (known) return { order: known };
      const refused = refusalOf(error);
      if (refused) return { refused: [refused] };
      throw error;
    }
  };

  function refusalOf(error: unknown): FormError | undefined {
    if (!(error instanceof PlinthError)) return undefined;
    if (error.details?.refused) return error.details.refused as FormError;
    if (error.code === 'store_out_of_stock')
      return {
        field: 'checkout-sum',
        message: scope.__('Somebody else was quicker: a product in your cart has just sold out. Nothing was ordered.'),
      };
    if (error.code === 'hook_failed_closed')
      return {
        field: '',
        message: scope.__('The order could not be completed, so nothing was ordered. Please try again in a moment.'),
      };
    return undefined;
  }
}

/** The days the order promises; none where it leaves only when a transfer has come, since nobody knows when that is. */
function promised({
  delivery,
  arrivals,
  payment,
}: Pick<Offer, 'delivery' | 'arrivals' | 'payment'>): ArrivalDays | null {
  return delivery && payment?.firstStatus !== WAITS_FOR_TRANSFER ? (arrivals.get(delivery.id) ?? null) : null;
}

/** What the order keeps of its taxes, besides those of its lines. */
function taxesOf({ delivery, totals, adjustments, shippingTaxRate }: Offer): OrderTaxes {
  return {
    delivery: totals.delivery > 0 ? shareOf(totals.delivery, delivery?.taxRate ?? shippingTaxRate) : null,
    paymentFee: totals.paymentFee > 0 ? shareOf(totals.paymentFee, shippingTaxRate) : null,
    adjustments: adjustments.map(({ taxes }) => taxes),
  };
}

/** The name of a delivery that a plugin brought: the plugin may be gone when the order is read. */
function keptDelivery({ id, methodId, label, price, taxRate }: OfferedDelivery): readonly KeptAdjustment[] {
  return OWN_DELIVERIES.includes(methodId)
    ? []
    : [{ kind: 'delivery', id, label, amount: price, tax: taxInside(price, taxRate), code: '' }];
}
