import type { Database, Knex } from 'plinth';
import type { OrderStatus } from '../contract/index.js';

/** How many orders there are of each status, without counting them. */
export interface OrderCounts {
  /** Notes in the caller's transaction that an order came, or went from one status to another. @param from undefined for a new one */
  note(from: OrderStatus | undefined, to: OrderStatus): Promise<void>;
  /** @param status undefined for all */
  of(status: OrderStatus | undefined): Promise<number>;
}

/** One in so many writers counts anew. */
const NOTES = 200;
/** Of one statement. */
const VALUES = 500;
const LOCK = 'store-order-counts';

/**
 * Each change is a row of its own: a row that all orders shared would make them wait for each other.
 * @param chance from 0 to below 1
 */
export function createOrderCounts({ db }: { db: Database }, chance: () => number = Math.random): OrderCounts {
  const notes = () => db()('store_order_counts');

  /** Counts the orders and puts a row for each status in place of the notes so far, also of those that a program left out. */
  async function countAnew(): Promise<void> {
    await db.withLock(
      LOCK,
      () =>
        db.transaction(async () => {
          // One question: orders and notes as they were at one moment.
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
      // The order stands already: whoever cannot count now leaves it to the next.
      if (chance() < 1 / NOTES) await db.afterCommit(() => db.outsideTransaction(countAnew).catch(() => undefined));
    },
    async of(status) {
      const noted = status === undefined ? notes() : notes().where({ status });
      const [row] = await noted.sum<{ total: number | string | null }[]>({ total: 'change' });
      return Number(row?.total ?? 0);
    },
  };
}
