import type { Database, Knex } from 'plinth';
import type { OrderStatus } from '../contract/index.js';

/** Number of orders by status, read from counter rows instead of counting the orders. */
export interface OrderCounts {
  /**
   * Records that an order was created or changed status. Call it inside the transaction of the change.
   * @param from undefined for a new order
   */
  note(from: OrderStatus | undefined, to: OrderStatus): Promise<void>;
  /** @param status undefined for all statuses */
  count(status: OrderStatus | undefined): Promise<number>;
}

/** On average, one of this many writes triggers a recount. */
const RECOUNT_INTERVAL = 200;
/** Maximum number of ids per DELETE statement. */
const MAX_IDS = 500;
const LOCK = 'store-order-counts';

/**
 * Creates the order counts. Each change is stored as a separate row, because orders that update the same row would
 * block each other.
 * @param getRandom returns a random number from 0 (inclusive) to 1 (exclusive)
 */
export function createOrderCounts({ db }: { db: Database }, getRandom: () => number = Math.random): OrderCounts {
  const changeRows = () => db()('store_order_counts');

  /**
   * Counts the orders and replaces all change rows with one row per status. This also corrects the counts if changes
   * were not recorded.
   */
  async function recountOrders(): Promise<void> {
    await db.withLock(
      LOCK,
      () =>
        db.transaction(async () => {
          // A single query, so that orders and change rows are read from the same snapshot.
          const orders: Knex.QueryBuilder = db()('store_orders')
            .groupBy('status')
            .select(db().raw('0 as id'), 'status')
            .count({ change: '*' });
          const found = await changeRows().select('id', 'status', 'change').unionAll([orders]);
          const statusCounts = found.filter(({ id }) => Number(id) === 0);
          const oldRowIds = found.map(({ id }) => Number(id)).filter((id) => id > 0);
          for (let offset = 0; offset < oldRowIds.length; offset += MAX_IDS)
            await changeRows()
              .whereIn('id', oldRowIds.slice(offset, offset + MAX_IDS))
              .delete();
          if (statusCounts.length > 0)
            await changeRows().insert(statusCounts.map(({ status, change }) => ({ status, change: Number(change) })));
        }),
      { wait: 0 },
    );
  }

  return {
    async note(from, to) {
      await changeRows().insert([
        ...(from === undefined ? [] : [{ status: from, change: -1 }]),
        { status: to, change: 1 },
      ]);
      // The order is already committed. If the recount fails, a later write repeats it.
      if (getRandom() < 1 / RECOUNT_INTERVAL)
        await db.afterCommit(() => db.outsideTransaction(recountOrders).catch(() => undefined));
    },
    async count(status) {
      const query = status === undefined ? changeRows() : changeRows().where({ status });
      const [row] = await query.sum<{ total: number | string | null }[]>({ total: 'change' });
      return Number(row?.total ?? 0);
    },
  };
}
