import type { PluginScope } from 'plinth';
import type { Money } from '../money/money.js';
import type { OrderNames } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { StoreOptions } from '../products/store-settings.js';
import type { DashboardItem } from '../contract/index.js';
import { salesChartView } from './sales-chart.js';

/** Order statuses that require action by the owner. */
const ACTIONABLE_STATUSES = ['processing', 'on-hold', 'pending'] as const;

interface DashboardWidgetDeps {
  readonly scope: PluginScope;
  readonly store: Pick<OrderStore, 'count' | 'salesByDay'>;
  readonly money: Money;
  readonly names: OrderNames;
  readonly methods: Pick<PaymentMethods, 'isAnyReady'>;
  readonly settings: Pick<StoreOptions, 'read'>;
}

/** Adds the dashboard widget with pending work and recent sales. */
export function addDashboardWidget({ scope, store, money, names, methods, settings }: DashboardWidgetDeps): void {
  /** Returns the number of published products that have low stock, or a variation with low stock. */
  async function countLowStock(): Promise<number> {
    const { lowStock } = await settings.read();
    const lowStockRange = [1, lowStock] as const;
    const lowVariations = scope
      .db()('store_variations')
      .whereBetween('stock_quantity', [...lowStockRange])
      .select('product_id');
    const row = await scope
      .db()('store_products')
      .where({ status: 'publish', visibility: 'visible' })
      .where((rows) => void rows.whereBetween('stock_quantity', [...lowStockRange]).orWhereIn('id', lowVariations))
      .count({ count: '*' })
      .first<{ count: number | string } | undefined>();
    return Number(row?.count ?? 0);
  }

  scope.wpAddDashboardWidget(
    'store-shop',
    () => scope.__('Your shop'),
    async () => {
      scope.useAsset('store-orders-admin');
      const statusCounts = await Promise.all(
        ACTIONABLE_STATUSES.map(async (status) => ({
          label: names.status(status),
          url: scope.adminUrl(`admin.php?page=store-orders&status=${status}`),
          count: await store.count({ status }),
        })),
      );
      const reviews = await scope
        .db()('store_reviews')
        .where({ status: 'pending' })
        .count({ count: '*' })
        .first<{ count: number | string } | undefined>();
      const anyProduct = await scope.db()('store_products').first('id');
      const outOfStock = await scope
        .db()('store_products')
        .where({ status: 'publish', visibility: 'visible', stock: 'outofstock' })
        .count({ count: '*' })
        .first<{ count: number | string } | undefined>();
      return scope.render('orders-admin/dashboard', {
        noPayment: !(await methods.isAnyReady(money.currency())),
        commerceUrl: scope.adminUrl('admin.php?page=store-commerce'),
        waiting: [
          ...statusCounts,
          ...(await scope.applyFilters<readonly DashboardItem[]>('store/dashboard_items', [])),
        ].filter(({ count }) => count > 0),
        reviews: Number(reviews?.count ?? 0),
        reviewsUrl: scope.adminUrl('admin.php?page=store-reviews&status=pending'),
        chart: await salesChartView(store, money, scope),
        outOfStock: Number(outOfStock?.count ?? 0),
        lowStockCount: await countLowStock(),
        fewUrl: scope.adminUrl('admin.php?page=store-products&status=publish&stock=low'),
        firstSteps: anyProduct
          ? null
          : {
              productUrl: scope.adminUrl('admin.php?page=store-product'),
              importUrl: scope.adminUrl('admin.php?page=store-product-files'),
            },
        stockUrl: scope.adminUrl('admin.php?page=store-products&stock=outofstock'),
      });
    },
    null,
    { capability: 'manage_shop' },
  );
}
