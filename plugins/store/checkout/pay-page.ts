import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import type { Sellables } from '../catalog/sellables.js';
import type { FormContext, FormError } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { orderByKey, PRIVATE_HEADERS } from '../orders/order-identity.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import type { PaymentChoice, PaymentMethods } from '../commerce/payment-methods.js';
import { isFailedClosed } from '../contract/failed-closed.js';
import type { FormHooks } from '../forms/form-hooks.js';
import { totalWithMethod, toPaymentBasis, listPayableMethods, type PayableMethodsDeps } from './pay-order.js';
import { UNREACHABLE_PARAM } from './pay-reply.js';

interface PayPageDeps extends PayableMethodsDeps {
  readonly scope: Pick<PluginScope, '__' | 'render' | 'wpNonceField' | 'homeUrl' | 'useAsset' | 'addNotice'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly sellables: Pick<Sellables, 'find'>;
  readonly money: Money;
  readonly hooks: Pick<FormHooks, 'fields' | 'errors'>;
  readonly methods: Pick<PaymentMethods, 'listAvailable' | 'label' | 'fields' | 'problems'>;
  payOrder(id: number, method: PaymentChoice, context: FormContext): Promise<boolean>;
  /** Starts the payment and returns the reply for the customer. */
  pay(order: OrderRecord, request: PageRequest): Promise<Reply>;
}

const NONCE = 'store_pay';
const METHODS_FIELD = 'payment-methods';

/** Returns the circumstances of the payment form of an order. */
async function contextOf(
  { sellables }: Pick<PayPageDeps, 'sellables'>,
  request: PageRequest,
  order: OrderRecord,
  paymentMethod: string,
): Promise<FormContext> {
  const soldProducts = await sellables.find(order.lines.filter((line) => line.productId > 0));
  return {
    location: 'pay_for_order',
    request,
    submitted: request.method === 'POST',
    country: order.billing.country,
    paymentMethod,
    categoryIds: [...new Set(soldProducts.flatMap((sellable) => sellable.categoryIds))],
    productIds: [...new Set(soldProducts.map(({ productId }) => productId))],
    productTypes: [...new Set(order.lines.map((line) => line.kind))],
  };
}

/** The `/order/:key/pay/` page: selects another payment method for an order that awaits payment. */
export function payPage(deps: PayPageDeps): FrontRoute {
  const { scope, store, money, hooks } = deps;
  const { __ } = scope;

  async function show(
    order: OrderRecord,
    choices: readonly PaymentChoice[],
    context: FormContext,
    errors: readonly FormError[] = [],
    status = 200,
  ): Promise<Reply> {
    scope.useAsset('store-checkout');
    const selected =
      choices.find(({ id }) => id === context.paymentMethod) ??
      choices.find(({ id, isPaidImmediately }) => isPaidImmediately && id === order.paymentMethod) ??
      choices.find(({ id }) => id !== order.paymentMethod);
    const data = {
      number: order.number,
      total: money.format(order.total),
      orderUrl: scope.homeUrl(`/order/${order.key}/`),
      methods: await Promise.all(
        choices.map(async (choice) => ({
          ...choice,
          selected: choice === selected,
          fee: choice.price > 0 ? money.format(choice.price) : '',
          amount: totalWithMethod(order, choice),
          toPay: money.format(totalWithMethod(order, choice)),
          fieldsHtml: await deps.methods.fields(choice.id, toPaymentBasis(order)),
        })),
      ),
      errorSummary: await scope.render('checkout/errors', { errors }),
      error: errors.find(({ field }) => field === METHODS_FIELD)?.message ?? '',
      extraFields: await hooks.fields(context),
      nonceField: scope.wpNonceField(NONCE),
    };
    return {
      kind: 'page',
      status,
      title: __('Pay for order %s', order.number),
      view: 'checkout/pay',
      data,
      robots: 'noindex, nofollow',
      canonical: '/',
      headers: PRIVATE_HEADERS,
      bodyClass: ['store-pay'],
    };
  }

  const back = (order: OrderRecord): Reply => ({ kind: 'redirect', status: 303, location: `/order/${order.key}/` });

  function rejectChange(request: PageRequest, order: OrderRecord): Reply {
    scope.addNotice(request, 'warning', __('The payment method of this order can no longer be changed.'));
    return back(order);
  }

  async function send(request: PageRequest, order: OrderRecord, choices: readonly PaymentChoice[]): Promise<Reply> {
    const methodId = request.field('payment_method').slice(0, 40);
    const context = await contextOf(deps, request, order, methodId);
    if (!request.verifyNonce(NONCE))
      return show(
        order,
        choices,
        context,
        [{ field: '', message: __('This page has expired. Submit the form again; your entries are kept.') }],
        403,
      );
    const choice = choices.find(({ id }) => id === methodId);
    if (choice?.id === order.paymentMethod && !choice.isPaidImmediately) return back(order);
    const ownErrors: FormError[] = [];
    if (!choice) ownErrors.push({ field: METHODS_FIELD, message: __('Choose a payment method.') });
    else if (request.field(`sum_${choice.id}`) !== String(totalWithMethod(order, choice)))
      ownErrors.push({
        field: METHODS_FIELD,
        message: __(
          'The total is now %s. If you agree, please place your order again.',
          money.format(totalWithMethod(order, choice)),
        ),
      });
    else ownErrors.push(...(await deps.methods.problems(choice.id, request, toPaymentBasis(order))));
    const errors = await hooks.errors(ownErrors, context);
    if (!choice || errors.length > 0) return show(order, choices, context, errors, 422);
    if (choice.id === order.paymentMethod) return deps.pay(order, request);
    try {
      if (!(await deps.payOrder(order.id, choice, context))) return rejectChange(request, order);
    } catch (error) {
      if (!isFailedClosed(error)) throw error;
      return show(
        order,
        choices,
        context,
        [{ field: '', message: __('The payment method could not be changed. Try again in a moment.') }],
        409,
      );
    }
    const updatedOrder = choice.isPaidImmediately ? await store.find({ id: order.id }) : null;
    if (updatedOrder) return deps.pay(updatedOrder, request);
    scope.addNotice(request, 'success', __('The payment method for your order was changed to: %s.', choice.label));
    return back(order);
  }

  return {
    path: '/order/:key/pay/',
    async handler(request) {
      const order = await orderByKey(store, request.params.key ?? '');
      if (!order) return undefined;
      const choices = await listPayableMethods(order, deps);
      if (choices.length === 0) return rejectChange(request, order);
      if (request.method === 'POST') return send(request, order, choices);
      const unreachable = request.field(UNREACHABLE_PARAM) === '1' ? [{ field: '', message: cannotOpen(scope) }] : [];
      return show(order, choices, await contextOf(deps, request, order, ''), unreachable);
    },
  };
}

const cannotOpen = ({ __ }: Pick<PluginScope, '__'>): string =>
  __(
    'The payment provider’s page can’t be opened. You were not charged, and your order is saved. Choose another payment method or contact us.',
  );
