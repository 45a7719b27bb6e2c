import type { Knex, PluginScope } from 'plinth';
import type { ProductRow } from '../products/tables.js';
import {
  createWordLookup,
  MAX_FULL_SCAN,
  joined,
  type CandidateSet,
  NO_TERMS,
  type SearchScope,
} from './token-lookup.js';

/** A search within the admin's product list. */
export interface OwnerList {
  /** Builds a query for the products that match the other filters: status, stock, category. */
  readonly matching: () => Knex.QueryBuilder<ProductRow, ProductRow[]>;
  /** Values of these filters, used in the cache key; all undefined without filters. */
  readonly key: readonly unknown[];
  readonly order: readonly { readonly column: string; readonly order: 'asc' | 'desc' }[];
  /** Whether an index provides this order. */
  readonly indexed: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Finds products by words of their name, SKU or GTIN, listed or not. */
interface OwnerSearch {
  list(
    words: readonly string[],
    list: OwnerList,
  ): Promise<{ readonly rows: readonly ProductRow[]; readonly total: number }>;
}

interface OwnerSearchDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  /** Maximum number of matches that are all sorted. */
  readonly maxFullScan?: number;
  /** Number of products scanned in list order in each round, before all matches are sorted instead. */
  readonly rounds?: readonly number[];
}

const SEARCH_SCOPE: SearchScope = { fields: ['name', 'code', 'unpriced'], terms: NO_TERMS, includeUnlisted: true };
const ROUNDS = [250, 1000, 4000] as const;

/** A row with a count. */
interface Total {
  readonly total: number | string;
}

export function createOwnerSearch({
  scope: { db, cache },
  maxFullScan: maxSorted = MAX_FULL_SCAN,
  rounds = ROUNDS,
}: OwnerSearchDeps): OwnerSearch {
  const lookup = createWordLookup({ db, cache, maxFullScan: maxSorted });

  /**
   * Whether the product in a column contains all tokens: a scalar subquery instead of a join, so that both databases
   * scan product by product.
   */
  const holdsAll = (words: readonly string[], id: string): Knex.Raw =>
    db().raw('(select case when ? then 1 else 0 end from store_product_texts as text where text.product_id = ??) = 1', [
      joined(
        db,
        words.map((word) => lookup.contains(word, SEARCH_SCOPE)),
        'and',
      ),
      id,
    ]);

  /**
   * Builds the query for all matches.
   * @param among IDs of products that contain at least the token looked up
   */
  function matches(
    narrowed: CandidateSet,
    words: readonly string[],
    { matching }: OwnerList,
  ): Knex.QueryBuilder<ProductRow, ProductRow[]> {
    const query = matching();
    if (narrowed.matches) void query.whereIn('store_products.id', [...narrowed.matches.keys()]);
    else
      void query.join(
        db().from(lookup.source(narrowed.word, SEARCH_SCOPE).as('all_found')).distinct('product_id').as('found'),
        'found.product_id',
        'store_products.id',
      );
    return narrowed.exact ? query : query.whereRaw(holdsAll(words, 'store_products.id'));
  }

  async function count(narrowed: CandidateSet, words: readonly string[], list: OwnerList): Promise<number> {
    const plain = narrowed.exact && !narrowed.matches && list.key.every((value) => value === undefined);
    // The index alone has the count.
    const query = plain
      ? db()
          .from(lookup.source(narrowed.word, SEARCH_SCOPE).as('found'))
          .countDistinct<Total[]>({ total: 'found.product_id' })
      : matches(narrowed, words, list).count<Total[]>({ total: '*' });
    const [row] = await query;
    return Number(row?.total ?? 0);
  }

  /** Returns the rows of a page, scanning from the start of the list; undefined when it would take too long. */
  async function fromTheFirst(
    words: readonly string[],
    { matching, order, limit, offset }: OwnerList,
  ): Promise<readonly ProductRow[] | undefined> {
    const ids: number[] = [];
    const inOrder = () => matching().orderBy([...order]);
    let from = 0;
    for (const size of rounds) {
      const some = inOrder()
        .select(order.map(({ column }) => column))
        .limit(size)
        .offset(from);
      const found = await db()
        .from(some.as('some'))
        .whereRaw(holdsAll(words, 'some.id'))
        .orderBy([...order])
        .limit(offset + limit - ids.length)
        .select<{ id: number }[]>('id');
      ids.push(...found.map((row) => row.id));
      from += size;
      if (ids.length >= offset + limit || (await inOrder().offset(from).first('id')) === undefined)
        return rowsOf(ids.slice(offset));
    }
    return undefined;
  }

  async function rowsOf(ids: readonly number[]): Promise<readonly ProductRow[]> {
    const rows = new Map((await db()('store_products').whereIn('id', ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  return {
    async list(words, list) {
      const narrowed = await lookup.findCandidates(words, SEARCH_SCOPE);
      if (narrowed.matches?.size === 0) return { rows: [], total: 0 };
      const total = narrowed.matches
        ? await count(narrowed, words, list)
        : await cache.get(`store:owner-found:${JSON.stringify([words, list.key])}`, () => count(narrowed, words, list));
      if (total === 0) return { rows: [], total };
      const early =
        narrowed.matches === undefined && list.indexed && total > maxSorted
          ? await fromTheFirst(words, list)
          : undefined;
      const rows =
        early ??
        (await matches(narrowed, words, list)
          .orderBy([...list.order])
          .limit(list.limit)
          .offset(list.offset)
          .select<ProductRow[]>('store_products.*'));
      return { rows, total };
    },
  };
}
