import { type AdminPage, type PageRequest, type PluginScope, type Reply, utcText } from 'plinth';
import type { Money } from '../money/money.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderQuery, OrderStore } from '../orders/order-store.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import { MOST_COUNTED } from '../orders/order-search.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import { takesTransfers } from '../selling/bank-account.js';
import type { PaymentMethods } from '../selling/payment-methods.js';
import type { OrderActions } from './order-actions.js';
import { csvOf, orderCells } from './orders-csv.js';
import { shownChart } from './shown-chart.js';

interface OrdersScreenDeps {
  readonly scope: Pick<PluginScope, '__' | 'render' | 'adminUrl' | 'useAsset' | 'audit'>;
  readonly store: OrderStore;
  readonly money: Money;
  readonly selling: SellingOptions;
  readonly statuses: OrderStatuses;
  readonly methods: Pick<PaymentMethods, 'isAnyReady'>;
  readonly columns: StoreRegistries['orderColumns'];
  readonly actions: OrderActions;
}

export const ORDERS_SLUG = 'store-orders';
const PER_PAGE = 25;
const EXPORT_BATCH = 200;

/** The list of orders, with what the last days sold, and their export. */
export function ordersScreen({ scope, store, money, selling, statuses, methods, columns, actions }: OrdersScreenDeps): AdminPage {
  const { __, adminUrl } = scope;

  async function list(request: PageRequest): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    const { status, search } = filterOf(request, statuses);
    const at = Math.max(1, Math.min(100_000, Math.trunc(Number(request.field('paged'))) || 1));
    const query = { ...(status ? { status } : {}), ...(search === '' ? {} : { search }) };
    const counted = await store.count(query);
    const more = search !== '' && counted > MOST_COUNTED;
    const total = more ? MOST_COUNTED : counted;
    const rows = await store.list({ ...query, limit: PER_PAGE, offset: (at - 1) * PER_PAGE });
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const address = (changes: Record<string, string>): string => {
      const parameters = new URLSearchParams({ page: ORDERS_SLUG, ...(status ? { status } : {}), ...(search === '' ? {} : { s: search }), ...changes });
      return adminUrl(`admin.php?${parameters.toString()}`);
    };
    const settings = await selling.read();
    const shown = await shownColumns();
    const choices = await actions.offered();
    const data = {
      chart: await shownChart(store, money), search, status: status ?? '', total, more, pages, at,
      statuses: [
        { label: __('All'), url: adminUrl(`admin.php?page=${ORDERS_SLUG}`), count: await store.count({}), current: !status },
        ...(await Promise.all(statuses.all().map(async (name) => ({ label: statuses.label(name), url: adminUrl(`admin.php?page=${ORDERS_SLUG}&status=${name}`), count: await store.count({ status: name }), current: name === status })))),
      ],
      columns: await Promise.all(shown.map((entry) => labelOf(columns, entry, ({ label }) => label))), wide: 5 + shown.length + (choices.length > 0 ? 1 : 0), actions: choices,
      orders: await Promise.all(rows.map(async (order) => ({
        id: order.id, number: order.number, url: adminUrl(`admin.php?page=store-order&id=${order.id}`), createdAt: order.createdAt, customer: `${order.billing.firstName} ${order.billing.lastName}`.trim(),
        email: order.billing.email, status: order.status, statusText: statuses.label(order.status), kind: statuses.kind(order.status), total: money.format(order.total), cells: await cellsOf(order, shown),
      }))),
      newer: at > 1 ? address({ paged: String(at - 1) }) : '', older: at < pages ? address({ paged: String(at + 1) }) : '',
      importUrl: adminUrl('admin.php?page=store-orders-import'), settingsUrl: adminUrl('admin.php?page=store-selling'),
      noPayment: !(await methods.isAnyReady(money.currency())), accountMissing: settings.transfer && !takesTransfers(settings),
      today: new Date().toISOString().slice(0, 10), monthStart: `${new Date().toISOString().slice(0, 8)}01`,
    };
    return { kind: 'page', title: __('Orders'), view: 'orders-admin/orders', data };
  }

  /** The columns of plugins that stand there now. */
  async function shownColumns(): Promise<ReturnType<typeof columns.entries>> {
    const offered = await Promise.all(columns.entries().map((entry) => columns.ask(entry, (column) => column.offered?.() ?? true, false)));
    return columns.entries().filter((_, index) => offered[index]);
  }

  /** What plugins show of an order in columns of theirs. */
  function cellsOf(order: OrderRecord, shown: ReturnType<typeof columns.entries>): Promise<readonly { label: string; text: string }[]> {
    return Promise.all(shown.map(async (entry) => ({
      label: await labelOf(columns, entry, ({ label }) => label), text: await columns.ask(entry, (column) => column.cell(order), '', (text) => (typeof text === 'string' ? '' : 'a cell is a text.')),
    })));
  }

  async function exportCsv(request: PageRequest): Promise<Reply> {
    // An end, so that orders coming in meanwhile do not push others from one batch into the next.
    const query = { to: utcText(), ...filterOf(request, statuses), ...datesOf(request) };
    await scope.audit.record({ action: 'data.exported', subject: { kind: 'export', id: 'orders', title: __('Orders') }, details: query }, { required: true });
    const name = `orders-${new Date().toISOString().slice(0, 10)}.csv`;
    return { kind: 'body', type: 'text/csv; charset=UTF-8', body: csvPieces(query), headers: { 'Content-Disposition': `attachment; filename="${name}"`, 'X-Content-Type-Options': 'nosniff' } };
  }

  async function* csvPieces(query: Omit<OrderQuery, 'limit' | 'offset'>): AsyncGenerator<string> {
    for (let offset = 0; ; offset += EXPORT_BATCH) {
      const batch = await store.list({ ...query, limit: EXPORT_BATCH, offset });
      yield csvOf(batch.map((order) => orderCells(order, money)), { head: offset === 0 });
      if (batch.length < EXPORT_BATCH) return;
    }
  }

  return {
    slug: ORDERS_SLUG,
    title: () => __('Orders'),
    capability: 'manage_shop',
    icon: 'cart',
    position: 26,
    async handler(request) {
      if (request.method !== 'POST') return request.field('export') === 'csv' ? exportCsv(request) : list(request);
      return (await actions.run(request)) ?? { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${ORDERS_SLUG}` };
    },
  };
}

function filterOf(request: PageRequest, statuses: OrderStatuses): Pick<OrderQuery, 'status'> & { search: string } {
  const status = request.field('status');
  return { ...(statuses.has(status) ? { status } : {}), search: request.field('s').trim().slice(0, 100) };
}

function datesOf(request: PageRequest): Pick<OrderQuery, 'from' | 'to'> {
  const day = (name: string): string | undefined => (/^\d{4}-\d{2}-\d{2}$/.test(request.field(name)) ? request.field(name) : undefined);
  const [from, to] = [day('from'), day('to')];
  return { ...(from ? { from: `${from} 00:00:00` } : {}), ...(to ? { to: `${to} 23:59:59` } : {}) };
}
