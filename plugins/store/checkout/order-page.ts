import { type FrontRoute, type HookApi, type PluginScope, toUtcString } from 'plinth';
import type { Money } from '../money/money.js';
import { orderByKey, PRIVATE_HEADERS } from '../orders/order-identity.js';
import type { OrderNames, OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import type { GuestOrders } from '../orders/guest-orders.js';
import type { OrderStatuses } from '../orders/order-status.js';
import { orderView } from '../orders/order-view.js';
import type { ConfirmationText } from './confirmation-text.js';
import type { PaymentStore } from '../payments/payment-store.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import { methodLabel } from '../commerce/method.js';
import { getTransferDetails } from '../orders/pending-payment.js';

interface OrderPageDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'render' | 'useAsset' | 'homeUrl'> &
    Pick<HookApi, 'applyFilters'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly money: Money;
  readonly commerceSettings: CommerceSettings;
  readonly names: OrderNames;
  readonly payments: Pick<PaymentStore, 'listByOrder'>;
  readonly statuses: Pick<OrderStatuses, 'awaitsPayment' | 'kind'>;
  readonly methods: Pick<PaymentMethods, 'supports'>;
  readonly guestOrders: Pick<GuestOrders, 'recordOpened'>;
  readonly confirmationText: ConfirmationText;
  /** Whether another payment method is available for the order. */
  isPayable(order: OrderRecord): Promise<boolean>;
}

/** Time within which a customer is expected back from a payment provider, in milliseconds. */
const RETURN_TIMEOUT_MS = 60 * 60_000;

/** The `/order/:key/` page: thanks after ordering, and shows the order to anyone with its URL. */
export function orderPage({
  scope,
  store,
  money,
  commerceSettings,
  names,
  payments,
  statuses,
  methods,
  guestOrders,
  confirmationText,
  isPayable,
}: OrderPageDeps): FrontRoute {
  const { __ } = scope;
  /** Returns the state of the payment. */
  async function paymentState(order: OrderRecord, awaitsPayment: boolean) {
    const closed = statuses.kind(order.status) === 'closed';
    const attempts = await payments.listByOrder(order.id);
    const last = awaitsPayment ? attempts.at(-1) : undefined;
    return {
      isConfirming: last?.state === 'started' && last.createdAt > toUtcString(Date.now() - RETURN_TIMEOUT_MS),
      failed: last?.state === 'failed',
      paid: !awaitsPayment && !closed && attempts.some(({ state }) => state === 'paid'),
    };
  }

  function paymentStep({ paymentMethod }: OrderRecord): string {
    return methods.supports(paymentMethod, 'pay')
      ? __('Pay for your order with the button below.')
      : __('Transfer the amount, and enter the order number as the payment reference.');
  }

  /** Returns what happens once the order is paid. */
  function fulfillmentStep({ lines }: OrderRecord, awaitsPayment: boolean): string {
    if (lines.every(({ kind }) => kind === 'digital'))
      return awaitsPayment
        ? __('Once we receive your payment, you can download your files on this page. We also email you the links.')
        : __('You can download your files on this page. We also email you the links.');
    return awaitsPayment
      ? __('Once we receive your payment, we pack your order and email you.')
      : __('We pack your order and email you when it is on its way.');
  }

  function shippingStep({ shippingMethod, deliveryLabel }: OrderRecord): string {
    if (shippingMethod === '') return '';
    return shippingMethod === 'pickup'
      ? __('You can pick up your order once we email you that it is ready.')
      : __('Shipping method: %s.', deliveryLabel || methodLabel(shippingMethod, scope));
  }

  /** Returns what happens next; nothing once the order is complete or closed. */
  function nextSteps(order: OrderRecord, awaitsPayment: boolean): readonly string[] {
    if (isFinished(order)) return [];
    return [awaitsPayment ? paymentStep(order) : '', fulfillmentStep(order, awaitsPayment), shippingStep(order)].filter(
      (step) => step !== '',
    );
  }

  /** Whether nothing happens any more: the order is closed, or was delivered. Files can be downloaded afterward. */
  function isFinished({ status, lines }: OrderRecord): boolean {
    const kind = statuses.kind(status);
    return kind === 'closed' || (kind === 'done' && lines.some((line) => line.kind !== 'digital'));
  }

  return {
    path: '/order/:key/',
    methods: ['GET'],
    async handler(request) {
      const order = await orderByKey(store, request.params.key ?? '');
      if (!order) return undefined;
      await guestOrders.recordOpened(request, order);
      scope.useAsset('store-checkout');
      const transfer = await getTransferDetails(order, commerceSettings);
      const view = orderView(order, { money, labels: scope, names });
      const details = await scope.render('orders/details', {
        order: isFinished(order) ? { ...view, arrives: '' } : view,
        transfer,
      });
      const awaitsPayment = statuses.awaitsPayment(order.status);
      const top = await scope.applyFilters<string>('store/before_order_details', '', order);
      const more = await scope.applyFilters<string>('store/order_html', '', order);
      const data = {
        isFinished: isFinished(order),
        next: nextSteps(order, awaitsPayment),
        registerUrl: request.userId === 0 && order.userId === 0 ? scope.homeUrl('/register/') : '',
        details,
        number: order.number,
        confirmation: await confirmationText(order),
        ...(await paymentState(order, awaitsPayment)),
        top,
        more,
        payNow: awaitsPayment && methods.supports(order.paymentMethod, 'pay'),
        payUrl: (await isPayable(order)) ? scope.homeUrl(`/order/${order.key}/pay/`) : '',
        shopUrl: scope.homeUrl('/shop/'),
      };
      return {
        kind: 'page',
        title: __('Order %s', order.number),
        view: 'orders/thanks',
        data,
        robots: 'noindex, nofollow',
        canonical: '/',
        headers: PRIVATE_HEADERS,
        bodyClass: ['store-order'],
      };
    },
  };
}
