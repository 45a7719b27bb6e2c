import { type PageRequest, type PluginScope, type Reply, toUtcString } from 'plinth';
import type { Money } from '../money/money.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderQuery, OrderStore } from '../orders/order-store.js';
import type { RefundStore } from '../payments/refund-store.js';
import { toOrderQuery, readOrderFilter } from './order-filter.js';
import { localDay, siteZone } from '../time/local-time.js';
import { toCsv, orderCells } from './orders-csv.js';

interface OrdersExportDeps {
  readonly scope: Pick<PluginScope, '__' | 'audit' | 'getGmtFromDate' | 'getOption'>;
  readonly store: Pick<OrderStore, 'list' | 'listTaxRates'>;
  readonly refunds: Pick<RefundStore, 'listCompleted'>;
  readonly money: Money;
  readonly statuses: OrderStatuses;
}

const EXPORT_BATCH = 200;

/** Exports the orders of the filtered list as a CSV file. */
export function createOrdersExport({
  scope,
  store,
  refunds,
  money,
  statuses,
}: OrdersExportDeps): (request: PageRequest) => Promise<Reply> {
  const { __ } = scope;

  async function* csvChunks(query: Omit<OrderQuery, 'limit' | 'offset'>, zone: string): AsyncGenerator<string> {
    const rates = await store.listTaxRates();
    for (let offset = 0; ; offset += EXPORT_BATCH) {
      const batch = await store.list({ ...query, limit: EXPORT_BATCH, offset });
      const completed = await refunds.listCompleted(batch.map(({ id }) => id));
      const rows = batch.map((order) => {
        const ownRefunds = completed.filter(({ orderId }) => orderId === order.id);
        return orderCells(order, ownRefunds, { money, zone, rates });
      });
      yield toCsv(rows, { head: offset === 0 ? rates : undefined });
      if (batch.length < EXPORT_BATCH) return;
    }
  }

  return async function exportCsv(request: PageRequest): Promise<Reply> {
    // The end time excludes new orders, which would shift other orders into the next batch.
    const query = { to: toUtcString(), ...(await toOrderQuery(readOrderFilter(request, statuses), scope)) };
    await scope.audit.record(
      { action: 'data.exported', subject: { kind: 'export', id: 'orders', title: __('Orders') }, details: query },
      { required: true },
    );
    const zone = await siteZone(scope.getOption);
    const name = `orders-${localDay(toUtcString(), zone)}.csv`;
    return {
      kind: 'body',
      type: 'text/csv; charset=UTF-8',
      body: csvChunks(query, zone),
      headers: { 'Content-Disposition': `attachment; filename="${name}"`, 'X-Content-Type-Options': 'nosniff' },
    };
  };
}
