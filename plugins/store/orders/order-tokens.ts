import type { Database, Knex } from 'plinth';
import { insertRows } from '../search-tokens/row-batches.js';
import type { OrderSearchTokenRow } from './tables.js';
import { suffixesOf, indexRange, splitWords } from '../search-tokens/ngrams.js';

/** Index of search tokens of orders. Orders do not share rows, so that they never block each other. */
export interface OrderTokens {
  /** Indexes a new order, inside the transaction that stores it. */
  add(orderId: number, text: string): Promise<void>;
  /** Replaces the indexed text of an order. */
  replace(orderId: number, before: string, after: string): Promise<void>;
  /**
   * Returns the IDs of orders that may contain a phrase. Returns undefined if there are too many, or if the phrase
   * contains no token.
   */
  findCandidates(phrase: string): Promise<readonly number[] | undefined>;
  /**
   * Returns a query for the IDs of orders that contain the longest token of a phrase. The token is truncated to the
   * length of an index entry. The result may contain duplicates.
   */
  source(phrase: string): Knex.QueryBuilder;
  /**
   * Rebuilds the index in batches, one transaction each.
   * @returns number of indexed orders
   */
  rebuild(): Promise<number>;
}

const TABLE = 'store_order_tokens';
/** Maximum number of candidate orders; if there are more, the index is not used. */
export const MAX_CANDIDATES = 500;
/** Number of tokens tried, longest first. */
const MAX_TOKENS_TRIED = 4;
/** Number of orders per transaction. */
const BATCH_SIZE = 200;

const indexParts = (text: string): string[] => [...new Set(splitWords(text).flatMap(suffixesOf))];
const longestFirst = (phrase: string): string[] => splitWords(phrase).sort((left, b) => b.length - left.length);

export function createOrderTokens({
  db,
  maxFullScan: maxCandidates = MAX_CANDIDATES,
}: {
  readonly db: Database;
  readonly maxFullScan?: number;
}): OrderTokens {
  const tokenRows = (orderId: number, text: string): OrderSearchTokenRow[] =>
    indexParts(text).map((part) => ({ part, order_id: orderId }));
  const insertTokens = (all: readonly OrderSearchTokenRow[]): Promise<void> =>
    insertRows(db, TABLE, ['part', 'order_id'], all, 'leave');

  function findByToken(word: string) {
    const [from, to] = indexRange(word);
    return db()(TABLE).where('part', '>=', from).where('part', '<', to).select('order_id');
  }

  return {
    add: (orderId, text) => insertTokens(tokenRows(orderId, text)),
    async replace(orderId, before, after) {
      await db()(TABLE).where({ order_id: orderId }).whereIn('part', indexParts(before)).delete();
      await insertTokens(tokenRows(orderId, after));
    },
    async findCandidates(phrase) {
      for (const word of longestFirst(phrase).slice(0, MAX_TOKENS_TRIED)) {
        const found = await findByToken(word).limit(maxCandidates + 1);
        if (found.length <= maxCandidates) return [...new Set(found.map((row) => row.order_id))];
      }
      return undefined;
    },
    source: (phrase) => findByToken(longestFirst(phrase)[0] ?? ''),
    async rebuild() {
      await db()(TABLE).truncate();
      let indexedCount = 0;
      for (let after = 0; ;) {
        const orders = await db()('store_orders')
          .where('id', '>', after)
          .orderBy('id')
          .limit(BATCH_SIZE)
          .select('id', 'search');
        const last = orders.at(-1);
        if (!last) return indexedCount;
        await db.transaction(() => insertTokens(orders.flatMap(({ id, search }) => tokenRows(id, search))));
        after = last.id;
        indexedCount += orders.length;
      }
    },
  };
}
