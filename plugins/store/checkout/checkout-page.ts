import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import type { Customers } from '../accounts/customers.js';
import { readCart, writeCart } from '../cart/cart-lines.js';
import { readCodes, normalizeCode, writeCodes } from '../cart/codes.js';
import type { FormContext, FormError } from '../contract/index.js';
import type { Attempts } from '../forms/attempts.js';
import type { Money } from '../money/money.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import type { PriceLabels } from '../prices/price-labels.js';
import type { AddressForm } from '../accounts/address-fields.js';
import { createCheckoutErrors } from './checkout-errors.js';
import { changeCodes } from './discount-codes.js';
import { forgetDraft, saveDraft, withDraft } from './draft.js';
import { type CheckoutForm, toCheckoutSelection, createForm, newToken, readCheckoutForm } from './checkout-form.js';
import { CHECKOUT_NONCE, checkoutView } from './checkout-view.js';
import type { FormHooks } from '../forms/form-hooks.js';
import type { LinePrices } from '../cart/line-prices.js';
import type { DeliveryFields } from './delivery-fields.js';
import { createQuote, type Quote, type QuoteDeps, purchasedIds } from './quote.js';
import { type CodeReason, codeMessage, type OrderThrottle } from './order-throttle.js';
import type { PlaceOrderResult } from './place-order.js';
import type { OrderRequest } from './validate-quote.js';

interface CheckoutPageDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'locale'
    | 'render'
    | 'applyFilters'
    | 'wpNonceField'
    | 'homeUrl'
    | 'useAsset'
    | 'addNotice'
    | 'passwordProblem'
    | 'wpLoginUrl'
  >;
  readonly addresses: AddressForm;
  readonly money: Money;
  readonly offerDeps: QuoteDeps;
  readonly hooks: FormHooks;
  readonly customers: Customers;
  readonly store: Pick<OrderStore, 'find'>;
  readonly attempts: Attempts;
  readonly linePrices: LinePrices;
  readonly throttle: OrderThrottle;
  readonly deliveryFields: DeliveryFields;
  amounts(): Promise<PriceLabels>;
  placeOrder(request: OrderRequest): Promise<PlaceOrderResult>;
  /** Starts the payment of an order and returns the reply for the customer. */
  pay(order: OrderRecord, request: PageRequest): Promise<Reply>;
}

/** Session key of the email address that a code was requested for. */
export const CODE_EMAIL_KEY = 'store_code_for';

const PAGE_REPLY = {
  kind: 'page',
  view: 'checkout/checkout',
  robots: 'noindex',
  minimalChrome: true,
  bodyClass: ['store-checkout'],
  headers: { 'Cache-Control': 'no-store' },
} as const;

/**
 * The `/checkout/` page: form, validation and order. Nothing is stored until the form is valid and the total equals the
 * one shown.
 */
