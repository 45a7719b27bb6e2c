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
  readonly scope: Pick<PluginScope, 'db' | 'remember'>;
  readonly terms: Pick<TermStore, 'byId'>;
  /** Maximum number of matches that are all sorted. */
  readonly few?: number;
  /** Number of products scanned from the best down in each round, before all matches are sorted instead. */
  readonly rounds?: readonly Round[];
}

const NO_RESULTS: FoundProducts = { ids: [], total: 0 };

export function createExactSearch({
  scope: { db, remember },
  terms,
  few: maxSorted = MAX_FULL_SCAN,
  rounds,
}: ExactSearchDeps): ExactSearch {
  const lookup = createWordLookup({ db, remember, few: maxSorted });
  const products = createListedProducts({ db });
  const { ranked, rankedByPlace } = createRankedProducts({ db, lookup, products });
  const { bestOfAll, bestFirst } = createBestProducts({ db, products, rounds });

  /** Counts the matches when there are many. */
  async function count(narrowed: CandidateSet, exactQuery: ExactQuery): Promise<number> {
    const { words, reach, categories, buyable } = exactQuery;
    const plain = narrowed.exact && !categories && !buyable;
    // The index alone has the count when no term contains the token.
    if (plain && !reach.terms.has(narrowed.word))
      return totalOf(
        db()
          .from(lookup.source(narrowed.word, reach).as('found'))
          .countDistinct<Total[]>({ total: 'found.product_id' }),
      );
    const found = db().from(lookup.source(narrowed.word, reach).as('all_found')).distinct('product_id').as('found');
    const query = db()
      .from(found)
      .whereRaw(products.isListed('found.product_id', narrowed.exact ? undefined : holdsAll(db, lookup, words, reach)));
    if (buyable)
      void query.whereRaw(
        db().raw(
          "(select product.stock from ? where product.id = found.product_id and product.status = ? and product.visibility = ?) <> 'outofstock'",
          [products.standing(), LISTED.status, LISTED.visibility],
        ),
      );
    if (categories) void query.whereExists(products.inCategories(categories, 'found.product_id'));
    return totalOf(query.count<Total[]>({ total: '*' }));
  }

  /** Returns the best of many matches: each group includes the previous ones. */
  async function best(narrowed: CandidateSet, exactQuery: ExactQuery): Promise<readonly number[]> {
    const { phrase, words, reach, limit } = exactQuery;
    const found = new Set<number>();
    const named: SearchScope = { ...reach, places: ['name'], terms: NO_TERMS };
    if (reach.places.includes('code')) {
      const among = (): Knex.QueryBuilder => lookup.code(phrase);
      for (const id of await bestOfAll({ among, predicate: hasCode(db, phrase) }, exactQuery, limit)) found.add(id);
    }
    const groups = [
      {
        small: await fewNamed(phrase),
        group: { among: () => namesFrom(db, phrase), predicate: beginsName(db, phrase) },
      },
      {
        small: (await lookup.narrow(words, named)).few !== undefined,
        group: { among: () => lookup.source(narrowed.word, named), predicate: holdsAll(db, lookup, words, named) },
      },
      {
        small: false,
        group: { among: () => lookup.source(narrowed.word, reach), predicate: holdsAll(db, lookup, words, reach) },
      },
    ];
    for (const { small, group } of groups) {
      if (found.size >= limit) break;
      const max = limit + found.size;
      for (const id of (small ? undefined : await bestFirst(group, exactQuery, max)) ??
        (await bestOfAll(group, exactQuery, max)))
        found.add(id);
    }
    return [...found].slice(0, limit);
  }

  async function fewNamed(phrase: string): Promise<boolean> {
    return (await namesFrom(db, phrase).limit(maxSorted + 1)).length <= maxSorted;
  }

  async function queryOf({
    text: searchText,
    limit,
    categoryId,
    buyable,
    codes,
    terms: inTerms,
  }: ExactSearchQuery): Promise<ExactQuery> {
    const phrase = foldedLine(searchText);
    const words = [...new Set(phrase.split(' '))].filter(Boolean);
    const fields: readonly TextField[] = codes ? ['name', 'code', 'description'] : ['name', 'description'];
    const termIds = inTerms && words.length > 0 ? await lookup.termsOf(words) : NO_TERMS;
    return {
      phrase,
      words,
      limit,
      reach: { places: fields, terms: termIds, all: false },
      categories: categoryId === undefined ? undefined : withDescendants(categoryId, await terms.byId()),
      buyable,
    };
  }

  return {
    async find(query) {
      const exactQuery = await queryOf(query);
      if (exactQuery.words.length === 0 || exactQuery.categories?.length === 0) return NO_RESULTS;
      const narrowed = await lookup.narrow(exactQuery.words, exactQuery.reach);
      if (narrowed.few?.size === 0) return NO_RESULTS;
      // A product that matches through a term may be one that visitors cannot find.
      if (
        narrowed.few &&
        narrowed.exact &&
        exactQuery.phrase === narrowed.word &&
        !exactQuery.reach.terms.has(narrowed.word)
      )
        return rankedByPlace(narrowed.few, exactQuery);
      if (narrowed.few) return ranked([...narrowed.few.keys()], exactQuery);
      // Only tokens that many products contain get here, so visitors cannot create an unlimited number of cache
      // entries.
      return remember(
        `store:exactly:${JSON.stringify([exactQuery.phrase, exactQuery.limit, exactQuery.categories, exactQuery.buyable, query.codes, query.terms])}`,
        async () => {
          const total = await count(narrowed, exactQuery);
          if (total > maxSorted) return { ids: await best(narrowed, exactQuery), total };
          return ranked(
            db().from(lookup.source(narrowed.word, exactQuery.reach).as('all_found')).distinct('product_id'),
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
