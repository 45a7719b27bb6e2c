import type { Knex, PluginScope } from 'plinth';
import type { CatalogTerm, ExactSearchQuery, FoundProducts } from '../contract/index.js';
import { LISTED_VALUES } from '../products/tables.js';
import type { TermStore } from '../taxonomies/term-store.js';
import { normalizeLine } from '../search-tokens/ngrams.js';
import { createBestProducts, type ScanRange } from './best-products.js';
import { createListedProducts } from './listed-products.js';
import { nameStartsWith, hasCode, containsAllTokens, findByNameStart } from './phrase-tests.js';
import type { TextField } from './product-texts.js';
import { createRankedProducts, type ExactQuery } from './ranked-products.js';
import {
  createWordLookup,
  MAX_FULL_SCAN,
  type CandidateSet,
  NO_TERMS,
  type SearchScope,
  type WordLookup,
} from './token-lookup.js';

/** Finds listed products that contain all tokens. */
export interface ExactSearch {
  find(query: ExactSearchQuery): Promise<FoundProducts>;
}

interface ExactSearchDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  readonly terms: Pick<TermStore, 'byId'>;
  /** Maximum number of matches that are all sorted. */
  readonly maxFullScan?: number;
  /** Ranges of products scanned in rank order. After the last round, all matches are sorted. */
  readonly rounds?: readonly ScanRange[];
}

const NO_RESULTS: FoundProducts = { ids: [], total: 0 };

export function createExactSearch({
  scope: { db, cache },
  terms,
  maxFullScan: maxSorted = MAX_FULL_SCAN,
  rounds,
}: ExactSearchDeps): ExactSearch {
  const lookup = createWordLookup({ db, cache, maxFullScan: maxSorted });
  const products = createListedProducts({ db });
  const { rank, rankByField } = createRankedProducts({ db, lookup, products });
  const { findBySorting, findByScanning } = createBestProducts({ db, products, rounds });

  /** Counts the matches if there are too many to read all of them. */
  async function count(candidateSet: CandidateSet, exactQuery: ExactQuery): Promise<number> {
    const { words, searchScope, categories, buyable } = exactQuery;
    const isUnfiltered = candidateSet.exact && !categories && !buyable;
    // The index alone is sufficient for the count if no term contains the token.
    if (isUnfiltered && !searchScope.terms.has(candidateSet.word))
      return readTotal(
        db()
          .from(lookup.source(candidateSet.word, searchScope).as('found'))
          .countDistinct<CountRow[]>({ total: 'found.product_id' }),
      );
    const found = db()
      .from(lookup.source(candidateSet.word, searchScope).as('all_found'))
      .distinct('product_id')
      .as('found');
    const query = db()
      .from(found)
      .whereRaw(
        products.isListed(
          'found.product_id',
          candidateSet.exact ? undefined : containsAllTokens(db, lookup, words, searchScope),
        ),
      );
    if (buyable)
      void query.whereRaw(
        db().raw(
          "(select product.stock from ? where product.id = found.product_id and product.status = ? and product.visibility = ?) <> 'outofstock'",
          [products.productTable(), LISTED_VALUES.status, LISTED_VALUES.visibility],
        ),
      );
    if (categories) void query.whereExists(products.inCategories(categories, 'found.product_id'));
    return readTotal(query.count<CountRow[]>({ total: '*' }));
  }

  /** Returns the best of many matches. Groups are searched in order; each group includes the previous groups. */
  async function findBest(candidateSet: CandidateSet, exactQuery: ExactQuery): Promise<readonly number[]> {
    const { phrase, words, searchScope, limit } = exactQuery;
    const found = new Set<number>();
    const nameScope: SearchScope = { ...searchScope, fields: ['name'], terms: NO_TERMS };
    if (searchScope.fields.includes('code')) {
      const codeMatches = (): Knex.QueryBuilder => lookup.code(phrase);
      for (const id of await findBySorting(
        { candidates: codeMatches, predicate: hasCode(db, phrase) },
        exactQuery,
        limit,
      ))
        found.add(id);
    }
    const groups = [
      {
        small: await hasFewNameMatches(phrase),
        group: { candidates: () => findByNameStart(db, phrase), predicate: nameStartsWith(db, phrase) },
      },
      {
        small: (await lookup.findCandidates(words, nameScope)).matches !== undefined,
        group: {
          candidates: () => lookup.source(candidateSet.word, nameScope),
          predicate: containsAllTokens(db, lookup, words, nameScope),
        },
      },
      {
        small: false,
        group: {
          candidates: () => lookup.source(candidateSet.word, searchScope),
          predicate: containsAllTokens(db, lookup, words, searchScope),
        },
      },
    ];
    for (const { small, group } of groups) {
      if (found.size >= limit) break;
      const max = limit + found.size;
      for (const id of (small ? undefined : await findByScanning(group, exactQuery, max)) ??
        (await findBySorting(group, exactQuery, max)))
        found.add(id);
    }
    return [...found].slice(0, limit);
  }

  async function hasFewNameMatches(phrase: string): Promise<boolean> {
    return (await findByNameStart(db, phrase).limit(maxSorted + 1)).length <= maxSorted;
  }

  return {
    async find(query) {
      const exactQuery = await toExactQuery(query, lookup, terms);
      if (exactQuery.words.length === 0 || exactQuery.categories?.length === 0) return NO_RESULTS;
      const narrowed = await lookup.findCandidates(exactQuery.words, exactQuery.searchScope);
      if (narrowed.matches?.size === 0) return NO_RESULTS;
      // A product that matches through a term may be one that visitors cannot find.
      if (
        narrowed.matches &&
        narrowed.exact &&
        exactQuery.phrase === narrowed.word &&
        !exactQuery.searchScope.terms.has(narrowed.word)
      )
        return rankByField(narrowed.matches, exactQuery);
      if (narrowed.matches) return rank([...narrowed.matches.keys()], exactQuery);
      // Only searches with many matches are cached, so that visitors cannot create an unlimited number of cache
      // entries.
      return cache.get(
        `store:exactly:${JSON.stringify([exactQuery.phrase, exactQuery.limit, exactQuery.categories, exactQuery.buyable, query.codes, query.terms])}`,
        async () => {
          const total = await count(narrowed, exactQuery);
          if (total > maxSorted) return { ids: await findBest(narrowed, exactQuery), total };
          return rank(
            db().from(lookup.source(narrowed.word, exactQuery.searchScope).as('all_found')).distinct('product_id'),
            exactQuery,
          );
        },
      );
    },
  };
}

