import type { PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import { adjustedView } from '../cart/adjusted-view.js';
import type { LinePrices } from '../cart/line-prices.js';
import type { Money } from '../money/money.js';
import { taxInside } from '../money/tax.js';
import type { PriceWords } from '../prices/price-words.js';
import { arrivalText } from '../selling/arrival-text.js';
import { arrivalSentence } from '../selling/arrivals.js';
import type { AddressForm } from '../accounts/address-fields.js';
import type { CheckoutForm } from './checkout-form.js';
import type { Method } from '../selling/method.js';
import type { OfferedDelivery } from '../selling/deliveries.js';
import type { Offer, OfferDeps } from './offer.js';
import { CODE_MINUTES } from './order-codes.js';
import { WAITS_FOR_TRANSFER } from '../orders/pay-until.js';

interface CheckoutViewDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | 'locale' | 'render' | 'applyFilters' | 'wpNonceField' | 'homeUrl' | 'wpLoginUrl'
  >;
  readonly addresses: AddressForm;
  readonly money: Money;
  amounts(): Promise<PriceWords>;
  readonly linePrices: LinePrices;
  readonly offers: Pick<OfferDeps, 'adjust' | 'methods'>;
}

export const CHECKOUT_NONCE = 'store_checkout';

/** What the view `checkout/checkout` shows: the offer, and the form as it was typed. */
export async function checkoutView(
  { scope, addresses, money, amounts, linePrices, offers }: CheckoutViewDeps,
  {
    offer,
    form,
    errors,
    extraFields,
    deliveryFields,
    codes,
    typedCode,
    userId,
    locale,
    asks,
    step,
  }: {
    offer: Offer;
    form: CheckoutForm;
    errors: readonly FormError[];
    extraFields: string;
    deliveryFields: string;
    codes: readonly string[];
    typedCode: string;
    userId: number;
    locale: string;
    asks: boolean;
    step: string;
  },
): Promise<Record<string, unknown>> {
  const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
  const { __ } = scope;
  const { cart, totals, shippingTaxRate } = offer;
  const shown = await amounts();
  const method =
    (chosen: Method | undefined) =>
    (entry: Method): object => ({
      ...entry,
      price: entry.price > 0 ? shown.price(entry.price, rateOf(entry)) : '',
      chosen: entry.id === chosen?.id,
    });
  const extra = (price: number, rate: number): string => shown.main(price, taxInside(price, rate));
  const rateOf = (entry: Method | OfferedDelivery): number => ('taxRate' in entry ? entry.taxRate : shippingTaxRate);
  const arrives = ({ id, methodId }: OfferedDelivery): string => {
    const days = offer.arrivals.get(id);
    return days ? arrivalSentence(methodId, days, scope) : '';
  };
  const chosenDays = offer.delivery && offer.arrivals.get(offer.delivery.id);
  const prices = await linePrices(cart.lines);
  return {
    errorSummary: await scope.render('checkout/errors', { errors }),
    extraFields,
    changes: cart.changes,
    billingFields: await scope.render('checkout/fields', {
      fields: await addresses.view('billing', form.billing, errors, locale, cart.physical ? undefined : 'person'),
    }),
    postalFields: cart.physical
      ? ''
      : await scope.render('checkout/fields', {
          fields: await addresses.view('billing', form.billing, errors, locale, 'postal'),
        }),
    postalOpen: addresses.hasPostal(form.billing),
    shippingFields: await scope.render('checkout/fields', {
      fields: await addresses.view('shipping', form.shipping, errors, locale),
    }),
    elsewhere: form.elsewhere,
    physical: cart.physical,
    deliveries: offer.deliveries.map((entry) => ({
      ...method(offer.delivery)(entry),
      arrives: arrives(entry),
      latest: offer.arrivals.get(entry.id)?.latest ?? '',
    })),
    waitsForMoney: offer.arrivals.size > 0 && offer.payment?.firstStatus === WAITS_FOR_TRANSFER,
    deliveryError: errorOf('delivery-methods'),
    deliveryFields,
    payments: await Promise.all(
      offer.payments.map(async (entry) => ({
        ...method(offer.payment)(entry),
        fieldsHtml: await offers.methods.fields(entry.id, offer.toPay),
      })),
    ),
    paymentError: errorOf('payment-methods'),
    isFree: offer.isFree,
    canBuy: offer.isFree || offer.payments.length > 0,
    note: form.note,
    token: form.token,
    asks,
    step,
    code: form.code,
    codeTo: form.billing.email ?? '',
    codeError: errorOf('order_code'),
    codeMinutes: CODE_MINUTES,
    passwordAgain: asks && form.createAccount,
    guest: userId === 0,
    createAccount: form.createAccount,
    passwordError: errorOf('account_password'),
    lines: cart.lines.map((line) => ({
      name: line.name,
      url: line.sellable.url,
      quantity: line.quantity,
      total: shown.main(line.total, line.tax),
      priceHtml: prices.get(line.key) ?? '',
      details: line.details,
      unavailable: line.unavailable,
    })),
    ...adjustedView({
      adjustments: offer.adjustments,
      refused: offer.refusedCodes,
      codes,
      takesCodes: offers.adjust.takesCodes(),
      shown,
    }),
    typedCode,
    codeRefused: errorOf('discount_code'),
    items: shown.main(totals.items, cart.tax),
    delivery:
      offer.deliveries.length > 0
        ? totals.delivery > 0
          ? extra(totals.delivery, offer.delivery?.taxRate ?? 0)
          : __('free of charge')
        : '',
    deliveryName: offer.delivery?.label ?? '',
    deliveryArrives: chosenDays ? arrivalText(chosenDays, scope.locale()) : '',
    paymentName: offer.isFree ? '' : (offer.payment?.label ?? ''),
    paymentFee: totals.paymentFee > 0 ? extra(totals.paymentFee, shippingTaxRate) : '',
    net: shown.splits && totals.tax > 0 ? money.format(totals.total - totals.tax) : '',
    tax: totals.tax > 0 ? money.format(totals.tax) : '',
    total: money.format(totals.total),
    shownTotal: totals.total,
    buttonText: await scope.applyFilters<string>('store/order_button_text', __('Buy now')),
    nonceField: scope.wpNonceField(CHECKOUT_NONCE),
    returnDays: cart.physical ? await scope.applyFilters<number>('store/return_days', 0) : 0,
    cartUrl: scope.homeUrl('/cart/'),
    checkoutUrl: scope.homeUrl('/checkout/'),
    contactUrl: scope.homeUrl('/contact/'),
    loginUrl: scope.wpLoginUrl(scope.homeUrl('/checkout/')),
  };
}
