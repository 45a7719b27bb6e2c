import type { Database, Knex } from 'plinth';

/** A customer with orders, identified by email address, with or without an account. */
export interface Buyer {
  readonly email: string;
  /** Name in the customer's most recent order. */
  readonly name: string;
  /** 0 without an account. */
  readonly userId: number;
  readonly orders: number;
  /** Total of orders that were neither canceled nor refunded, in minor units. */
  readonly spent: number;
  /** UTC time of the most recent order. */
  readonly lastAt: string;
}

/** Customers with orders, the most recent order first. */
export interface Buyers {
  list(query: {
    readonly search: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly rows: readonly Buyer[]; readonly total: number }>;
}

interface BuyerTotals {
  readonly email: string;
  readonly last: number;
  readonly orders: number | string;
  readonly spent: number | string | null;
}

export function createBuyers({ db }: { readonly db: Database }): Buyers {
  function matchingOrders(search: string): Knex.QueryBuilder {
    const orders = db()('store_orders').whereNot({ email: '' });
    const like = `%${search.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
    return search === '' ? orders : orders.whereRaw("search like ? escape '!'", [like]);
  }
  return {
    async list({ search, limit, offset }) {
      const [count] = await matchingOrders(search).countDistinct<{ total: number | string }[]>({ total: 'email' });
      const totals = await matchingOrders(search)
        .groupBy('email')
        .orderBy('last', 'desc')
        .limit(limit)
        .offset(offset)
        .select<BuyerTotals[]>(
          'email',
          db().raw('max(id) as last'),
          db().raw('count(*) as orders'),
          db().raw("sum(case when status in ('cancelled', 'refunded') then 0 else total end) as spent"),
        );
      const latest = await db()('store_orders')
        .whereIn(
          'id',
          totals.map(({ last }) => last),
        )
        .select('id', 'customer', 'user_id', 'created_at');
      const rows = totals.map(({ email, last, orders, spent }) => {
        const order = latest.find(({ id }) => id === last);
        return {
          email,
          name: order?.customer ?? '',
          userId: order?.user_id ?? 0,
          orders: Number(orders),
          spent: Number(spent ?? 0),
          lastAt: order?.created_at ?? '',
        };
      });
      return { rows, total: Number(count?.total ?? 0) };
    },
  };
}