/** Splits the search text into words, and looks up the terms and categories that it covers. */
async function toExactQuery(
  query: ExactSearchQuery,
  lookup: Pick<WordLookup, 'termsOf'>,
  terms: Pick<TermStore, 'byId'>,
): Promise<ExactQuery> {
  const { text: searchText, limit, categoryId, buyable, codes, terms: inTerms } = query;
  const phrase = normalizeLine(searchText);
  const words = [...new Set(phrase.split(' '))].filter(Boolean);
  const fields: readonly TextField[] = codes ? ['name', 'code', 'description'] : ['name', 'description'];
  const termIds = inTerms && words.length > 0 ? await lookup.termsOf(words) : NO_TERMS;
  return {
    phrase,
    words,
    limit,
    searchScope: { fields, terms: termIds, includeUnlisted: false },
    categories: categoryId === undefined ? undefined : withDescendantIds(categoryId, await terms.byId()),
    buyable,
  };
}

/** Returns the IDs of a category and its descendants; empty when the category does not exist. */
function withDescendantIds(id: number, terms: ReadonlyMap<number, CatalogTerm>): number[] {
  if (terms.get(id)?.taxonomy !== 'product_cat') return [];
  const found = new Set([id]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const term of terms.values()) if (found.has(term.parentId)) found.add(term.id);
  }
  return [...found];
}

interface CountRow {
  readonly total: number | string;
}

async function readTotal(query: PromiseLike<CountRow[]>): Promise<number> {
  const [row] = await query;
  return Number(row?.total ?? 0);
}
