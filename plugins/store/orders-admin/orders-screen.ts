import { type AdminPage, type PageRequest, type PluginScope, type Reply, toUtcString } from 'plinth';
import type { Money } from '../money/money.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { RefundStore } from '../payments/refund-store.js';
import { type CommerceSettings, acceptsTransfers } from '../commerce/commerce-settings.js';
import { MAX_COUNTED } from '../orders/order-search.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import { orderEditUrl } from './order-edit-screen.js';
import type { OrderActions } from './order-actions.js';
import { type OrderFilter, toUrlParameters, toOrderQuery, readOrderFilter } from './order-filter.js';
import { columnCells, listAvailableColumns } from './order-columns.js';
import { createOrdersExport } from './orders-export.js';
import { salesChartView } from './sales-chart.js';
import { localDay, siteZone } from '../time/local-time.js';

interface OrdersScreenDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | 'render' | 'adminUrl' | 'useAsset' | 'audit' | 'getGmtFromDate' | 'getOption'
  >;
  readonly store: OrderStore;
  readonly refunds: Pick<RefundStore, 'listCompleted'>;
  readonly money: Money;
  readonly commerceSettings: CommerceSettings;
  readonly statuses: OrderStatuses;
  readonly methods: Pick<PaymentMethods, 'isAnyReady' | 'all' | 'label'>;
  readonly deliveries: StoreRegistries['deliveries'];
  readonly columns: StoreRegistries['orderColumns'];
  readonly actions: OrderActions;
}

export const ORDERS_SLUG = 'store-orders';
const PER_PAGE = 25;

/** The screen of the order list, with a chart of recent sales and the CSV export. */
export function ordersScreen({
  scope,
  store,
  refunds,
  money,
  commerceSettings,
  statuses,
  methods,
  deliveries,
  columns,
  actions,
}: OrdersScreenDeps): AdminPage {
  const { __, adminUrl } = scope;
  const exportCsv = createOrdersExport({ scope, store, refunds, money, statuses });

  async function list(request: PageRequest): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    const filter = readOrderFilter(request, statuses);
    const currentPage = Math.max(1, Math.min(100_000, Math.trunc(Number(request.field('paged'))) || 1));
    const query = await toOrderQuery(filter, scope);
    const matchCount = await store.count(query);
    const more = filter.s !== '' && matchCount > MAX_COUNTED;
    const total = more ? MAX_COUNTED : matchCount;
    const rows = await store.list({ ...query, limit: PER_PAGE, offset: (currentPage - 1) * PER_PAGE });
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const listUrl = (changes: Partial<OrderFilter> & { readonly paged?: string }): string =>
      adminUrl(
        `admin.php?${new URLSearchParams({ page: ORDERS_SLUG, ...toUrlParameters({ ...filter, ...changes }), ...(changes.paged ? { paged: changes.paged } : {}) }).toString()}`,
      );
    const narrowed = [filter.customer, filter.payment, filter.delivery, filter.from, filter.to].some(
      (value) => value !== '',
    );
    const settings = await commerceSettings.read();
    const today = localDay(toUtcString(), await siteZone(scope.getOption));
    const visibleColumns = await listAvailableColumns(columns);
    const choices = rows.length > 0 ? await actions.listAvailable() : [];
    const data = {
      chart: await salesChartView(store, money, scope),
      filter,
      isFiltered: narrowed,
      hiddenFields: Object.entries(toUrlParameters(filter)).map(([name, value]) => ({ name, value })),
      clearUrl: adminUrl(`admin.php?page=${ORDERS_SLUG}`),
      total,
      more,
      pages,
      currentPage,
      payments: methods.all().map((id) => ({ id, label: methods.label(id), selected: id === filter.payment })),
      deliveries: await shippingMethodOptions(filter.delivery),
      statuses: [
        { label: __('All'), url: listUrl({ status: '' }), count: await store.count({}), current: filter.status === '' },
        ...(await Promise.all(
          statuses.all().map(async (name) => ({
            label: statuses.label(name),
            url: listUrl({ status: name }),
            count: await store.count({ status: name }),
            current: name === filter.status,
          })),
        )),
      ],
      columns: await Promise.all(visibleColumns.map((entry) => labelOf(columns, entry, ({ label }) => label))),
      wide: 5 + visibleColumns.length + (choices.length > 0 ? 1 : 0),
      actions: choices,
      orders: await Promise.all(
        rows.map(async (order) => ({
          id: order.id,
          number: order.number,
          url: adminUrl(`admin.php?page=store-order&id=${order.id}`),
          createdAt: order.createdAt,
          customer: `${order.billing.firstName} ${order.billing.lastName}`.trim(),
          email: order.billing.email,
          status: order.status,
          statusText: statuses.label(order.status),
          kind: statuses.kind(order.status),
          total: money.format(order.total),
          cells: await columnCells(columns, order, visibleColumns),
        })),
      ),
      newer: currentPage > 1 ? listUrl({ paged: String(currentPage - 1) }) : '',
      older: currentPage < pages ? listUrl({ paged: String(currentPage + 1) }) : '',
      newUrl: adminUrl(orderEditUrl()),
      importUrl: adminUrl('admin.php?page=store-orders-import'),
      settingsUrl: adminUrl('admin.php?page=store-commerce'),
      noPayment: !(await methods.isAnyReady(money.currency())),
      accountMissing: settings.transfer && !acceptsTransfers(settings),
      today,
      monthStart: `${today.slice(0, 8)}01`,
    };
    return { kind: 'page', title: __('Orders'), view: 'orders-admin/orders', data };
  }

  /** Returns the options of the shipping method filter. */
  async function shippingMethodOptions(selectedId: string): Promise<readonly object[]> {
    return Promise.all(
      deliveries.entries().map(async (entry) => ({
        id: entry.id,
        label: await labelOf(deliveries, entry, ({ label }) => label),
        selected: entry.id === selectedId,
      })),
    );
  }

  return {
    slug: ORDERS_SLUG,
    title: () => __('Orders'),
    capability: 'manage_shop',
    icon: 'cart',
    position: 26,
    async handler(request) {
      if (request.method !== 'POST') return request.field('export') === 'csv' ? exportCsv(request) : list(request);
      return (
        (await actions.run(request)) ?? {
          kind: 'redirect',
          status: 303,
          location: `/wp-admin/admin.php?${new URLSearchParams({ page: ORDERS_SLUG, ...toUrlParameters(readOrderFilter(request, statuses)) }).toString()}`,
        }
      );
    },
  };
}
