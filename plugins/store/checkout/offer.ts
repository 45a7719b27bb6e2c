import type { TranslationApi } from 'plinth';
import type { CartLine } from '../cart/cart-lines.js';
import { priceCart, type PricedCart, type PriceCartDeps } from '../cart/priced-cart.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import type { PriceRules } from '../prices/price-rules.js';
import { deliveryMethods } from '../selling/delivery-methods.js';
import type { Method } from '../selling/method.js';
import type { PaymentBasis, PaymentChoice, PaymentMethods } from '../selling/payment-methods.js';
import { sumUp, type Totals } from '../selling/totals.js';

/** What the shop offers for a cart: the ways to get and pay for it, and what that costs. */
export interface Offer {
  readonly cart: PricedCart;
  readonly deliveries: readonly Method[];
  readonly payments: readonly PaymentChoice[];
  /** The chosen one, or the first; absent when there is none to choose or an unknown one was asked for. */
  readonly delivery: Method | undefined;
  readonly payment: PaymentChoice | undefined;
  /** What the payment methods were asked about. */
  readonly toPay: PaymentBasis;
  readonly totals: Totals;
  /** Percent of tax inside the prices of delivery and payment. */
  readonly shippingTaxRate: number;
}

export interface OfferDeps extends PriceCartDeps {
  readonly selling: SellingOptions;
  readonly methods: Pick<PaymentMethods, 'offered' | 'fields' | 'problems'>;
  currency(): string;
  readonly rules: Pick<PriceRules, 'chargesTax'>;
  readonly words: Pick<TranslationApi, '__' | '_n'>;
}

/** Makes the offer for what is in the cart now. An empty choice is the first one. */
export async function makeOffer(deps: OfferDeps, lines: readonly CartLine[], choice: { shippingMethod: string; paymentMethod: string; billing: { country?: string } }): Promise<Offer> {
  const settings = await deps.selling.read();
  const shippingTaxRate = (await deps.rules.chargesTax()) ? settings.shippingTaxRate : 0;
  const cart = await priceCart(deps, lines);
  const deliveries = deliveryMethods(settings, cart, deps.words);
  const delivery = chosen(deliveries, choice.shippingMethod);
  const bought = cart.lines.filter((line) => !line.unavailable);
  const { items, delivery: delivered } = sumUp(bought, delivery?.price ?? 0, 0, shippingTaxRate);
  const toPay: PaymentBasis = { amount: items + delivered, currency: deps.currency(), country: choice.billing.country ?? '', physical: cart.physical };
  const payments = await deps.methods.offered(toPay);
  const payment = chosen(payments, choice.paymentMethod);
  return { cart, toPay, deliveries, payments, delivery, payment, totals: sumUp(bought, delivery?.price ?? 0, payment?.price ?? 0, shippingTaxRate), shippingTaxRate };
}

function chosen<T extends Method>(methods: readonly T[], id: string): T | undefined {
  return id === '' ? methods[0] : methods.find((method) => method.id === id);
}
