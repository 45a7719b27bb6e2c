import type { Database, Knex } from 'plinth';

/** Parts of SQL as one, in brackets, with a word between them. */
export function joined(db: Database, parts: readonly Knex.Raw[], by: 'and' | 'or'): Knex.Raw {
  return db().raw('(?)', [db().raw(parts.map(() => '?').join(by === 'and' ? ' and ' : ' or '), [...parts])]);
}
