import type { PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import { adjustmentsView } from '../cart/adjusted-view.js';
import type { LinePrices } from '../cart/line-prices.js';
import type { Money } from '../money/money.js';
import { includedTax } from '../money/tax.js';
import type { PriceLabels } from '../prices/price-labels.js';
import { estimateText } from '../commerce/estimate-text.js';
import { estimateSentence } from '../commerce/delivery-estimates.js';
import type { AddressForm } from '../accounts/address-fields.js';
import type { CheckoutForm } from './checkout-form.js';
import type { Method } from '../commerce/method.js';
import type { OfferedDelivery } from '../commerce/shipping-methods.js';
import { type Quote, type QuoteDeps, purchasedIds } from './quote.js';
import { CODE_MINUTES } from './order-codes.js';
import { WAITS_FOR_TRANSFER } from '../orders/pending-payment.js';

interface CheckoutViewDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | 'locale' | 'render' | 'applyFilters' | 'wpNonceField' | 'homeUrl' | 'wpLoginUrl'
  >;
  readonly addresses: AddressForm;
  readonly money: Money;
  amounts(): Promise<PriceLabels>;
  readonly linePrices: LinePrices;
  readonly offerDeps: Pick<QuoteDeps, 'adjust' | 'methods'>;
}

export const CHECKOUT_NONCE = 'store_checkout';

interface CheckoutState {
  readonly offer: Quote;
  readonly form: CheckoutForm;
  readonly errors: readonly FormError[];
  readonly extraFields: string;
  readonly deliveryFields: string;
  readonly codes: readonly string[];
  readonly typedCode: string;
  readonly userId: number;
  readonly locale: string;
  readonly needsCode: boolean;
  readonly step: string;
}

/** Returns the data of the view `checkout/checkout`: the offer and the form as entered. */
export async function checkoutView(deps: CheckoutViewDeps, state: CheckoutState): Promise<Record<string, unknown>> {
  const { scope, offerDeps } = deps;
  const { offer, form, errors, needsCode } = state;
  const { cart } = offer;
  const priceLabels = await deps.amounts();
  return {
    errorSummary: await scope.render('checkout/errors', { errors }),
    extraFields: state.extraFields,
    changes: cart.changes,
    ...(await addressesView(deps, state)),
    physical: cart.needsShipping,
    ...deliveriesView(scope, offer, priceLabels),
    deliveryError: errorOf(errors, 'delivery-methods'),
    deliveryFields: state.deliveryFields,
    ...(await paymentsView(offerDeps, offer, priceLabels)),
    paymentError: errorOf(errors, 'payment-methods'),
    note: form.note,
    token: form.token,
    needsCode: needsCode,
    step: state.step,
    code: form.code,
    codeTo: form.billing.email ?? '',
    codeError: errorOf(errors, 'order_code'),
    codeMinutes: CODE_MINUTES,
    passwordAgain: needsCode && form.createAccount,
    guest: state.userId === 0,
    createAccount: form.createAccount,
    passwordError: errorOf(errors, 'account_password'),
    lines: await linesView(deps, offer, priceLabels),
    ...adjustmentsView({
      adjustments: offer.adjustments,
      refusedCodes: offer.refusedCodes,
      codes: state.codes,
      acceptsCodes: offerDeps.adjust.acceptsCodes(),
      priceLabels,
    }),
    typedCode: state.typedCode,
    codeRefused: errorOf(errors, 'discount_code'),
    ...sumView(deps.money, offer, priceLabels),
    buttonText: await scope.applyFilters<string>('store/order_button_text', scope.__('Buy now')),
    nonceField: scope.wpNonceField(CHECKOUT_NONCE),
    returnDays: cart.needsShipping ? await scope.applyFilters<number>('store/return_days', 0, purchasedIds(offer)) : 0,
    cartUrl: scope.homeUrl('/cart/'),
    checkoutUrl: scope.homeUrl('/checkout/'),
    contactUrl: scope.homeUrl('/contact/'),
    loginUrl: scope.wpLoginUrl(scope.homeUrl('/checkout/')),
  };
}

