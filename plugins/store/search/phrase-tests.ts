import type { Database, Knex } from 'plinth';
import { firstCharacters, LAST } from '../search-tokens/ngrams.js';
import { joined, type SearchScope, type WordLookup } from './token-lookup.js';
import type { TextRow } from './tables.js';

/** Whether a product contains all of the tokens. */
export function holdsAll(
  db: Database,
  lookup: Pick<WordLookup, 'contains'>,
  words: readonly string[],
  searchScope: Pick<SearchScope, 'fields' | 'terms'>,
): Knex.Raw {
  return joined(
    db,
    words.map((word) => lookup.contains(word, searchScope)),
    'and',
  );
}

/** Whether a phrase equals one of a product's codes. */
export const hasCode = (db: Database, phrase: string): Knex.Raw =>
  db().raw('instr(text.codes, ?) > 0', [`\n${phrase}\n`]);

/** Whether a product's name begins with a phrase. */
export const beginsName = (db: Database, phrase: string): Knex.Raw => db().raw('instr(text.name, ?) = 1', [phrase]);

/** IDs of listed products whose names begin with a phrase. */
export function namesFrom(db: Database, phrase: string): Knex.QueryBuilder<TextRow, { product_id: number }[]> {
  const start = firstCharacters(phrase);
  return db()('store_product_texts')
    .where('listed', 1)
    .where('name_start', '>=', start)
    .where('name_start', '<', `${start}${LAST}`)
    .select('product_id');
}
