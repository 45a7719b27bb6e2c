import type { FrontRoute, HookApi, PluginScope } from 'plinth';
import type { Money } from '../money/money.js';
import { orderByKey, PRIVATE_HEADERS } from '../orders/order-key.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { orderView } from '../orders/order-view.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import { transferOf } from '../orders/transfer.js';

interface OrderPageDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'render' | 'useAsset' | 'homeUrl'> & Pick<HookApi, 'applyFilters'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly money: Money;
  readonly selling: SellingOptions;
  /** Whether there is another way to pay the order. */
  payable(order: OrderRecord): Promise<boolean>;
}

/** `/order/:key/`: thanks after ordering, and the order for whoever has the address. */
export function orderPage({ scope, store, money, selling, payable }: OrderPageDeps): FrontRoute {
  const { __ } = scope;
  return {
    path: '/order/:key/',
    methods: ['GET'],
    async handler(request) {
      const order = await orderByKey(store, request.params.key ?? '');
      if (!order) return undefined;
      scope.useAsset('store-checkout');
      const transfer = await transferOf(order, selling);
      const details = await scope.render('orders/details', { order: orderView(order, { money, words: scope }), transfer });
      const closed = order.status === 'cancelled' || order.status === 'refunded';
      const data = { details, more: await scope.applyFilters<string>('store/order_html', '', order), number: order.number, email: order.billing.email, closed, payUrl: (await payable(order)) ? scope.homeUrl(`/order/${order.key}/pay/`) : '', shopUrl: scope.homeUrl('/shop/') };
      return { kind: 'page', title: __('Order %s', order.number), view: 'orders/thanks', data, robots: 'noindex, nofollow', canonical: '/', headers: PRIVATE_HEADERS, bodyClass: ['store-order'] };
    },
  };
}
