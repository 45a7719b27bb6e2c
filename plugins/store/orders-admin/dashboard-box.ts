import type { PluginScope } from 'plinth';
import type { Money } from '../money/money.js';
import { statusLabel } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import { takesTransfers } from '../selling/bank-account.js';
import { shownChart } from './shown-chart.js';

/** What somebody has to do something about. */
const WAITING = ['processing', 'on-hold', 'pending'] as const;

/** Tells whoever runs the shop, on the first screen of the admin, what waits and what was sold. */
export function addDashboardBox(scope: PluginScope, store: Pick<OrderStore, 'count' | 'salesByDay'>, money: Money, selling: SellingOptions): void {
  scope.addFilter('wp_dashboard_setup', async (boxes: readonly { title: string; html: string }[]) => {
    if (!scope.currentUserCan('manage_shop')) return boxes;
    scope.useAsset('store-orders-admin');
    const counted = await Promise.all(WAITING.map(async (status) => ({ label: statusLabel(status, scope), url: scope.adminUrl(`admin.php?page=store-orders&status=${status}`), count: await store.count({ status }) })));
    const any = (await scope.db()('store_products').first('id')) as { id: number } | undefined;
    const gone = (await scope.db()('store_products').where({ status: 'publish', visibility: 'visible', stock: 'outofstock' }).count({ count: '*' }).first()) as { count: number | string } | undefined;
    const settings = await selling.read();
    const html = await scope.render('orders-admin/dashboard', {
      noPayment: !settings.cod && !takesTransfers(settings), sellingUrl: scope.adminUrl('admin.php?page=store-selling'),
      waiting: counted.filter(({ count }) => count > 0),
      chart: await shownChart(store, money),
      outOfStock: Number(gone?.count ?? 0),
      firstSteps: any ? null : { productUrl: scope.adminUrl('admin.php?page=store-product'), importUrl: scope.adminUrl('admin.php?page=store-product-files') },
      stockUrl: scope.adminUrl('admin.php?page=store-products&stock=outofstock'),
    });
    return [{ title: scope.__('Your shop'), html }, ...boxes];
  });
}
