import type { Database } from 'plinth';

const INSERT_ROWS = 250;

/** Products of which extensions' sources say something else. */
export function createAnnouncedChanges(db: Database) {
  return {
    /** Writes down that extensions' sources say something else of products; 0 stands for all. Nothing when there is no index: its build asks. */
    async announce(productIds: readonly number[]): Promise<void> {
      await db.transaction(async () => {
        // The row is the lock, so that numbers are committed in their order.
        await db()('facet_state').where({ id: 1 }).increment('announced', productIds.length);
        const last = (await db()('facet_state').where({ id: 1 }).first('announced'))?.announced;
        if (last === undefined) return;
        await db().batchInsert(
          'facet_changes',
          productIds.map((product_id, i) => ({ sequence: last - productIds.length + 1 + i, product_id })),
          INSERT_ROWS,
        );
      });
    },

    /** Announced changes after a number, oldest first; 0 stands for all products. */
    async announcements(after: number, limit: number): Promise<{ sequence: number; productId: number }[]> {
      const rows = await db()('facet_changes')
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit)
        .select('sequence', 'product_id');
      const changes = rows.map(({ sequence, product_id: productId }) => ({ sequence, productId }));
      const first = changes.at(0);
      // Whoever is further behind than changes are kept reads everything again.
      return first && first.sequence > after + 1
        ? [{ sequence: first.sequence, productId: 0 }, ...changes.slice(1)]
        : changes;
    },

    /** Forgets announced changes up to a number, but not the newest. */
    async sweepAnnouncements(upTo: number): Promise<void> {
      await db()('facet_changes').where('sequence', '<', upTo).delete();
    },
  };
}
