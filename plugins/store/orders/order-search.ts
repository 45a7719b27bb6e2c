import type { Database, Knex } from 'plinth';
import type { OrderRow } from './tables.js';
import { searchedPhrase } from './order-search-text.js';
import { createOrderTokens, FEW_ORDERS, type OrderTokens } from './order-tokens.js';

/** Adds further conditions to a query for orders. */
type Narrow = (builder: Knex.QueryBuilder) => void;

/** Finds orders by part of a number, email address, name, company, telephone number, postcode, town or SKU. */
export interface OrderSearch {
  /** Newest first. */
  list(phrase: string, narrow: Narrow, limit: number, offset: number): Promise<readonly OrderRow[]>;
  /** Number of matches, capped at one above {@link MAX_COUNTED}. */
  count(phrase: string, narrow: Narrow): Promise<number>;
}

/** Maximum number of matches that a search counts; more matches than this call for a narrower search. */
export const MAX_COUNTED = 1000;
/** Number of newest orders scanned in each round before all orders that contain a word are sorted instead. */
const ROUNDS = [250, 1000, 4000] as const;

interface OrderSearchDeps {
  readonly db: Database;
  readonly tokens?: OrderTokens;
  readonly maxFullScan?: number;
  readonly rounds?: readonly number[];
  readonly maxCounted?: number;
}

export function createOrderSearch({
  db,
  maxFullScan: maxOrders = FEW_ORDERS,
  tokens = createOrderTokens({ db, maxFullScan: maxOrders }),
  rounds = ROUNDS,
  maxCounted = MAX_COUNTED,
}: OrderSearchDeps): OrderSearch {
  const holds = (builder: Knex.QueryBuilder, phrase: string): Knex.QueryBuilder =>
    builder.whereRaw("search like ? escape '!'", [`%${phrase.replace(/[!%_]/g, '!$&')}%`]);
  const newestFirst = (builder: Knex.QueryBuilder): Knex.QueryBuilder => builder.orderBy('id', 'desc');

  /** Builds the query for all orders that contain the phrase. */
  function matches(phrase: string, known: readonly number[] | undefined, narrow: Narrow): Knex.QueryBuilder {
    const query = db()('store_orders').modify(narrow);
    if (known) void query.whereIn('store_orders.id', known);
    // A phrase of only spaces is in no index.
    else if (phrase.trim() !== '')
      void query.join(
        db().from(tokens.source(phrase).as('all_found')).distinct('order_id').as('found'),
        'found.order_id',
        'store_orders.id',
      );
    return holds(query, phrase);
  }

  async function totalOf(query: Knex.QueryBuilder): Promise<number> {
    const [row] = await query.count<{ total: number | string }[]>({ total: '*' });
    return Number(row?.total ?? 0);
  }

  const inOrder = (narrow: Narrow): Knex.QueryBuilder => newestFirst(db()('store_orders').modify(narrow));
  const round = (narrow: Narrow, from: number, size: number) =>
    inOrder(narrow).select('id', 'search').limit(size).offset(from).as('some');
  const isOver = async (narrow: Narrow, from: number): Promise<boolean> =>
    (await inOrder(narrow).offset(from).first('id')) === undefined;

  /** Counts matches from the newest order on; undefined when it would take too long. */
  async function countFromTheNewest(phrase: string, narrow: Narrow): Promise<number | undefined> {
    let [from, total] = [0, 0];
    for (const size of rounds) {
      total += await totalOf(holds(db().from(round(narrow, from, size)), phrase));
      from += size;
      if (total > maxCounted) return maxCounted + 1;
      if (await isOver(narrow, from)) return total;
    }
    return undefined;
  }

  /** Returns the newest matches, scanning from the newest order on; undefined when it would take too long. */
  async function fromTheNewest(phrase: string, narrow: Narrow, max: number): Promise<number[] | undefined> {
    const ids: number[] = [];
    let from = 0;
    for (const size of rounds) {
      const found = await newestFirst(holds(db().from(round(narrow, from, size)), phrase))
        .limit(max - ids.length)
        .select<{ id: number }[]>('id');
      ids.push(...found.map((row) => row.id));
      from += size;
      if (ids.length >= max || (await isOver(narrow, from))) return ids;
    }
    return undefined;
  }

  return {
    async list(search, narrow, limit, offset) {
      const phrase = searchedPhrase(search);
      const known = await tokens.findCandidates(phrase);
      if (known?.length === 0) return [];
      const early = known ? undefined : await fromTheNewest(phrase, narrow, offset + limit);
      if (early) return newestFirst(db()('store_orders').whereIn('id', early.slice(offset))).select<OrderRow[]>('*');
      return newestFirst(matches(phrase, known, narrow))
        .limit(limit)
        .offset(offset)
        .select('store_orders.*');
    },
    async count(search, narrow) {
      const phrase = searchedPhrase(search);
      const known = await tokens.findCandidates(phrase);
      if (known?.length === 0) return 0;
      const early = known ? undefined : await countFromTheNewest(phrase, narrow);
      if (early !== undefined) return early;
      const some = matches(phrase, known, narrow)
        .select('store_orders.id')
        .limit(maxCounted + 1);
      return totalOf(db().from(some.as('some')));
    },
  };
}
