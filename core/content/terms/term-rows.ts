import type { Database, Knex } from '../../api/index.js';

/** Returns a query of terms joined with their taxonomy. */
export function selectTerms(db: Database): Knex.QueryBuilder {
  return db()('terms as t').join('term_taxonomy as x', 'x.term_id', 't.term_id');
}

export const TERM_COLUMNS = [
  't.term_id',
  't.name',
  't.slug',
  'x.term_taxonomy_id',
  'x.taxonomy',
  'x.description',
  'x.parent',
  'x.count',
];

/** Returns the IDs of terms and all their descendants. */
export async function withDescendants(db: Database, taxonomy: string, ids: readonly number[]): Promise<number[]> {
  const all = new Set(ids);
  let level = [...ids];
  while (level.length > 0) {
    const children = await db()('term_taxonomy')
      .where({ taxonomy })
      .whereIn('parent', level)
      .pluck<number[]>('term_id');
    level = children.filter((id) => !all.has(id));
    for (const id of level) all.add(id);
  }
  return [...all];
}
