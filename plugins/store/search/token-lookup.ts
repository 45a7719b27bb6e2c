import type { Knex, PluginScope, Database } from 'plinth';
import type { TokenRow } from './tables.js';
import { type TextField, placeOf, placesOf } from './product-texts.js';
import { firstCharacters, isWithinPart, rangeOf } from '../search-tokens/ngrams.js';

/** Parenthesized lists of IDs of the terms whose names contain a token; tokens that no term contains are absent. */
export type TermIdsByToken = ReadonlyMap<string, Knex.Raw>;

/** Scope of a search. */
export interface SearchScope {
  readonly fields: readonly TextField[];
  /** Also searches names of brands, categories, tags and attributes that contain a token. */
  readonly terms: TermIdsByToken;
  /** Whether to include products that visitors cannot find. */
  readonly includeUnlisted: boolean;
}

/** A product that contains a token; without `place` when it matches through a term. */
interface Hit {
  readonly product_id: number;
  readonly place?: number;
}

/** Products with the fields in which their words match; no fields for products that match through a term. */
export type Found = ReadonlyMap<number, ReadonlySet<TextField>>;

/** A set that includes all products containing the tokens. */
export interface CandidateSet {
  /** Token to look up when there are many matches. */
  readonly word: string;
  /** The products when there are few; undefined when there are many. */
  readonly matches: Found | undefined;
  /** Whether it was the only token, and all of the products contain it. */
  readonly exact: boolean;
}

/** Token lookup. Its predicates refer to a row `text` of `store_product_texts`. */
export interface WordLookup {
  /**
   * IDs of products that contain a token, possibly with duplicates; for a token longer than a part, of products that
   * contain its beginning.
   */
  source(word: string, searchScope: SearchScope): Knex.QueryBuilder;
  /**
   * IDs of listed products with a code that begins with a text; an exact match when the text is no longer than a word
   * may be.
   */
  code(text: string): Knex.QueryBuilder<TokenRow, { product_id: number }[]>;
  /** Whether a product contains a token. */
  contains(word: string, searchScope: Pick<SearchScope, 'fields' | 'terms'>): Knex.Raw;
  /** Looks up the tokens in the names of brands, categories, tags and attributes. */
  termsOf(words: readonly string[]): Promise<TermIdsByToken>;
  /**
   * Finds the rarest of the tokens.
   * @param words tokens, at least one
   */
  findCandidates(words: readonly string[], searchScope: SearchScope): Promise<CandidateSet>;
}

/** Maximum number of products that counts as few; all of them are scanned. */
export const MAX_FULL_SCAN = 500;
/** Number of tokens tried, longest first, since long words are rare. */
const MAX_TOKENS_TRIED = 4;
/** At or below this number of products, comparing them is faster than looking up another token. */
const ENOUGH = 150;
/**
 * Minimum length of a token that is looked up: shorter ones occur in so many words that the lookup takes longer than
 * comparing a few hundred products.
 */
const TELLING = 3;
/** Maximum number of term IDs listed in a statement; for more, the database evaluates the condition itself. */
const NAMED_TERMS = 200;
export const NO_TERMS: TermIdsByToken = new Map();

const COLUMNS = {
  name: 'text.name',
  code: 'text.codes',
  wholeCode: 'text.codes',
  unpriced: 'text.unpriced',
  description: 'text.description',
} as const satisfies Record<TextField, string>;
const OF_TERM =
  'exists (select 1 from store_product_terms as link where link.product_id = text.product_id and link.term_id in ?)';

/** @param few maximum number of products that are all scanned */
export function createWordLookup({
  db,
  cache,
  maxFullScan: max = MAX_FULL_SCAN,
}: Pick<PluginScope, 'db' | 'cache'> & { readonly maxFullScan?: number }): WordLookup {
  function indexed(word: string, { fields, includeUnlisted }: SearchScope): Knex.QueryBuilder<TokenRow, TokenRow[]> {
    const [from, to] = rangeOf(word);
    return db()('store_product_tokens')
      .whereIn('word', db()('store_search_ngrams').where('part', '>=', from).where('part', '<', to).select('word'))
      .whereIn('place', placesOf(fields, includeUnlisted));
  }

  const ofTerms = (termIds: Knex.Raw): Knex.QueryBuilder =>
    db()('store_product_terms').whereRaw('term_id in ?', [termIds]).select('product_id');

  function bracketed(word: string, ids: readonly number[]): Knex.Raw {
    return ids.length > NAMED_TERMS
      ? db().raw('(select id from store_terms where instr(folded, ?) > 0)', [word])
      : db().raw('(?)', [db().raw(ids.map(() => '?').join(', '), [...ids])]);
  }

  /** Returns all products that contain a token; undefined when there are many. */
  async function fewOf(word: string, searchScope: SearchScope): Promise<Found | undefined> {
    const found = new Map<number, Set<TextField>>();
    const termIds = searchScope.terms.get(word);
    const queries: readonly PromiseLike<readonly Hit[]>[] = [
      indexed(word, searchScope)
        .select('product_id', 'place')
        .limit(max + 1),
      ...(termIds ? [ofTerms(termIds).limit(max + 1)] : []),
    ];
    for (const query of queries) {
      const rows = await query;
      if (rows.length > max) return undefined;
      for (const { product_id, place } of rows) {
        const fields = found.get(product_id) ?? new Set();
        if (place !== undefined) fields.add(placeOf(place));
        found.set(product_id, fields);
      }
    }
    return found;
  }

  return {
    source(word, searchScope) {
      const termIds = searchScope.terms.get(word);
      const ofWords = indexed(word, searchScope).select('product_id');
      return termIds ? ofWords.unionAll([ofTerms(termIds)]) : ofWords;
    },
    code: (text) =>
      db()('store_product_tokens')
        .where('word', firstCharacters(text))
        .whereIn('place', placesOf(['wholeCode'], false))
        .select('product_id'),
    contains(word, { fields, terms }) {
      const tests = fields.map((field) => db().raw('instr(??, ?) > 0', [COLUMNS[field], word]));
      const termIds = terms.get(word);
      return joined(db, termIds ? [...tests, db().raw(OF_TERM, [termIds])] : tests, 'or');
    },
    async termsOf(words) {
      // Cached: term names change rarely, and every search scans all of them.
      const rows = await cache.get('store:folded-terms', async () => db()('store_terms').select('id', 'folded'));
      return new Map(
        words.flatMap((word) => {
          const ids = rows.filter(({ folded }) => folded.includes(word)).map(({ id }) => id);
          return ids.length === 0 ? [] : [[word, bracketed(word, ids)] as const];
        }),
      );
    },
    async findCandidates(words, searchScope) {
      const byLength = [...words].sort((one, other) => other.length - one.length);
      const [longest = ''] = byLength;
      let candidates: Found | undefined;
      for (const word of byLength.slice(0, MAX_TOKENS_TRIED)) {
        if (candidates && word.length < TELLING) break;
        const some = await fewOf(word, searchScope);
        if (some) candidates = candidates ? new Map([...candidates].filter(([id]) => some.has(id))) : some;
        if (candidates && candidates.size <= ENOUGH) break;
      }
      return { word: longest, matches: candidates, exact: words.length === 1 && isWithinPart(longest) };
    },
  };
}

/** Joins SQL fragments with a logical operator, in parentheses. */
export function joined(db: Database, parts: readonly Knex.Raw[], by: 'and' | 'or'): Knex.Raw {
  return db().raw('(?)', [db().raw(parts.map(() => '?').join(by === 'and' ? ' and ' : ' or '), [...parts])]);
}
