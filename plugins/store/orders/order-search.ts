import type { Database, Knex } from 'plinth';
import type { OrderRow } from './tables.js';
import { normalizePhrase } from './order-search-text.js';
import { createOrderTokens, MAX_CANDIDATES, type OrderTokens } from './order-tokens.js';

/** Adds conditions to an order query. */
type AddConditions = (builder: Knex.QueryBuilder) => void;

/** Finds orders by part of a number, email address, name, company, telephone number, postcode, town or SKU. */
export interface OrderSearch {
  /** Returns the matches, newest first. */
  list(phrase: string, narrow: AddConditions, limit: number, offset: number): Promise<readonly OrderRow[]>;
  /** Returns the number of matches, at most {@link MAX_COUNTED} + 1. */
  count(phrase: string, narrow: AddConditions): Promise<number>;
}

/** Maximum number of matches that a search counts. If there are more, the user should narrow the search. */
export const MAX_COUNTED = 1000;
/**
 * Number of orders scanned in each round, from the newest on. After the last round, the token index finds the matches.
 */
const ROUND_SIZES = [250, 1000, 4000] as const;

interface OrderSearchDeps {
  readonly db: Database;
  readonly tokens?: OrderTokens;
  readonly maxFullScan?: number;
  readonly rounds?: readonly number[];
  readonly maxCounted?: number;
}

export function createOrderSearch({
  db,
  maxFullScan: maxOrders = MAX_CANDIDATES,
  tokens = createOrderTokens({ db, maxFullScan: maxOrders }),
  rounds = ROUND_SIZES,
  maxCounted = MAX_COUNTED,
}: OrderSearchDeps): OrderSearch {
  const wherePhrase = (builder: Knex.QueryBuilder, phrase: string): Knex.QueryBuilder =>
    builder.whereRaw("search like ? escape '!'", [`%${phrase.replace(/[!%_]/g, '!$&')}%`]);
  const newestFirst = (builder: Knex.QueryBuilder): Knex.QueryBuilder => builder.orderBy('id', 'desc');

  /** Builds the query for all orders that contain the phrase. */
  function matchQuery(
    phrase: string,
    candidateIds: readonly number[] | undefined,
    narrow: AddConditions,
  ): Knex.QueryBuilder {
    const query = db()('store_orders').modify(narrow);
    if (candidateIds) void query.whereIn('store_orders.id', candidateIds);
    // No token matches a phrase that consists of spaces.
    else if (phrase.trim() !== '')
      void query.join(
        db().from(tokens.source(phrase).as('all_found')).distinct('order_id').as('found'),
        'found.order_id',
        'store_orders.id',
      );
    return wherePhrase(query, phrase);
  }

  async function countRows(query: Knex.QueryBuilder): Promise<number> {
    const [row] = await query.count<{ total: number | string }[]>({ total: '*' });
    return Number(row?.total ?? 0);
  }

  const filteredNewestFirst = (narrow: AddConditions): Knex.QueryBuilder =>
    newestFirst(db()('store_orders').modify(narrow));
  const roundQuery = (narrow: AddConditions, from: number, size: number) =>
    filteredNewestFirst(narrow).select('id', 'search').limit(size).offset(from).as('some');
  const isEndReached = async (narrow: AddConditions, from: number): Promise<boolean> =>
    (await filteredNewestFirst(narrow).offset(from).first('id')) === undefined;

  /** Counts matches by scanning from the newest order on; undefined if the scan limit was reached. */
  async function countFromNewest(phrase: string, narrow: AddConditions): Promise<number | undefined> {
    let [from, total] = [0, 0];
    for (const size of rounds) {
      total += await countRows(wherePhrase(db().from(roundQuery(narrow, from, size)), phrase));
      from += size;
      if (total > maxCounted) return maxCounted + 1;
      if (await isEndReached(narrow, from)) return total;
    }
    return undefined;
  }

  /** Finds matches by scanning from the newest order on; undefined if the scan limit was reached. */
  async function findFromNewest(phrase: string, narrow: AddConditions, max: number): Promise<number[] | undefined> {
    const ids: number[] = [];
    let from = 0;
    for (const size of rounds) {
      const found = await newestFirst(wherePhrase(db().from(roundQuery(narrow, from, size)), phrase))
        .limit(max - ids.length)
        .select<{ id: number }[]>('id');
      ids.push(...found.map((row) => row.id));
      from += size;
      if (ids.length >= max || (await isEndReached(narrow, from))) return ids;
    }
    return undefined;
  }

  return {
    async list(search, narrow, limit, offset) {
      const phrase = normalizePhrase(search);
      const known = await tokens.findCandidates(phrase);
      if (known?.length === 0) return [];
      const newestIds = known ? undefined : await findFromNewest(phrase, narrow, offset + limit);
      if (newestIds)
        return newestFirst(db()('store_orders').whereIn('id', newestIds.slice(offset))).select<OrderRow[]>('*');
      return newestFirst(matchQuery(phrase, known, narrow))
        .limit(limit)
        .offset(offset)
        .select('store_orders.*');
    },
    async count(search, narrow) {
      const phrase = normalizePhrase(search);
      const known = await tokens.findCandidates(phrase);
      if (known?.length === 0) return 0;
      const newestCount = known ? undefined : await countFromNewest(phrase, narrow);
      if (newestCount !== undefined) return newestCount;
      const limitedMatches = matchQuery(phrase, known, narrow)
        .select('store_orders.id')
        .limit(maxCounted + 1);
      return countRows(db().from(limitedMatches.as('some')));
    },
  };
}
