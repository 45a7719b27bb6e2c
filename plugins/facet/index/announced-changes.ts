import type { Database } from 'plinth';

const INSERT_ROWS = 250;

/** Gives access to the table of products whose values from custom sources changed. */
export function createAnnouncedChanges(db: Database) {
  return {
    /**
     * Records that values from extensions' sources changed for products; 0 means all. Does nothing if there is no
     * index, since its build queries all values.
     */
    async announce(productIds: readonly number[]): Promise<void> {
      await db.transaction(async () => {
        // The row serves as a lock, so that sequence numbers are committed in order.
        await db()('facet_state').where({ id: 1 }).increment('announced', productIds.length);
        const lastSequence = (await db()('facet_state').where({ id: 1 }).first('announced'))?.announced;
        if (lastSequence === undefined) return;
        await db().batchInsert(
          'facet_changes',
          productIds.map((product_id, i) => ({ sequence: lastSequence - productIds.length + 1 + i, product_id })),
          INSERT_ROWS,
        );
      });
    },

    /** Returns announced changes after a number, oldest first; 0 means all products. */
    async announcements(after: number, limit: number): Promise<{ sequence: number; productId: number }[]> {
      const rows = await db()('facet_changes')
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit)
        .select('sequence', 'product_id');
      const changes = rows.map(({ sequence, product_id: productId }) => ({ sequence, productId }));
      const first = changes.at(0);
      // A process that is further behind than the stored changes reads everything again.
      return first && first.sequence > after + 1
        ? [{ sequence: first.sequence, productId: 0 }, ...changes.slice(1)]
        : changes;
    },

    /** Deletes announced changes up to a number, except the newest. */
    async sweepAnnouncements(upTo: number): Promise<void> {
      await db()('facet_changes').where('sequence', '<', upTo).delete();
    },
  };
}
