import type { Knex, PluginScope, Database } from 'plinth';
import type { TokenRow } from './tables.js';
import { type Place, placeOf, placesOf } from './product-texts.js';
import { beginning, isWithinPart, rangeOf } from '../search-tokens/ngrams.js';

/** The ids of the terms whose names hold a word, in brackets; words that no term holds are absent. */
export type TermsOfWords = ReadonlyMap<string, Knex.Raw>;

/** Where words are looked for. */
export interface Reach {
  readonly places: readonly Place[];
  /** Names of brands, categories, tags and attributes as well, as far as they hold a word. */
  readonly terms: TermsOfWords;
  /** Products that visitors do not find, too. */
  readonly all: boolean;
}

/** A product that holds a word; without a place where a term holds it. */
interface Hit {
  readonly product_id: number;
  readonly place?: number;
}

/** Products, and the places where their words hold what was looked for; none for those of which a term holds it. */
export type Found = ReadonlyMap<number, ReadonlySet<Place>>;

/** Products among which all that hold some words are. */
export interface Narrowed {
  /** The word that was looked up, where they are many. */
  readonly word: string;
  /** They, where they are few; undefined where they are many. */
  readonly few: Found | undefined;
  /** Whether it was the only word, and they all hold it. */
  readonly exact: boolean;
}

/** Looks words up. Its predicates are about a row `text` of `store_product_texts`. */
export interface WordLookup {
  /** Ids of products that hold a word, some of them several times; where it is longer than a part, that hold as much of it. */
  source(word: string, reach: Reach): Knex.QueryBuilder;
  /** Ids of listed products one of whose codes begins like a text; the very code, where it is no longer than a word may be. */
  code(text: string): Knex.QueryBuilder<TokenRow, { product_id: number }[]>;
  /** Whether a product holds a word. */
  holds(word: string, reach: Pick<Reach, 'places' | 'terms'>): Knex.Raw;
  /** Looks for the words among the names of brands, categories, tags and attributes. */
  termsOf(words: readonly string[]): Promise<TermsOfWords>;
  /** Looks for the word that few products have. @param words not none */
  narrow(words: readonly string[], reach: Reach): Promise<Narrowed>;
}

/** Products that are few at most: they are all looked at. */
export const FEW = 500;
/** Words that are tried, the longest first, since long words are rare. */
const TRIED = 4;
/** So few are compared sooner than the next word is looked up. */
const ENOUGH = 150;
/** Shorter words stand within so many others that looking them up takes longer than comparing a few hundred products. */
const TELLING = 3;
/** Terms whose ids a statement names; the database finds out itself which more than that are. */
const NAMED_TERMS = 200;
export const NO_TERMS: TermsOfWords = new Map();

const COLUMNS = {
  name: 'text.name',
  code: 'text.codes',
  wholeCode: 'text.codes',
  unpriced: 'text.unpriced',
  description: 'text.description',
} as const satisfies Record<Place, string>;
const OF_TERM =
  'exists (select 1 from store_product_terms as link where link.product_id = text.product_id and link.term_id in ?)';

/** @param few products that are all looked at */
export function createWordLookup({
  db,
  remember,
  few: max = FEW,
}: Pick<PluginScope, 'db' | 'remember'> & { readonly few?: number }): WordLookup {
  function indexed(word: string, { places, all }: Reach): Knex.QueryBuilder<TokenRow, TokenRow[]> {
    const [from, to] = rangeOf(word);
    return db()('store_product_tokens')
      .whereIn('word', db()('store_search_ngrams').where('part', '>=', from).where('part', '<', to).select('word'))
      .whereIn('place', placesOf(places, all));
  }

  const ofTerms = (held: Knex.Raw): Knex.QueryBuilder =>
    db()('store_product_terms').whereRaw('term_id in ?', [held]).select('product_id');

  function bracketed(word: string, ids: readonly number[]): Knex.Raw {
    return ids.length > NAMED_TERMS
      ? db().raw('(select id from store_terms where instr(folded, ?) > 0)', [word])
      : db().raw('(?)', [db().raw(ids.map(() => '?').join(', '), [...ids])]);
  }

  /** All that hold a word; undefined where they are many. */
  async function fewOf(word: string, reach: Reach): Promise<Found | undefined> {
    const found = new Map<number, Set<Place>>();
    const held = reach.terms.get(word);
    const questions: readonly PromiseLike<readonly Hit[]>[] = [
      indexed(word, reach)
        .select('product_id', 'place')
        .limit(max + 1),
      ...(held ? [ofTerms(held).limit(max + 1)] : []),
    ];
    for (const question of questions) {
      const rows = await question;
      if (rows.length > max) return undefined;
      for (const { product_id, place } of rows) {
        const places = found.get(product_id) ?? new Set();
        if (place !== undefined) places.add(placeOf(place));
        found.set(product_id, places);
      }
    }
    return found;
  }

  return {
    source(word, reach) {
      const held = reach.terms.get(word);
      const ofWords = indexed(word, reach).select('product_id');
      return held ? ofWords.unionAll([ofTerms(held)]) : ofWords;
    },
    code: (text) =>
      db()('store_product_tokens')
        .where('word', beginning(text))
        .whereIn('place', placesOf(['wholeCode'], false))
        .select('product_id'),
    holds(word, { places, terms }) {
      const tests = places.map((place) => db().raw('instr(??, ?) > 0', [COLUMNS[place], word]));
      const held = terms.get(word);
      return joined(db, held ? [...tests, db().raw(OF_TERM, [held])] : tests, 'or');
    },
    async termsOf(words) {
      // Names of terms are in memory anyway, change seldom, and every search goes through all of them.
      const rows = await remember('store:folded-terms', async () => db()('store_terms').select('id', 'folded'));
      return new Map(
        words.flatMap((word) => {
          const ids = rows.filter(({ folded }) => folded.includes(word)).map(({ id }) => id);
          return ids.length === 0 ? [] : [[word, bracketed(word, ids)] as const];
        }),
      );
    },
    async narrow(words, reach) {
      const byLength = [...words].sort((one, other) => other.length - one.length);
      const [longest = ''] = byLength;
      let few: Found | undefined;
      for (const word of byLength.slice(0, TRIED)) {
        if (few && word.length < TELLING) break;
        const some = await fewOf(word, reach);
        if (some) few = few ? new Map([...few].filter(([id]) => some.has(id))) : some;
        if (few && few.size <= ENOUGH) break;
      }
      return { word: longest, few, exact: words.length === 1 && isWithinPart(longest) };
    },
  };
}

/** Parts of SQL as one, in brackets, with a word between them. */
export function joined(db: Database, parts: readonly Knex.Raw[], by: 'and' | 'or'): Knex.Raw {
  return db().raw('(?)', [db().raw(parts.map(() => '?').join(by === 'and' ? ' and ' : ' or '), [...parts])]);
}
