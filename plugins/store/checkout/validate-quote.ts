import type { PluginScope } from 'plinth';
import type { CartLine } from '../cart/cart-lines.js';
import type { FormContext } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { PaymentChoice } from '../commerce/payment-methods.js';
import { type CheckoutForm, choiceOf } from './checkout-form.js';
import type { DeliveryFields } from './delivery-fields.js';
import { makeOffer, type Offer, type OfferDeps } from './quote.js';
import type { OrderPass } from './order-codes.js';
import type { Refuse } from './order-refusals.js';

export interface OrderRequest {
  readonly form: CheckoutForm;
  readonly cart: readonly CartLine[];
  readonly context: FormContext;
  readonly userId: number;
  /** The pass of the verification code, if one was required. */
  readonly pass?: OrderPass;
}

/** A complete offer that is unchanged since it was shown. */
export type CheckedOffer = Offer & { readonly payment: PaymentChoice };

interface CheckedOfferDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly offerDeps: OfferDeps;
  readonly money: Pick<Money, 'format'>;
  readonly deliveryFields: Pick<DeliveryFields, 'problems'>;
  readonly createRefusal: Refuse;
}

/**
 * Recalculates the offer while the order is being stored.
 * @throws the error of `createRefusal` if the offer has changed
 */
export async function checkedOffer(
  { scope, offerDeps, money, deliveryFields, createRefusal }: CheckedOfferDeps,
  { form, cart, context }: OrderRequest,
): Promise<CheckedOffer> {
  // Does not query the other carriers while the order is being stored.
  const offer = await makeOffer(offerDeps, cart, choiceOf(form, context.request), { onlyChosen: true });
  if (
    offer.cart.lines.length < cart.length ||
    offer.cart.lines.some((line) => line.unavailable) ||
    offer.cart.sessionLines.some((line, index) => line.quantity !== cart[index]?.quantity)
  ) {
    throw createRefusal(
      'store_out_of_stock',
      'checkout-sum',
      scope.__('Not enough items of one of the products are left. Check your order again.'),
    );
  }
  if (offer.totals.total !== form.shownTotal) {
    throw createRefusal(
      'store_total_changed',
      'checkout-sum',
      scope.__('The total is now %s. If you agree, please place your order again.', money.format(offer.totals.total)),
    );
  }
  if (offer.cart.needsShipping && !offer.delivery)
    throw createRefusal('store_delivery_missing', 'delivery-methods', scope.__('Choose a shipping method.'));
  const [unsaid] = await deliveryFields.problems(offer, context.request);
  if (unsaid) throw createRefusal('store_delivery_incomplete', unsaid.field, unsaid.message);
  if (!offer.payment)
    throw createRefusal('store_payment_missing', 'payment-methods', scope.__('Choose a payment method.'));
  return { ...offer, payment: offer.payment };
}
