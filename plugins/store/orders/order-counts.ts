import type { Database, Knex } from 'plinth';
import type { OrderStatus } from '../contract/index.js';

/** Number of orders by status, maintained without counting them. */
export interface OrderCounts {
  /**
   * Records in the caller's transaction that an order was created or changed status.
   * @param from undefined for a new one
   */
  note(from: OrderStatus | undefined, to: OrderStatus): Promise<void>;
  /** @param status undefined for all */
  count(status: OrderStatus | undefined): Promise<number>;
}

/** One in this many writes triggers a recount. */
const NOTES = 200;
/** Maximum number of values per statement. */
const VALUES = 500;
const LOCK = 'store-order-counts';

/**
 * Creates the order counts. Each change is a row of its own: orders sharing one row would block each other.
 * @param chance returns a number from 0 to below 1
 */
export function createOrderCounts({ db }: { db: Database }, chance: () => number = Math.random): OrderCounts {
  const notes = () => db()('store_order_counts');

  /**
   * Counts the orders and replaces all change rows with one row per status. Also corrects changes that were made
   * without being recorded here.
   */
  async function countAnew(): Promise<void> {
    await db.withLock(
      LOCK,
      () =>
        db.transaction(async () => {
          // A single query, so that orders and change rows are read at the same moment.
          const orders: Knex.QueryBuilder = db()('store_orders')
            .groupBy('status')
            .select(db().raw('0 as id'), 'status')
            .count({ change: '*' });
          const found = await notes().select('id', 'status', 'change').unionAll([orders]);
          const counted = found.filter(({ id }) => Number(id) === 0);
          const old = found.map(({ id }) => Number(id)).filter((id) => id > 0);
          for (let at = 0; at < old.length; at += VALUES)
            await notes()
              .whereIn('id', old.slice(at, at + VALUES))
              .delete();
          if (counted.length > 0)
            await notes().insert(counted.map(({ status, change }) => ({ status, change: Number(change) })));
        }),
      { wait: 0 },
    );
  }

  return {
    async note(from, to) {
      await notes().insert([...(from === undefined ? [] : [{ status: from, change: -1 }]), { status: to, change: 1 }]);
      // The order is already committed: if counting fails now, a later write does it.
      if (chance() < 1 / NOTES) await db.afterCommit(() => db.outsideTransaction(countAnew).catch(() => undefined));
    },
    async count(status) {
      const query = status === undefined ? notes() : notes().where({ status });
      const [row] = await query.sum<{ total: number | string | null }[]>({ total: 'change' });
      return Number(row?.total ?? 0);
    },
  };
}