export function checkoutPage(deps: CheckoutPageDeps): FrontRoute {
  const { scope, addresses, hooks, customers, store } = deps;
  const { inputErrors, changeErrors } = createCheckoutErrors(deps);
  const { __ } = scope;

  async function show(
    request: PageRequest,
    form: CheckoutForm,
    errors: readonly FormError[],
    { status = 200, submitted = false, step = '' } = {},
  ): Promise<Reply> {
    // A method that is no longer offered must not leave the form without a total.
    const offer = await createQuote(deps.offerDeps, readCart(request.session), toCheckoutSelection(form, request));
    if (offer.cart.lines.length === 0) return emptyCart(scope, request, offer.cart.changes);
    if (offer.cart.changes.length > 0) writeCart(request.session, offer.cart.sessionLines);
    scope.useAsset('store-checkout');
    scope.useAsset('store-checkout-script');
    scope.useAsset('store-address-fields');
    const extraFields = await hooks.fields(contextOf(request, form, offer, submitted));
    const deliveryFields = await deps.deliveryFields.view(offer, request, errors);
    const data = await checkoutView(deps, {
      offer,
      form,
      errors,
      extraFields,
      deliveryFields,
      codes: readCodes(request.session),
      typedCode: errors.some(({ field }) => field === 'discount_code')
        ? normalizeCode(request.field('discount_code'))
        : '',
      userId: request.userId,
      locale: request.locale,
      needsCode: request.session.get(CODE_EMAIL_KEY) === (form.billing.email ?? ''),
      step,
    });
    return { ...PAGE_REPLY, status, title: __('Checkout'), data };
  }

  async function discount(request: PageRequest, form: CheckoutForm): Promise<Reply> {
    const refusal = await changeCodes(deps, request, form);
    if (!refusal) return show(request, form, [], { submitted: true });
    const errors = [{ field: 'discount_code', message: refusal.message }];
    return show(request, form, errors, { status: refusal.status, submitted: true });
  }

  /** Shows the form with the entered values and a field for the code. */
  function showCodeForm(request: PageRequest, form: CheckoutForm, reason: CodeReason): Promise<Reply> {
    const email = form.billing.email ?? '';
    request.session.set(CODE_EMAIL_KEY, email);
    const message = codeMessage(reason, email, scope);
    // Requesting the first code is a step of the checkout, not an error of the customer.
    if (reason === 'sent' || reason === 'already-sent')
      return show(request, { ...form, code: '' }, [], { status: 422, submitted: true, step: message });
    return show(request, { ...form, code: '' }, [{ field: 'order_code', message }], { status: 422, submitted: true });
  }

  async function send(request: PageRequest, form: CheckoutForm): Promise<Reply> {
    const existingOrder = form.token === '' ? null : await store.find({ form_token: form.token });
    if (existingOrder) return redirectToOrder(request, existingOrder.key);
    const cart = readCart(request.session);
    const offer = await createQuote(deps.offerDeps, cart, toCheckoutSelection(form, request));
    if (offer.cart.lines.length === 0) return emptyCart(scope, request, offer.cart.changes);
    const context = contextOf(request, form, offer, true);
    const errors = [
      ...(await hooks.errors(await inputErrors(form, offer, request), context)),
      ...changeErrors(form, offer),
    ];
    if (errors.length > 0) return show(request, withToken(form), errors, { status: 422, submitted: true });
    const throttleResult = await deps.throttle.check(request, form.billing.email ?? '', form.code);
    if (!throttleResult.open) return showCodeForm(request, form, throttleResult.reason);
    const placeResult = await deps.placeOrder({
      form,
      cart,
      context,
      userId: request.userId,
      ...(throttleResult.pass ? { pass: throttleResult.pass } : {}),
    });
    if ('errors' in placeResult) return show(request, form, placeResult.errors, { status: 409, submitted: true });
    const reply = await deps.pay(placeResult.order, request);
    clearCheckout(request);
    return reply;
  }

  /** Runs the action of the pressed button. */
  async function handleButton(request: PageRequest, form: CheckoutForm): Promise<Reply> {
    if (request.field('keep') !== '') return { kind: 'body', type: 'text/plain', status: 204, body: '' };
    if (request.field('leave') !== '')
      return {
        kind: 'redirect',
        status: 303,
        location: request.field('leave') === 'log-in' ? scope.wpLoginUrl(scope.homeUrl('/checkout/')) : '/cart/',
      };
    const email = form.billing.email ?? '';
    // A code can only be sent again to the address it was first requested for.
    if (request.field('send_code') !== '' && email !== '' && request.session.get(CODE_EMAIL_KEY) === email)
      return showCodeForm(request, withToken(form), await deps.throttle.resendCode(request, email));
    // Enter in the code field triggers the first button of the form.
    if (changesCodes(request)) return discount(request, withToken(form));
    if (request.field('place_order') === '') return show(request, withToken(form), [], { submitted: true });
    return send(request, form);
  }

  return {
    path: '/checkout/',
    async handler(request) {
      if (request.method !== 'POST')
        return show(
          request,
          await dropUnavailableMethods(
            deps.offerDeps,
            request,
            withDraft(request.session, createForm(await customers.addresses(request.userId))),
          ),
          [],
        );
      const form = await readCheckoutForm(request, addresses);
      if (request.verifyNonce(CHECKOUT_NONCE)) saveDraft(request.session, form);
      if (!request.verifyNonce(CHECKOUT_NONCE)) {
        return show(
          request,
          withToken(form),
          [{ field: '', message: __('This page has expired. Submit the form again; your entries are kept.') }],
          { status: 403, submitted: true },
        );
      }
      return handleButton(request, form);
    },
  };
}

const changesCodes = ({ field }: PageRequest): boolean =>
  field('apply_code') !== '' ||
  field('remove_code') !== '' ||
  (field('update') !== '' && normalizeCode(field('discount_code')) !== '');

const withToken = (form: CheckoutForm): CheckoutForm => ({ ...form, token: form.token || newToken() });

function contextOf(request: PageRequest, form: CheckoutForm, offer: Quote, submitted: boolean): FormContext {
  return {
    location: 'checkout',
    request,
    submitted,
    categoryIds: offer.cart.categoryIds,
    productIds: purchasedIds(offer),
    productTypes: offer.cart.productTypes,
    country: form.billing.country ?? '',
    paymentMethod: offer.payment?.id ?? '',
  };
}

/** A method selected days ago may no longer be available, which is not reported as an error. */
async function dropUnavailableMethods(
  offers: QuoteDeps,
  request: PageRequest,
  form: CheckoutForm,
): Promise<CheckoutForm> {
  if (form.shippingMethod === '' && form.paymentMethod === '') return form;
  const { delivery, payment, payments } = await createQuote(
    offers,
    readCart(request.session),
    toCheckoutSelection(form, request),
  );
  return {
    ...form,
    shippingMethod: delivery?.id ?? '',
    paymentMethod: payments.length === 0 || payment ? form.paymentMethod : '',
  };
}

function clearCheckout(request: PageRequest): void {
  writeCart(request.session, []);
  writeCodes(request.session, []);
  request.session.set(CODE_EMAIL_KEY, undefined);
  forgetDraft(request.session);
}

function redirectToOrder(request: PageRequest, key: string): Reply {
  clearCheckout(request);
  return { kind: 'redirect', status: 303, location: `/order/${key}/` };
}

function emptyCart(
  { addNotice, __ }: Pick<PluginScope, 'addNotice' | '__'>,
  request: PageRequest,
  changes: readonly string[],
): Reply {
  for (const change of changes) addNotice(request, 'warning', change);
  if (request.method === 'POST' && changes.length === 0)
    addNotice(
      request,
      'warning',
      __('Your cart is already empty, so no order was placed. Please add the products again.'),
    );
  writeCart(request.session, []);
  return { kind: 'redirect', status: 303, location: '/cart/' };
}
