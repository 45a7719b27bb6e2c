import type { PageRequest, PluginScope, TranslationApi } from 'plinth';
import type { AddressForm } from '../accounts/address-fields.js';
import type { FormError } from '../contract/index.js';
import type { Attempts } from '../forms/attempts.js';
import type { Money } from '../money/money.js';
import type { CheckoutForm } from './checkout-form.js';
import type { DeliveryFields } from './delivery-fields.js';
import type { Quote, QuoteDeps } from './quote.js';
import { estimateText } from '../commerce/estimate-text.js';
import { WAITS_FOR_TRANSFER } from '../orders/pending-payment.js';

export interface CheckoutErrorsDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'passwordProblem'>;
  readonly addresses: Pick<AddressForm, 'errors'>;
  readonly money: Pick<Money, 'format'>;
  readonly offerDeps: Pick<QuoteDeps, 'methods'>;
  readonly attempts: Attempts;
  readonly deliveryFields: Pick<DeliveryFields, 'problems'>;
}

/** Validation of a submitted checkout form. */
interface CheckoutErrors {
  /** Returns the errors in the entered and selected values, without those of extensions. */
  inputErrors(form: CheckoutForm, offer: Quote, request: PageRequest): Promise<FormError[]>;
  /** Returns the differences from the form as it was shown. */
  changeErrors(form: CheckoutForm, offer: Quote): FormError[];
}

const QUARTER_HOUR_SECONDS = 900;
const MAX_NEW_ACCOUNTS = 10;

export function createCheckoutErrors({
  scope,
  addresses,
  money,
  offerDeps,
  attempts,
  deliveryFields,
}: CheckoutErrorsDeps): CheckoutErrors {
  const { __ } = scope;

  async function ownErrors(form: CheckoutForm, offer: Quote, request: PageRequest): Promise<FormError[]> {
    const errors: FormError[] = [...(await addresses.errors('billing', form.billing, offer.cart.needsShipping))];
    if (form.shipToDifferentAddress && offer.cart.needsShipping)
      errors.push(...(await addresses.errors('shipping', form.shipping)));
    if (offer.deliveries.length > 0 && !offer.delivery)
      errors.push({ field: 'delivery-methods', message: __('Choose a shipping method.') });
    errors.push(...(await deliveryFields.problems(offer, request)));
    if (offer.cart.needsShipping && offer.deliveries.length === 0)
      errors.push({
        field: 'checkout-sum',
        message: __('No shipping method is available right now. Please contact us.'),
      });
    if (!offer.payment)
      errors.push({
        field: 'payment-methods',
        message:
          offer.payments.length > 0
            ? __('Choose a payment method.')
            : __('No payment method is available for this order right now. Please contact us.'),
      });
    if (offer.cart.lines.some((line) => line.unavailable))
      errors.push({
        field: 'checkout-sum',
        message: __('A product in your cart is out of stock. Remove it to continue.'),
      });
    if (offer.payment && !offer.isFree)
      errors.push(...(await offerDeps.methods.problems(offer.payment.id, request, offer.paymentBasis)));
    if (form.createAccount) errors.push(...(await accountErrors(form, request)));
    return errors;
  }

  async function accountErrors(form: CheckoutForm, request: PageRequest): Promise<FormError[]> {
    const passwordError = await scope.passwordProblem(form.password, { email: form.billing.email ?? '' });
    if (passwordError) return [{ field: 'account_password', message: passwordError.getErrorMessage() }];
    if (!(await attempts.allow('account', request.ip, MAX_NEW_ACCOUNTS, QUARTER_HOUR_SECONDS)))
      return [
        {
          field: 'create_account',
          message: __(
            'Too many accounts have been requested from your IP address. Try again later, or check out as a guest.',
          ),
        },
      ];
    return [];
  }

  function changeErrors(form: CheckoutForm, offer: Quote): FormError[] {
    const errors: FormError[] = [];
    if (offer.cart.changes.length > 0)
      errors.push({
        field: 'checkout-sum',
        message: __('Your order has changed: %s Please check it again.', offer.cart.changes.join(' ')),
      });
    else if (form.shownTotal !== offer.totals.total)
      errors.push({
        field: 'checkout-sum',
        message: __(
          'The total is now %s. If you agree, please place your order again.',
          money.format(offer.totals.total),
        ),
      });
    const later = laterEstimateError(form, offer, scope);
    if (later !== '') errors.push({ field: 'delivery-methods', message: later });
    if (form.token === '')
      errors.push({
        field: 'checkout-sum',
        message: __('Part of the form was missing. Check your order and submit it again.'),
      });
    return errors;
  }

  return { inputErrors: ownErrors, changeErrors };
}

/**
 * Returns the message that delivery takes longer than the page showed, because the cut-off time has passed or goods
 * must be awaited, or that it can no longer be estimated. Empty otherwise.
 */
export function laterEstimateError(
  { shownEstimate }: Pick<CheckoutForm, 'shownEstimate'>,
  { delivery, payment, estimates }: Pick<Quote, 'delivery' | 'payment' | 'estimates'>,
  { __, locale }: Pick<TranslationApi, '__' | 'locale'>,
): string {
  if (shownEstimate === '' || !delivery || payment?.initialStatus === WAITS_FOR_TRANSFER) return '';
  const days = estimates.get(delivery.id);
  if (!days)
    return __('We can no longer estimate when your order will arrive. If you agree, please place your order again.');
  return days.latest > shownEstimate
    ? __(
        'Your order will arrive later than shown before: %s. If you agree, please place your order again.',
        estimateText(days, locale()),
      )
    : '';
}
