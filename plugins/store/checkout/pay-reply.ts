import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { Money } from '../money/money.js';
import { PRIVATE_HEADERS } from '../orders/order-identity.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { BeginPayment } from '../payments/begin-payment.js';

/** Query parameter of the payment page, set after the provider's page could not be opened. */
export const UNREACHABLE_PARAM = 'unreachable';

interface PayReplyDeps {
  readonly scope: Pick<PluginScope, '__' | 'homeUrl' | 'useAsset' | 'addNotice'>;
  readonly money: Pick<Money, 'format'>;
  readonly beginPayment: BeginPayment;
}

/**
 * Creates the function that starts the payment of an order and replies with the provider's page, a page of the method
 * or the order page.
 */
export function createPayReply({
  scope,
  money,
  beginPayment,
}: PayReplyDeps): (order: OrderRecord, request: PageRequest) => Promise<Reply> {
  const { __ } = scope;
  const redirectTo = (location: string): Reply => ({ kind: 'redirect', status: 303, location });

  function page(order: OrderRecord, view: string, data: object, headers: Readonly<Record<string, string>> = {}): Reply {
    scope.useAsset('store-checkout');
    const viewData = {
      number: order.number,
      total: money.format(order.total),
      orderUrl: scope.homeUrl(`/order/${order.key}/`),
      ...data,
    };
    return {
      kind: 'page',
      title: __('Pay for order %s', order.number),
      view,
      data: viewData,
      robots: 'noindex, nofollow',
      canonical: '/',
      headers: { ...PRIVATE_HEADERS, ...headers },
      bodyClass: ['store-pay'],
    };
  }

  return async (order, request) => {
    const outcome = await beginPayment(order, request);
    switch (outcome.kind) {
      case 'order':
        return redirectTo(`/order/${order.key}/`);
      case 'failed':
        scope.addNotice(request, 'error', outcome.message);
        return redirectTo(`/order/${order.key}/pay/`);
      case 'page':
        return page(order, 'checkout/pay-here', { html: outcome.html, label: outcome.label });
      case 'redirect':
        return {
          kind: 'redirect',
          status: 303,
          location: outcome.location,
          owner: outcome.owner,
          fallbackUrl: `/order/${order.key}/pay/?${UNREACHABLE_PARAM}=1`,
        };
    }
  };
}
