import type { Database } from 'plinth';

/** The products of terms as their index holds them, so that nothing is put in order, however many there are; listed or not. */
export interface TermProducts {
  /** The newest of each of the terms, at most so many of each. */
  newest(termIds: readonly number[], most: number): Promise<readonly number[]>;
  /** The oldest of each of the terms, at most so many of each. */
  oldest(termIds: readonly number[], most: number): Promise<readonly number[]>;
  /** Those of one term in the order of their ids. @param after the last id that was looked at; 0 to begin */
  next(termId: number, after: number, limit: number): Promise<readonly number[]>;
}

interface Link {
  readonly product_id: number;
  readonly term_id: number;
}

/** Parts of one statement; SQLite joins 500 at most. */
const PARTS = 100;

export function createTermProducts({ db }: { db: Database }): TermProducts {
  const of = (termId: number) => db()<Link>('store_product_terms').where({ term_id: termId }).select('product_id');

  async function ends(termIds: readonly number[], most: number, direction: 'asc' | 'desc'): Promise<readonly number[]> {
    const found = new Set<number>();
    for (let at = 0; at < termIds.length; at += PARTS) {
      const parts = termIds.slice(at, at + PARTS).map((termId, index) => db().select('product_id').from(of(termId).orderBy('product_id', direction).limit(most).as(`part_${index}`)));
      const rows = (await parts.reduce((all, part) => all.unionAll([part]))) as Link[];
      for (const row of rows) found.add(row.product_id);
    }
    return [...found];
  }

  return {
    newest: (termIds, most) => ends(termIds, most, 'desc'),
    oldest: (termIds, most) => ends(termIds, most, 'asc'),
    next: async (termId, after, limit) => (await of(termId).where('product_id', '>', after).orderBy('product_id').limit(limit)).map((row) => row.product_id),
  };
}
