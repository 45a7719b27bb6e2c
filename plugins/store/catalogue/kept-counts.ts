import type { Database } from 'plinth';
import type { ChangeLog } from './change-log.js';

/** Counts of products, each asked for once until a product changes. */
export interface KeptCounts {
  /**
   * What a question counts, from memory while the catalogue stays as it is.
   * @param key what tells this question from every other
   */
  count(key: string, ask: () => Promise<number>): Promise<number>;
}

/** Questions that are remembered: more than the lists of a shop and its owner ask for. */
const MOST = 500;

export function createKeptCounts({ db, changes }: { db: Database; changes: Pick<ChangeLog, 'last'> }): KeptCounts {
  let kept = { change: -1, counts: new Map<string, number>() };
  return {
    async count(key, ask) {
      // Read first: what is counted is at least as new.
      const change = await changes.last();
      const known = kept.change === change ? kept.counts.get(key) : undefined;
      if (known !== undefined) return known;
      const counted = await ask();
      // What an open transaction sees may never come true.
      await db.afterCommit(() => {
        if (change < kept.change) return;
        if (change > kept.change || kept.counts.size >= MOST) kept = { change, counts: new Map() };
        kept.counts.set(key, counted);
      });
      return counted;
    },
  };
}
