import type { PluginScope } from 'plinth';
import type { CartLine } from '../cart/cart-lines.js';
import type { FormContext } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { PaymentChoice } from '../commerce/payment-methods.js';
import { type CheckoutForm, toCheckoutSelection } from './checkout-form.js';
import type { DeliveryFields } from './delivery-fields.js';
import { createQuote, type Quote, type QuoteDeps } from './quote.js';
import type { OrderPass } from './order-codes.js';
import type { CreateRefusal } from './order-refusals.js';

export interface OrderRequest {
  readonly form: CheckoutForm;
  readonly cart: readonly CartLine[];
  readonly context: FormContext;
  readonly userId: number;
  /** The pass of the verification code, if one was required. */
  readonly pass?: OrderPass;
}

/** A complete offer that is unchanged since it was shown. */
export type ValidatedOffer = Quote & { readonly payment: PaymentChoice };

interface ValidateQuoteDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly offerDeps: QuoteDeps;
  readonly money: Pick<Money, 'format'>;
  readonly deliveryFields: Pick<DeliveryFields, 'problems'>;
  readonly createRefusal: CreateRefusal;
}

/**
 * Recalculates the offer while the order is being stored.
 * @throws the error of `createRefusal` if the offer has changed
 */
export async function validateOffer(
  { scope, offerDeps, money, deliveryFields, createRefusal }: ValidateQuoteDeps,
  { form, cart, context }: OrderRequest,
): Promise<ValidatedOffer> {
  // Does not query the other carriers while the order is being stored.
  const offer = await createQuote(offerDeps, cart, toCheckoutSelection(form, context.request), { onlySelected: true });
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
  const [fieldError] = await deliveryFields.problems(offer, context.request);
  if (fieldError) throw createRefusal('store_delivery_incomplete', fieldError.field, fieldError.message);
  if (!offer.payment)
    throw createRefusal('store_payment_missing', 'payment-methods', scope.__('Choose a payment method.'));
  return { ...offer, payment: offer.payment };
}
