import type { Database, Knex } from 'plinth';
import { insertRows } from '../search-tokens/row-batches.js';
import type { OrderTokenRow } from './tables.js';
import { partsOf, rangeOf, wordsOf } from '../search-tokens/ngrams.js';

/** Index of search tokens for orders. Each order has rows of its own, so that orders never block each other. */
export interface OrderTokens {
  /** Indexes a new order, inside the transaction that stores it. */
  add(orderId: number, text: string): Promise<void>;
  /** Replaces the indexed text of an order. */
  replace(orderId: number, before: string, after: string): Promise<void>;
  /**
   * Returns the IDs of orders that may contain a phrase, if there are few; undefined when there are many, or the phrase
   * contains no token.
   */
  findCandidates(phrase: string): Promise<readonly number[] | undefined>;
  /**
   * Returns a query for the IDs of orders that contain the longest token of a phrase, truncated to the length of an
   * index part. The result may contain duplicates.
   */
  source(phrase: string): Knex.QueryBuilder;
  /**
   * Rebuilds the index, a few hundred orders per transaction.
   * @returns number of orders indexed
   */
  rebuild(): Promise<number>;
}

const TABLE = 'store_order_tokens';
/** Maximum number of orders that counts as few; all of them are scanned. */
export const FEW_ORDERS = 500;
/** Number of tokens tried, longest first. */
const MAX_TOKENS_TRIED = 4;
/** Orders per transaction. */
const ORDERS = 200;

const partsIn = (text: string): string[] => [...new Set(wordsOf(text).flatMap(partsOf))];
const longestFirst = (phrase: string): string[] => wordsOf(phrase).sort((one, other) => other.length - one.length);

export function createOrderTokens({
  db,
  maxFullScan: max = FEW_ORDERS,
}: {
  readonly db: Database;
  readonly maxFullScan?: number;
}): OrderTokens {
  const rows = (orderId: number, text: string): OrderTokenRow[] =>
    partsIn(text).map((part) => ({ part, order_id: orderId }));
  const add = (all: readonly OrderTokenRow[]): Promise<void> =>
    insertRows(db, TABLE, ['part', 'order_id'], all, 'leave');

  function findByToken(word: string) {
    const [from, to] = rangeOf(word);
    return db()(TABLE).where('part', '>=', from).where('part', '<', to).select('order_id');
  }

  return {
    add: (orderId, text) => add(rows(orderId, text)),
    async replace(orderId, before, after) {
      await db()(TABLE).where({ order_id: orderId }).whereIn('part', partsIn(before)).delete();
      await add(rows(orderId, after));
    },
    async findCandidates(phrase) {
      for (const word of longestFirst(phrase).slice(0, MAX_TOKENS_TRIED)) {
        const found = await findByToken(word).limit(max + 1);
        if (found.length <= max) return [...new Set(found.map((row) => row.order_id))];
      }
      return undefined;
    },
    source: (phrase) => findByToken(longestFirst(phrase)[0] ?? ''),
    async rebuild() {
      await db()(TABLE).truncate();
      let done = 0;
      for (let after = 0; ;) {
        const orders = await db()('store_orders')
          .where('id', '>', after)
          .orderBy('id')
          .limit(ORDERS)
          .select('id', 'search');
        const last = orders.at(-1);
        if (!last) return done;
        await db.transaction(() => add(orders.flatMap(({ id, search }) => rows(id, search))));
        after = last.id;
        done += orders.length;
      }
    },
  };
}
