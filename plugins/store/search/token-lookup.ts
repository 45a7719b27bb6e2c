import type { Knex, PluginScope, Database } from 'plinth';
import type { TokenRow } from './tables.js';
import { type TextField, fieldOfNumber, fieldNumbers } from './product-texts.js';
import { firstCharacters, isWithinPart, indexRange } from '../search-tokens/ngrams.js';

/** SQL lists of the IDs of terms whose names contain a token, by token. Tokens without such terms are absent. */
export type TermIdsByToken = ReadonlyMap<string, Knex.Raw>;

/** Fields, terms and products that a search includes. */
export interface SearchScope {
  readonly fields: readonly TextField[];
  /** Terms that are searched as well. */
  readonly terms: TermIdsByToken;
  /** Whether to include products that visitors cannot find. */
  readonly includeUnlisted: boolean;
}

/** A product that contains a token; without `field` when it matches through a term. */
interface TokenMatch {
  readonly product_id: number;
  readonly field?: number;
}

/** Products with the fields in which words match; products that match only through a term have no fields. */
export type FieldsByProduct = ReadonlyMap<number, ReadonlySet<TextField>>;

/** Candidates of a search: they include all products that contain all tokens. */
export interface CandidateSet {
  /** The longest token, which is looked up if there are many candidates. */
  readonly word: string;
  /** The candidates; undefined if there are too many. */
  readonly matches: FieldsByProduct | undefined;
  /** Whether all candidates are matches, because the search is a single token that the index finds exactly. */
  readonly exact: boolean;
}

/** Token lookup. Its SQL conditions refer to a row `text` of `store_product_texts`. */
export interface WordLookup {
  /**
   * Returns a query for the IDs of products that contain a token, possibly with duplicates. If the token is longer than
   * an index entry, only its beginning is looked up.
   */
  source(word: string, searchScope: SearchScope): Knex.QueryBuilder;
  /**
   * Returns a query for the IDs of listed products with a code. If the code is longer than the maximum length of a
   * word, only its beginning is looked up.
   */
  code(text: string): Knex.QueryBuilder<TokenRow, { product_id: number }[]>;
  /** SQL condition: whether a product contains a token. */
  contains(word: string, searchScope: Pick<SearchScope, 'fields' | 'terms'>): Knex.Raw;
  /** Looks up the tokens in the names of brands, categories, tags and attributes. */
  termsOf(words: readonly string[]): Promise<TermIdsByToken>;
  /**
   * Finds the candidates of a search.
   * @param words tokens, at least one
   */
  findCandidates(words: readonly string[], searchScope: SearchScope): Promise<CandidateSet>;
}

/** Maximum number of candidates that are read and compared. */
export const MAX_FULL_SCAN = 500;
/** Maximum number of tokens that are looked up. The longest are looked up first, because long words are rare. */
const MAX_TOKENS_TRIED = 4;
/** Number of candidates up to which comparing them is faster than looking up another token. */
const MAX_COMPARED = 150;
/**
 * Minimum length of a token that is looked up to reduce the candidates, in characters. Shorter tokens occur in so many
 * words that comparing the candidates is faster.
 */
const MIN_TOKEN_LENGTH = 3;
/** Maximum number of term IDs in a query; if there are more, the query uses a subquery. */
const MAX_TERM_IDS = 200;
export const NO_TERMS: TermIdsByToken = new Map();

const COLUMN_BY_FIELD = {
  name: 'text.name',
  code: 'text.codes',
  wholeCode: 'text.codes',
  unpriced: 'text.unpriced',
  description: 'text.description',
} as const satisfies Record<TextField, string>;
const HAS_TERM_SQL =
  'exists (select 1 from store_product_terms as link where link.product_id = text.product_id and link.term_id in ?)';

