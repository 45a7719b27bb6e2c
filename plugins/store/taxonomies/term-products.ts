import type { Database } from 'plinth';

/** Products of terms in index order, which avoids sorting however many there are; listed or not. */
export interface TermProducts {
  /** The newest products of each term, up to a maximum per term. */
  newest(termIds: readonly number[], max: number): Promise<readonly number[]>;
  /** The oldest products by term, up to a maximum per term; absent for a term without products. */
  oldest(termIds: readonly number[], max: number): Promise<ReadonlyMap<number, readonly number[]>>;
  /**
   * Products of one term, ordered by ID.
   * @param after last ID processed; 0 to begin
   */
  next(termId: number, after: number, limit: number): Promise<readonly number[]>;
}

interface Link {
  readonly product_id: number;
  readonly term_id: number;
}

/** Subqueries per statement; SQLite allows at most 500. */
const PARTS = 100;

export function createTermProducts({ db }: { db: Database }): TermProducts {
  const of = (termId: number) => db()('store_product_terms').where({ term_id: termId }).select('product_id', 'term_id');

  async function ends(termIds: readonly number[], max: number, direction: 'asc' | 'desc'): Promise<readonly Link[]> {
    const found: Link[] = [];
    for (let at = 0; at < termIds.length; at += PARTS) {
      const parts = termIds.slice(at, at + PARTS).map((termId, index) =>
        db()
          .select<Link[]>('product_id', 'term_id')
          .from(of(termId).orderBy('product_id', direction).limit(max).as(`part_${index}`)),
      );
      found.push(...(await parts.reduce((all, part) => all.unionAll([part]))));
    }
    return found;
  }

  return {
    newest: async (termIds, max) => [...new Set((await ends(termIds, max, 'desc')).map(({ product_id: id }) => id))],
    async oldest(termIds, max) {
      const found = new Map<number, number[]>();
      for (const { product_id: id, term_id: term } of await ends(termIds, max, 'asc'))
        found.set(term, [...(found.get(term) ?? []), id]);
      return found;
    },
    next: async (termId, after, limit) =>
      (await of(termId).where('product_id', '>', after).orderBy('product_id').limit(limit)).map(
        (row) => row.product_id,
      ),
  };
}
