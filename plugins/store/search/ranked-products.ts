import type { Database, Knex } from 'plinth';
import type { FoundProducts } from '../contract/index.js';
import type { ListingFilter, ListedProducts } from './listed-products.js';
import { beginsName, hasCode, holdsAll, namesFrom } from './phrase-tests.js';
import type { TextField } from './product-texts.js';
import { type Found, NO_TERMS, type SearchScope, type WordLookup } from './token-lookup.js';

/** A search request in terms of the tables. */
export interface ExactQuery extends ListingFilter {
  readonly phrase: string;
  readonly words: readonly string[];
  readonly limit: number;
  readonly searchScope: SearchScope;
}

/** Ranks small numbers of products by how well they match. */
export interface RankedProducts {
  /** Ranks all matches among the given products. */
  rank(among: Knex.QueryBuilder | readonly number[], exactQuery: ExactQuery): Promise<FoundProducts>;
  /**
   * Ranks all products that contain the single token that is the whole phrase: the field determines the rank, so no
   * text is read.
   */
  rankByField(found: Found, exactQuery: ExactQuery): Promise<FoundProducts>;
}

interface RankedProductsDeps {
  readonly db: Database;
  readonly lookup: Pick<WordLookup, 'contains' | 'code'>;
  readonly products: Pick<ListedProducts, 'productTable' | 'whereListed' | 'listed' | 'applyFilter' | 'orderByRank'>;
}

export function createRankedProducts({ db, lookup, products }: RankedProductsDeps): RankedProducts {
  const { productTable, whereListed, listed, applyFilter, orderByRank } = products;

  async function ranked(among: Knex.QueryBuilder | readonly number[], exactQuery: ExactQuery): Promise<FoundProducts> {
    const { phrase, words, searchScope } = exactQuery;
    const named = { fields: ['name'] as const, terms: NO_TERMS };
    const byCode = searchScope.fields.includes('code') ? hasCode(db, phrase) : db().raw('1 = 0');
    const query = listed(among, exactQuery)
      .whereRaw(holdsAll(db, lookup, words, searchScope))
      .orderByRaw(
        db().raw('case when ? then 0 when ? then 1 when ? then 2 else 3 end', [
          byCode,
          beginsName(db, phrase),
          holdsAll(db, lookup, words, named),
        ]),
      );
    const rows = await orderByRank(query).select<{ id: number }[]>('product.id');
    return { ids: rows.slice(0, exactQuery.limit).map((row) => row.id), total: rows.length };
  }

  async function rankedByPlace(found: Found, exactQuery: ExactQuery): Promise<FoundProducts> {
    const { phrase, limit, categories, buyable } = exactQuery;
    const left = new Map(found);
    const take = (ids: Iterable<number>): number[] => [...ids].filter((id) => left.delete(id));
    const idsOf = async (query: PromiseLike<readonly { product_id: number }[]>): Promise<number[]> =>
      (await query).map((row) => row.product_id);
    const idsWithField = (field: TextField): number[] =>
      [...found].flatMap(([id, fields]) => (fields.has(field) ? [id] : []));
    const named = idsWithField('name');
    const groups: readonly number[][] = [
      take(idsWithField('code').length > 0 ? await idsOf(lookup.code(phrase)) : []),
      take(named.length > 0 ? await idsOf(namesFrom(db, phrase)) : []),
      take(named),
      [...left.keys()],
    ].filter((group) => group.length > 0);
    // Without a filter every product counts, so lower groups can be skipped once better ones reach the limit.
    const plain = !categories && !buyable;
    const best: number[][] = [];
    for (const group of groups) if (!plain || best.flat().length < limit) best.push(group);
    const query = applyFilter(whereListed(db().from(productTable()).whereIn('product.id', best.flat())), exactQuery);
    for (const group of best.slice(0, -1))
      void query.orderByRaw(db().raw('product.id in (?) desc', [bound(db, group)]));
    const inOrder = orderByRank(query).select<{ id: number }[]>('product.id');
    const rows = await (plain ? inOrder.limit(limit) : inOrder);
    return { ids: rows.slice(0, limit).map((row) => row.id), total: plain ? found.size : rows.length };
  }

  return { rank: ranked, rankByField: rankedByPlace };
}

function bound(db: Database, ids: readonly number[]): Knex.Raw {
  return db().raw(ids.map(() => '?').join(', '), [...ids]);
}
