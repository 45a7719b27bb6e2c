import type { Knex, PluginScope } from 'plinth';
import type { CatalogueTerm, ExactSearchQuery, FoundProducts } from '../contract/index.js';
import { LISTED } from '../products/tables.js';
import type { TermStore } from '../taxonomies/term-store.js';
import { foldedLine } from '../search-tokens/ngrams.js';
import { createBestProducts, type Round } from './best-products.js';
import { createListedProducts } from './listed-products.js';
import { beginsName, hasCode, holdsAll, namesFrom } from './phrase-tests.js';
import type { TextField } from './product-texts.js';
import { createRankedProducts, type ExactQuery } from './ranked-products.js';
import { createWordLookup, MAX_FULL_SCAN, type CandidateSet, NO_TERMS, type SearchScope } from './token-lookup.js';

/** Finds listed products that contain all tokens. */
export interface ExactSearch {
  find(query: ExactSearchQuery): Promise<FoundProducts>;
}

interface ExactSearchDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  readonly terms: Pick<TermStore, 'byId'>;
  /** Maximum number of matches that are all sorted. */
  readonly maxFullScan?: number;
  /** Number of products scanned from the best down in each round, before all matches are sorted instead. */
  readonly rounds?: readonly Round[];
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

  /** Counts the matches when there are many. */
  async function count(narrowed: CandidateSet, exactQuery: ExactQuery): Promise<number> {
    const { words, searchScope, categories, buyable } = exactQuery;
    const plain = narrowed.exact && !categories && !buyable;
    // The index alone has the count when no term contains the token.
    if (plain && !searchScope.terms.has(narrowed.word))
      return totalOf(
        db()
          .from(lookup.source(narrowed.word, searchScope).as('found'))
          .countDistinct<Total[]>({ total: 'found.product_id' }),
      );
    const found = db()
      .from(lookup.source(narrowed.word, searchScope).as('all_found'))
      .distinct('product_id')
      .as('found');
    const query = db()
      .from(found)
      .whereRaw(
        products.isListed('found.product_id', narrowed.exact ? undefined : holdsAll(db, lookup, words, searchScope)),
      );
    if (buyable)
      void query.whereRaw(
        db().raw(
          "(select product.stock from ? where product.id = found.product_id and product.status = ? and product.visibility = ?) <> 'outofstock'",
          [products.productTable(), LISTED.status, LISTED.visibility],
        ),
      );
    if (categories) void query.whereExists(products.inCategories(categories, 'found.product_id'));
    return totalOf(query.count<Total[]>({ total: '*' }));
  }

  /** Returns the best of many matches: each group includes the previous ones. */
  async function best(narrowed: CandidateSet, exactQuery: ExactQuery): Promise<readonly number[]> {
    const { phrase, words, searchScope, limit } = exactQuery;
    const found = new Set<number>();
    const named: SearchScope = { ...searchScope, fields: ['name'], terms: NO_TERMS };
    if (searchScope.fields.includes('code')) {
      const among = (): Knex.QueryBuilder => lookup.code(phrase);
      for (const id of await findBySorting({ candidates: among, predicate: hasCode(db, phrase) }, exactQuery, limit))
        found.add(id);
    }
    const groups = [
      {
        small: await fewNamed(phrase),
        group: { candidates: () => namesFrom(db, phrase), predicate: beginsName(db, phrase) },
      },
      {
        small: (await lookup.findCandidates(words, named)).matches !== undefined,
        group: { candidates: () => lookup.source(narrowed.word, named), predicate: holdsAll(db, lookup, words, named) },
      },
      {
        small: false,
        group: {
          candidates: () => lookup.source(narrowed.word, searchScope),
          predicate: holdsAll(db, lookup, words, searchScope),
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

  async function fewNamed(phrase: string): Promise<boolean> {
    return (await namesFrom(db, phrase).limit(maxSorted + 1)).length <= maxSorted;
  }

  async function queryOf(query: ExactSearchQuery): Promise<ExactQuery> {
    const { text: searchText, limit, categoryId, buyable, codes, terms: inTerms } = query;
    const phrase = foldedLine(searchText);
    const words = [...new Set(phrase.split(' '))].filter(Boolean);
    const fields: readonly TextField[] = codes ? ['name', 'code', 'description'] : ['name', 'description'];
    const termIds = inTerms && words.length > 0 ? await lookup.termsOf(words) : NO_TERMS;
    return {
      phrase,
      words,
      limit,
      searchScope: { fields, terms: termIds, includeUnlisted: false },
      categories: categoryId === undefined ? undefined : withDescendants(categoryId, await terms.byId()),
      buyable,
    };
  }

  return {
    async find(query) {
      const exactQuery = await queryOf(query);
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
      // Only tokens that many products contain get here, so visitors cannot create an unlimited number of cache
      // entries.
      return cache.get(
        `store:exactly:${JSON.stringify([exactQuery.phrase, exactQuery.limit, exactQuery.categories, exactQuery.buyable, query.codes, query.terms])}`,
        async () => {
          const total = await count(narrowed, exactQuery);
          if (total > maxSorted) return { ids: await best(narrowed, exactQuery), total };
          return rank(
            db().from(lookup.source(narrowed.word, exactQuery.searchScope).as('all_found')).distinct('product_id'),
            exactQuery,
          );
        },
      );
    },
  };
}

/** Returns the IDs of a category and its descendants; empty when the category does not exist. */
function withDescendants(id: number, terms: ReadonlyMap<number, CatalogueTerm>): number[] {
  if (terms.get(id)?.taxonomy !== 'product_cat') return [];
  const found = new Set([id]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const term of terms.values()) if (found.has(term.parentId)) found.add(term.id);
  }
  return [...found];
}

interface Total {
  readonly total: number | string;
}

async function totalOf(query: PromiseLike<Total[]>): Promise<number> {
  const [row] = await query;
  return Number(row?.total ?? 0);
}