const errorOf = (errors: readonly FormError[], field: string): string =>
  errors.find((error) => error.field === field)?.message ?? '';

async function addressesView(
  { scope, addresses }: CheckoutViewDeps,
  { offer, form, errors, locale }: CheckoutState,
): Promise<object> {
  const { needsShipping } = offer.cart;
  const fields = async (group: 'billing' | 'shipping', part?: 'postal' | 'person'): Promise<string> =>
    scope.render('checkout/fields', {
      fields: await addresses.view(group, form[group], errors, locale, part),
    });
  return {
    billingFields: await fields('billing', needsShipping ? undefined : 'person'),
    postalFields: needsShipping ? '' : await fields('billing', 'postal'),
    postalOpen: addresses.hasPostal(form.billing),
    shippingFields: await fields('shipping'),
    elsewhere: form.shipToDifferentAddress,
  };
}

/** Returns a shipping or payment method as a selectable option. */
function methodView(entry: Method, taxRate: number, selected: Method | undefined, priceLabels: PriceLabels): object {
  return {
    ...entry,
    price: entry.price > 0 ? priceLabels.price(entry.price, taxRate) : '',
    selected: entry.id === selected?.id,
  };
}

function deliveriesView(scope: CheckoutViewDeps['scope'], offer: Quote, priceLabels: PriceLabels): object {
  const { deliveries, delivery, estimates, totals } = offer;
  const estimateOf = ({ id, methodId }: OfferedDelivery): string => {
    const days = estimates.get(id);
    return days ? estimateSentence(methodId, days, scope) : '';
  };
  const price =
    totals.delivery > 0
      ? priceLabels.main(totals.delivery, includedTax(totals.delivery, delivery?.taxRate ?? 0))
      : scope.__('free');
  const selectedDays = delivery && estimates.get(delivery.id);
  return {
    deliveries: deliveries.map((entry) => ({
      ...methodView(entry, entry.taxRate, delivery, priceLabels),
      arrives: estimateOf(entry),
      latest: estimates.get(entry.id)?.latest ?? '',
    })),
    needsTransfer: estimates.size > 0 && offer.payment?.initialStatus === WAITS_FOR_TRANSFER,
    delivery: deliveries.length > 0 ? price : '',
    deliveryName: delivery?.label ?? '',
    deliveryArrives: selectedDays ? estimateText(selectedDays, scope.locale()) : '',
  };
}

async function paymentsView(
  { methods }: CheckoutViewDeps['offerDeps'],
  { payments, payment, paymentBasis, isFree, totals, shippingTaxRate }: Quote,
  priceLabels: PriceLabels,
): Promise<object> {
  const { paymentFee } = totals;
  return {
    payments: await Promise.all(
      payments.map(async (entry) => ({
        ...methodView(entry, shippingTaxRate, payment, priceLabels),
        fieldsHtml: await methods.fields(entry.id, paymentBasis),
      })),
    ),
    isFree,
    canBuy: isFree || payments.length > 0,
    paymentName: isFree ? '' : (payment?.label ?? ''),
    paymentFee: paymentFee > 0 ? priceLabels.main(paymentFee, includedTax(paymentFee, shippingTaxRate)) : '',
  };
}

async function linesView(
  { linePrices }: CheckoutViewDeps,
  { cart }: Quote,
  priceLabels: PriceLabels,
): Promise<readonly object[]> {
  const prices = await linePrices(cart.lines);
  return cart.lines.map((line) => ({
    name: line.name,
    url: line.sellable.url,
    quantity: line.quantity,
    total: priceLabels.main(line.total, line.tax),
    priceHtml: prices.get(line.key) ?? '',
    details: line.details,
    unavailable: line.unavailable,
  }));
}

function sumView(money: Money, { cart, totals }: Quote, priceLabels: PriceLabels): object {
  return {
    items: priceLabels.main(totals.items, cart.tax),
    net: priceLabels.showsNet && totals.tax > 0 ? money.format(totals.total - totals.tax) : '',
    tax: totals.tax > 0 ? money.format(totals.tax) : '',
    total: money.format(totals.total),
    shownTotal: totals.total,
  };
}
