import type { Database, Knex } from 'plinth';
import type { OrderCounts } from './order-counts.js';
import type { OrderRecord } from './order-record.js';
import { toOrderLine, toOrder } from './order-rows.js';
import type { OrderSearch } from './order-search.js';
import type { DaySales, OrderQuery, OrderStore } from './order-store.js';
import { localDay, toLocalInput } from '../time/local-time.js';
import { AWAITING_PAYMENT } from './pending-payment.js';
import type { OrderRow } from './tables.js';

interface OrderQueriesDeps {
  readonly db: Database;
  /** Time zone of the site. */
  readonly timeZone: () => Promise<string>;
  readonly counts: Pick<OrderCounts, 'count'>;
  readonly orderSearch: OrderSearch;
}

/** Read queries of the order store. */
type OrderQueries = Pick<
  OrderStore,
  'find' | 'list' | 'count' | 'listOverdueIds' | 'listByEmail' | 'listTaxRates' | 'events' | 'salesByDay'
>;

/** Sales of one hour or one minute in UTC; `part` is the start of its timestamp, revenue is in minor units. */
interface TimeSales {
  readonly part: string;
  readonly orders: number | string;
  readonly revenue: number | string;
}

/**
 * Number of leading characters of a UTC timestamp to group by: up to the hour, or up to the minute in zones whose
 * offset from UTC is not a whole number of hours.
 */
const prefixLength = (time: string, zone: string): number =>
  toLocalInput(time, zone).slice(14) === time.slice(14, 16) ? 13 : 16;

/** Sums hourly or per-minute sales by day in a time zone. */
function sumByDay(rows: readonly TimeSales[], zone: string): DaySales[] {
  const days = new Map<string, DaySales>();
  for (const { part, orders, revenue } of rows) {
    const day = localDay(`${part}:00:00`.slice(0, 19), zone);
    const known = days.get(day) ?? { day, orders: 0, revenue: 0 };
    days.set(day, { day, orders: known.orders + Number(orders), revenue: known.revenue + Number(revenue) });
  }
  return [...days.values()];
}

export function createOrderQueries({ db, timeZone, counts, orderSearch }: OrderQueriesDeps): OrderQueries {
  return {
    async find(by) {
      const row = await db()('store_orders').where(by).first('*');
      const [order] = row ? await completeOrders(db, [row]) : [];
      return order ?? null;
    },
    async list({ limit, offset, search, ...query }) {
      if (search)
        return completeOrders(
          db,
          await orderSearch.list(search, (builder) => applyFilters(builder, query), limit, offset),
        );
      const rows = await db()('store_orders')
        .modify<OrderRow, OrderRow[]>((builder) => applyFilters(builder, query))
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .select('*');
      return completeOrders(db, rows);
    },
    async count(query) {
      const { search, ...rest } = query;
      if (search) return orderSearch.count(search, (builder) => applyFilters(builder, rest));
      const { status, ...others } = rest;
      if (Object.values(others).every((value) => value === undefined || value === '')) return counts.count(status);
      const row = await db()('store_orders')
        .modify((builder) => applyFilters(builder, rest))
        .count({ total: '*' })
        .first<{ total: number | string } | undefined>();
      return Number(row?.total ?? 0);
    },
    listOverdueIds: async (time, after, limit) =>
      db()('store_orders')
        .where('pay_until', '<=', time)
        .whereIn('status', [...AWAITING_PAYMENT])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .pluck('id'),
    listByEmail: async (email, after, limit) =>
      completeOrders(
        db,
        await db()('store_orders')
          .where({ email: email.toLowerCase() })
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .select('*'),
      ),
    async listTaxRates() {
      const rates = [
        ...(await db()('store_order_lines').distinct().pluck<number[]>('tax_rate')),
        ...(await db()('store_order_taxes').distinct().pluck<number[]>('rate')),
      ];
      return [...new Set(rates)].sort((a, b) => b - a).map((rate) => rate / 100);
    },
    async events(id) {
      const rows = await db()('store_order_events').where({ order_id: id }).orderBy('id').select('*');
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        userId: row.user_id,
        from: row.from_status,
        to: row.to_status,
        note: row.note,
      }));
    },
    async salesByDay(from) {
      const zoneName = await timeZone();
      const length = prefixLength(from, zoneName);
      const rows = await db()('store_orders')
        .where('created_at', '>=', from)
        .whereNotIn('status', ['cancelled', 'refunded'])
        .select<TimeSales[]>(
          db().raw('substr(created_at, 1, ?) as part', [length]),
          db().raw('count(*) as orders'),
          db().raw('sum(total) as revenue'),
        )
        .groupBy('part')
        .orderBy('part');
      return sumByDay(rows, zoneName);
    },
  };
}

/** Builds complete orders from their rows in all tables. */
async function completeOrders(db: Database, rows: readonly OrderRow[]): Promise<OrderRecord[]> {
  const ids = rows.map((row) => row.id);
  const lines = await db()('store_order_lines').whereIn('order_id', ids).orderBy('id').select('*');
  const meta = await db()('store_order_meta').whereIn('order_id', ids).orderBy('id').select('*');
  const adjustments = await db()('store_order_adjustments').whereIn('order_id', ids).orderBy('position').select('*');
  const taxes = await db()('store_order_taxes').whereIn('order_id', ids).orderBy('id').select('*');
  const rowsOfOrder = <T extends { readonly order_id: number }>(all: readonly T[], { id }: OrderRow): T[] =>
    all.filter((entry) => entry.order_id === id);
  return rows.map((row) =>
    toOrder(row, {
      lines: rowsOfOrder(lines, row).map(toOrderLine),
      meta: rowsOfOrder(meta, row),
      adjustments: rowsOfOrder(adjustments, row),
      taxed: rowsOfOrder(taxes, row),
    }),
  );
}

function applyFilters(
  builder: Knex.QueryBuilder,
  { status, userId, from, to, email, paymentMethod, shippingMethod }: Omit<OrderQuery, 'limit' | 'offset' | 'search'>,
): void {
  if (status !== undefined) void builder.where({ status });
  if (email) void builder.where({ email: email.toLowerCase() });
  if (paymentMethod) void builder.where({ payment_method: paymentMethod });
  if (shippingMethod)
    void builder.where(
      (rows) =>
        void rows.where({ shipping_method: shippingMethod }).orWhere('shipping_method', 'like', `${shippingMethod}:%`),
    );
  if (userId !== undefined) void builder.where({ user_id: userId });
  if (from) void builder.where('created_at', '>=', from);
  if (to) void builder.where('created_at', '<=', to);
}
