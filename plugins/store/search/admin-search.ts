import type { Knex, PluginScope } from 'plinth';
import type { ProductRow } from '../products/tables.js';
import {
  createWordLookup,
  MAX_FULL_SCAN,
  joinConditions,
  type CandidateSet,
  NO_TERMS,
  type SearchScope,
} from './token-lookup.js';

/** Filters, order and page of the product list in the admin. */
export interface AdminListQuery {
  /** Returns a query for the products that match the other filters, such as status, stock and category. */
  readonly matching: () => Knex.QueryBuilder<ProductRow, ProductRow[]>;
  /** Values of the other filters, used in the cache key; all undefined without filters. */
  readonly key: readonly unknown[];
  readonly order: readonly { readonly column: string; readonly order: 'asc' | 'desc' }[];
  /** Whether an index provides this order. */
  readonly indexed: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Finds products by words in their name, SKU or GTIN, including products that visitors cannot find. */
interface AdminSearch {
  list(
    words: readonly string[],
    list: AdminListQuery,
  ): Promise<{ readonly rows: readonly ProductRow[]; readonly total: number }>;
}

interface AdminSearchDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  /** Maximum number of matches that are all sorted. */
  readonly maxFullScan?: number;
  /** Number of products scanned in list order in each round. After the last round, all matches are sorted. */
  readonly rounds?: readonly number[];
}

const SEARCH_SCOPE: SearchScope = { fields: ['name', 'code', 'unpriced'], terms: NO_TERMS, includeUnlisted: true };
const ROUND_SIZES = [250, 1000, 4000] as const;

/** A row with a count. */
interface CountRow {
  readonly total: number | string;
}

export function createAdminSearch({
  scope: { db, cache },
  maxFullScan: maxSorted = MAX_FULL_SCAN,
  rounds = ROUND_SIZES,
}: AdminSearchDeps): AdminSearch {
  const lookup = createWordLookup({ db, cache, maxFullScan: maxSorted });

  /**
   * SQL condition: whether a product contains all tokens. It is a scalar subquery and not a join, so that both
   * databases scan product by product.
   */
  const containsAllTokens = (words: readonly string[], id: string): Knex.Raw =>
    db().raw('(select case when ? then 1 else 0 end from store_product_texts as text where text.product_id = ??) = 1', [
      joinConditions(
        db,
        words.map((word) => lookup.contains(word, SEARCH_SCOPE)),
        'and',
      ),
      id,
    ]);

  /**
   * Builds the query for all matches.
   * @param candidateSet candidates that contain at least one of the tokens
   */
  function matchQuery(
    candidateSet: CandidateSet,
    words: readonly string[],
    { matching }: AdminListQuery,
  ): Knex.QueryBuilder<ProductRow, ProductRow[]> {
    const query = matching();
    if (candidateSet.matches) void query.whereIn('store_products.id', [...candidateSet.matches.keys()]);
    else
      void query.join(
        db().from(lookup.source(candidateSet.word, SEARCH_SCOPE).as('all_found')).distinct('product_id').as('found'),
        'found.product_id',
        'store_products.id',
      );
    return candidateSet.exact ? query : query.whereRaw(containsAllTokens(words, 'store_products.id'));
  }

  async function count(narrowed: CandidateSet, words: readonly string[], list: AdminListQuery): Promise<number> {
    const isCountedByIndex = narrowed.exact && !narrowed.matches && list.key.every((value) => value === undefined);
    // The index alone is sufficient for the count.
    const query = isCountedByIndex
      ? db()
          .from(lookup.source(narrowed.word, SEARCH_SCOPE).as('found'))
          .countDistinct<CountRow[]>({ total: 'found.product_id' })
      : matchQuery(narrowed, words, list).count<CountRow[]>({ total: '*' });
    const [row] = await query;
    return Number(row?.total ?? 0);
  }

  /** Returns the rows of a page by scanning from the start of the list; undefined if the scan limit was reached. */
  async function scanFromStart(
    words: readonly string[],
    { matching, order, limit, offset }: AdminListQuery,
  ): Promise<readonly ProductRow[] | undefined> {
    const ids: number[] = [];
    const orderedQuery = () => matching().orderBy([...order]);
    let from = 0;
    for (const size of rounds) {
      const roundQuery = orderedQuery()
        .select(order.map(({ column }) => column))
        .limit(size)
        .offset(from);
      const found = await db()
        .from(roundQuery.as('some'))
        .whereRaw(containsAllTokens(words, 'some.id'))
        .orderBy([...order])
        .limit(offset + limit - ids.length)
        .select<{ id: number }[]>('id');
      ids.push(...found.map((row) => row.id));
      from += size;
      if (ids.length >= offset + limit || (await orderedQuery().offset(from).first('id')) === undefined)
        return readRows(ids.slice(offset));
    }
    return undefined;
  }

  async function readRows(ids: readonly number[]): Promise<readonly ProductRow[]> {
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
      const scannedRows =
        narrowed.matches === undefined && list.indexed && total > maxSorted
          ? await scanFromStart(words, list)
          : undefined;
      const rows =
        scannedRows ??
        (await matchQuery(narrowed, words, list)
          .orderBy([...list.order])
          .limit(list.limit)
          .offset(list.offset)
          .select<ProductRow[]>('store_products.*'));
      return { rows, total };
    },
  };
}
