import type { Database, Knex } from 'plinth';
import type { FoundProducts } from '../contract/index.js';
import type { ListingFilter, ListedProducts } from './listed-products.js';
import { nameStartsWith, hasCode, containsAllTokens, findByNameStart } from './phrase-tests.js';
import type { TextField } from './product-texts.js';
import { type FieldsByProduct, NO_TERMS, type SearchScope, type WordLookup } from './token-lookup.js';

/** A search with normalized phrase and tokens, and IDs of terms and categories. */
export interface ExactQuery extends ListingFilter {
  readonly phrase: string;
  readonly words: readonly string[];
  readonly limit: number;
  readonly searchScope: SearchScope;
}

/** Ranks small numbers of products by how well they match. */
export interface RankedProducts {
  /** Ranks all matches among some products. */
  rank(among: Knex.QueryBuilder | readonly number[], exactQuery: ExactQuery): Promise<FoundProducts>;
  /**
   * Ranks the matches of a phrase that is a single token. The field of the match determines the rank, so the texts are
   * not read.
   */
  rankByField(found: FieldsByProduct, exactQuery: ExactQuery): Promise<FoundProducts>;
}

interface RankedProductsDeps {
  readonly db: Database;
  readonly lookup: Pick<WordLookup, 'contains' | 'code'>;
  readonly products: Pick<ListedProducts, 'productTable' | 'whereListed' | 'listed' | 'applyFilter' | 'orderByRank'>;
}

export function createRankedProducts({ db, lookup, products }: RankedProductsDeps): RankedProducts {
  const { productTable, whereListed, listed, applyFilter, orderByRank } = products;

  async function rankMatches(
    among: Knex.QueryBuilder | readonly number[],
    exactQuery: ExactQuery,
  ): Promise<FoundProducts> {
    const { phrase, words, searchScope } = exactQuery;
    const nameScope = { fields: ['name'] as const, terms: NO_TERMS };
    const byCode = searchScope.fields.includes('code') ? hasCode(db, phrase) : db().raw('1 = 0');
    const query = listed(among, exactQuery)
      .whereRaw(containsAllTokens(db, lookup, words, searchScope))
      .orderByRaw(
        db().raw('case when ? then 0 when ? then 1 when ? then 2 else 3 end', [
          byCode,
          nameStartsWith(db, phrase),
          containsAllTokens(db, lookup, words, nameScope),
        ]),
      );
    const rows = await orderByRank(query).select<{ id: number }[]>('product.id');
    return { ids: rows.slice(0, exactQuery.limit).map((row) => row.id), total: rows.length };
  }

  async function rankByMatchedField(found: FieldsByProduct, exactQuery: ExactQuery): Promise<FoundProducts> {
    const { phrase, limit, categories, buyable } = exactQuery;
    const remaining = new Map(found);
    const takeRemaining = (ids: Iterable<number>): number[] => [...ids].filter((id) => remaining.delete(id));
    const idsOf = async (query: PromiseLike<readonly { product_id: number }[]>): Promise<number[]> =>
      (await query).map((row) => row.product_id);
    const idsWithField = (field: TextField): number[] =>
      [...found].flatMap(([id, fields]) => (fields.has(field) ? [id] : []));
    const nameIds = idsWithField('name');
    const groups: readonly number[][] = [
      takeRemaining(idsWithField('code').length > 0 ? await idsOf(lookup.code(phrase)) : []),
      takeRemaining(nameIds.length > 0 ? await idsOf(findByNameStart(db, phrase)) : []),
      takeRemaining(nameIds),
      [...remaining.keys()],
    ].filter((group) => group.length > 0);
    // Without a filter all products match, so lower groups can be skipped once better groups reach the limit.
    const isUnfiltered = !categories && !buyable;
    const topGroups: number[][] = [];
    for (const group of groups) if (!isUnfiltered || topGroups.flat().length < limit) topGroups.push(group);
    const query = applyFilter(
      whereListed(db().from(productTable()).whereIn('product.id', topGroups.flat())),
      exactQuery,
    );
    for (const group of topGroups.slice(0, -1))
      void query.orderByRaw(db().raw('product.id in (?) desc', [idList(db, group)]));
    const rankedQuery = orderByRank(query).select<{ id: number }[]>('product.id');
    const rows = await (isUnfiltered ? rankedQuery.limit(limit) : rankedQuery);
    return { ids: rows.slice(0, limit).map((row) => row.id), total: isUnfiltered ? found.size : rows.length };
  }

  return { rank: rankMatches, rankByField: rankByMatchedField };
}

function idList(db: Database, ids: readonly number[]): Knex.Raw {
  return db().raw(ids.map(() => '?').join(', '), [...ids]);
}