/** @param deps `maxFullScan`: maximum number of candidates that are read and compared */
export function createWordLookup({
  db,
  cache,
  maxFullScan: maxCandidates = MAX_FULL_SCAN,
}: Pick<PluginScope, 'db' | 'cache'> & { readonly maxFullScan?: number }): WordLookup {
  function tokenQuery(word: string, { fields, includeUnlisted }: SearchScope): Knex.QueryBuilder<TokenRow, TokenRow[]> {
    const [from, to] = indexRange(word);
    return db()('store_product_tokens')
      .whereIn('word', db()('store_search_ngrams').where('part', '>=', from).where('part', '<', to).select('word'))
      .whereIn('field', fieldNumbers(fields, includeUnlisted));
  }

  const termQuery = (termIds: Knex.Raw): Knex.QueryBuilder =>
    db()('store_product_terms').whereRaw('term_id in ?', [termIds]).select('product_id');

  function termIdList(word: string, ids: readonly number[]): Knex.Raw {
    return ids.length > MAX_TERM_IDS
      ? db().raw('(select id from store_terms where instr(search_name, ?) > 0)', [word])
      : db().raw('(?)', [db().raw(ids.map(() => '?').join(', '), [...ids])]);
  }

  /** Returns all products that contain a token; undefined if there are too many. */
  async function findProducts(word: string, searchScope: SearchScope): Promise<FieldsByProduct | undefined> {
    const found = new Map<number, Set<TextField>>();
    const termIds = searchScope.terms.get(word);
    const queries: readonly PromiseLike<readonly TokenMatch[]>[] = [
      tokenQuery(word, searchScope)
        .select('product_id', 'field')
        .limit(maxCandidates + 1),
      ...(termIds ? [termQuery(termIds).limit(maxCandidates + 1)] : []),
    ];
    for (const query of queries) {
      const rows = await query;
      if (rows.length > maxCandidates) return undefined;
      for (const { product_id, field } of rows) {
        const fields = found.get(product_id) ?? new Set();
        if (field !== undefined) fields.add(fieldOfNumber(field));
        found.set(product_id, fields);
      }
    }
    return found;
  }

  return {
    source(word, searchScope) {
      const termIds = searchScope.terms.get(word);
      const wordQuery = tokenQuery(word, searchScope).select('product_id');
      return termIds ? wordQuery.unionAll([termQuery(termIds)]) : wordQuery;
    },
    code: (text) =>
      db()('store_product_tokens')
        .where('word', firstCharacters(text))
        .whereIn('field', fieldNumbers(['wholeCode'], false))
        .select('product_id'),
    contains(word, { fields, terms }) {
      const fieldConditions = fields.map((field) => db().raw('instr(??, ?) > 0', [COLUMN_BY_FIELD[field], word]));
      const termIds = terms.get(word);
      return joinConditions(
        db,
        termIds ? [...fieldConditions, db().raw(HAS_TERM_SQL, [termIds])] : fieldConditions,
        'or',
      );
    },
    async termsOf(words) {
      // Cached, because term names change rarely and every search reads all of them.
      const rows = await cache.get('store:term-search-names', async () =>
        db()('store_terms').select('id', 'search_name'),
      );
      return new Map(
        words.flatMap((word) => {
          const ids = rows.filter(({ search_name }) => search_name.includes(word)).map(({ id }) => id);
          return ids.length === 0 ? [] : [[word, termIdList(word, ids)] as const];
        }),
      );
    },
    async findCandidates(words, searchScope) {
      const byLength = [...words].sort((left, right) => right.length - left.length);
      const [longest = ''] = byLength;
      let candidates: FieldsByProduct | undefined;
      for (const word of byLength.slice(0, MAX_TOKENS_TRIED)) {
        if (candidates && word.length < MIN_TOKEN_LENGTH) break;
        const withToken = await findProducts(word, searchScope);
        if (withToken)
          candidates = candidates ? new Map([...candidates].filter(([id]) => withToken.has(id))) : withToken;
        if (candidates && candidates.size <= MAX_COMPARED) break;
      }
      return { word: longest, matches: candidates, exact: words.length === 1 && isWithinPart(longest) };
    },
  };
}

/** Joins SQL fragments with a logical operator, in parentheses. */
export function joinConditions(db: Database, parts: readonly Knex.Raw[], logicalOperator: 'and' | 'or'): Knex.Raw {
  return db().raw('(?)', [
    db().raw(parts.map(() => '?').join(logicalOperator === 'and' ? ' and ' : ' or '), [...parts]),
  ]);
}
