import type { AdminPage, HookApi, PageRequest, PluginScope, Reply } from 'plinth';
import type { OrderNames } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { orderView } from '../orders/order-view.js';
import type { Money } from '../money/money.js';

interface PackingSlipsScreenDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'adminUrl' | 'useAsset' | 'siteName'> &
    Pick<HookApi, 'applyFilters'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly money: Money;
  readonly names: OrderNames;
}

const SLUG = 'store-packing-slips';
const MAX_ORDERS = 100;

/** Returns the URL of the screen that prints packing slips. */
export function packingSlipsUrl(ids: readonly number[]): string {
  return `admin.php?page=${SLUG}&ids=${ids.join(',')}`;
}

/**
 * The screen that prints packing slips, one page per order. Invoices are created by the compliance plugin, which also
 * numbers them.
 */
export function packingSlipsScreen({ scope, store, money, names }: PackingSlipsScreenDeps): AdminPage {
  const { __ } = scope;

  async function show(request: PageRequest): Promise<Reply> {
    const ids = (request.field('ids').match(/\d{1,10}/g) ?? []).map(Number).slice(0, MAX_ORDERS);
    const orders = (await Promise.all(ids.map((id) => store.find({ id })))).filter((order) => order !== null);
    scope.useAsset('store-orders-admin');
    const seller = await scope.applyFilters<readonly string[]>('plinth/owner_details', []);
    const sheets = orders.map((order) => ({
      order: orderView(order, { money, labels: scope, names }),
      details: order.details,
    }));
    const data = {
      sheets,
      seller: seller.length > 0 ? seller : [await scope.siteName()],
      backUrl: scope.adminUrl('admin.php?page=store-orders'),
    };
    return { kind: 'page', title: __('Packing slips'), view: 'orders-admin/packing-slips', data };
  }

  return { slug: SLUG, title: () => __('Packing slips'), capability: 'manage_shop', hidden: true, handler: show };
}
