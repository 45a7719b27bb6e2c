import type { Database, Knex } from 'plinth';
import { firstCharacters, LAST_CHARACTER } from '../search-tokens/ngrams.js';
import { joinConditions, type SearchScope, type WordLookup } from './token-lookup.js';
import type { TextRow } from './tables.js';

/** SQL condition: whether a product contains all tokens. */
export function containsAllTokens(
  db: Database,
  lookup: Pick<WordLookup, 'contains'>,
  words: readonly string[],
  searchScope: Pick<SearchScope, 'fields' | 'terms'>,
): Knex.Raw {
  return joinConditions(
    db,
    words.map((word) => lookup.contains(word, searchScope)),
    'and',
  );
}

/** SQL condition: whether a phrase equals one of a product's codes. */
export const hasCode = (db: Database, phrase: string): Knex.Raw =>
  db().raw('instr(text.codes, ?) > 0', [`\n${phrase}\n`]);

/** SQL condition: whether a product's name begins with a phrase. */
export const nameStartsWith = (db: Database, phrase: string): Knex.Raw => db().raw('instr(text.name, ?) = 1', [phrase]);

/** Returns a query for the IDs of listed products whose names begin with a phrase. */
export function findByNameStart(db: Database, phrase: string): Knex.QueryBuilder<TextRow, { product_id: number }[]> {
  const start = firstCharacters(phrase);
  return db()('store_product_texts')
    .where('listed', 1)
    .where('name_start', '>=', start)
    .where('name_start', '<', `${start}${LAST_CHARACTER}`)
    .select('product_id');
}
