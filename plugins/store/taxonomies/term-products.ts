import type { Database } from 'plinth';

/** Products of terms, including products that are not listed. They are read in index order, which needs no sorting. */
export interface TermProducts {
  /** Returns the newest products of each term, up to a maximum per term. */
  newest(termIds: readonly number[], max: number): Promise<readonly number[]>;
  /** Returns the oldest products by term, up to a maximum per term. Terms without products are absent. */
  oldest(termIds: readonly number[], max: number): Promise<ReadonlyMap<number, readonly number[]>>;
  /**
   * Returns products of a term, ordered by ID.
   * @param after last processed ID; 0 for the first call
   */
  next(termId: number, after: number, limit: number): Promise<readonly number[]>;
}

interface Link {
  readonly product_id: number;
  readonly term_id: number;
}

/** Number of subqueries per query; SQLite allows at most 500. */
const MAX_SUBQUERIES = 100;

export function createTermProducts({ db }: { db: Database }): TermProducts {
  const termQuery = (termId: number) =>
    db()('store_product_terms').where({ term_id: termId }).select('product_id', 'term_id');

  async function readPerTerm(
    termIds: readonly number[],
    max: number,
    direction: 'asc' | 'desc',
  ): Promise<readonly Link[]> {
    const found: Link[] = [];
    for (let offset = 0; offset < termIds.length; offset += MAX_SUBQUERIES) {
      const parts = termIds.slice(offset, offset + MAX_SUBQUERIES).map((termId, index) =>
        db()
          .select<Link[]>('product_id', 'term_id')
          .from(termQuery(termId).orderBy('product_id', direction).limit(max).as(`part_${index}`)),
      );
      found.push(...(await parts.reduce((all, part) => all.unionAll([part]))));
    }
    return found;
  }

  return {
    newest: async (termIds, max) => [
      ...new Set((await readPerTerm(termIds, max, 'desc')).map(({ product_id: id }) => id)),
    ],
    async oldest(termIds, max) {
      const found = new Map<number, number[]>();
      for (const { product_id: id, term_id: term } of await readPerTerm(termIds, max, 'asc'))
        found.set(term, [...(found.get(term) ?? []), id]);
      return found;
    },
    next: async (termId, after, limit) =>
      (await termQuery(termId).where('product_id', '>', after).orderBy('product_id').limit(limit)).map(
        (row) => row.product_id,
      ),
  };
}
