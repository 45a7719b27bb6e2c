import type { FrontRoute, PluginScope } from 'plinth';
import type { Money } from '../money/money.js';
import type { OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';
import { orderView } from './order-view.js';
import type { SellingOptions } from './selling-settings.js';
import { transferOf } from './transfer.js';

export interface OrderPageDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'render' | 'useAsset' | 'homeUrl'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly money: Money;
  readonly selling: SellingOptions;
  /** Whether there is another way to pay the order. */
  payable(order: OrderRecord): Promise<boolean>;
}

/** Answers that open an order must not stay in caches, nor give the address away to other sites. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** The order that an address gives away; null for every other address. */
export async function orderByKey(store: Pick<OrderStore, 'find'>, key: string): Promise<OrderRecord | null> {
  return /^[0-9a-f]{48}$/.test(key) ? store.find({ order_key: key }) : null;
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
      const data = { details, number: order.number, email: order.billing.email, closed, payUrl: (await payable(order)) ? scope.homeUrl(`/order/${order.key}/pay/`) : '', shopUrl: scope.homeUrl('/shop/') };
      return { kind: 'page', title: __('Order %s', order.number), view: 'orders/thanks', data, robots: 'noindex, nofollow', canonical: '/', headers: PRIVATE_HEADERS, bodyClass: ['store-order'] };
    },
  };
}
