import { createHash } from 'node:crypto';
import { type Database, subnetOf } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';

const DAY_MS = 86_400_000;

/** Counts what one address does, in the database, so that every node counts together. */
export interface Attempts {
  /**
   * Counts one more; false when there are more than `max` within the time.
   * @param seconds how far back they count
   */
  allow(action: string, ip: string, max: number, seconds: number): Promise<boolean>;
}

export function createAttempts({ db }: { db: Database }): Attempts {
  return {
    async allow(action, ip, max, seconds) {
      const now = Date.now();
      // Addresses are personal data: a digest counts as well.
      const who = createHash('sha256').update(subnetOf(ip)).digest('hex');
      await db()('store_attempts')
        .where('at', '<', now - DAY_MS)
        .delete();
      // Counted after the insert, so that parallel attempts see each other.
      const id = insertedId(await db()('store_attempts').insert({ action, who, at: now }));
      const row = await db()('store_attempts')
        .where({ action, who })
        .where('at', '>', now - seconds * 1000)
        .count({ total: '*' })
        .first<{ total: number | string } | undefined>();
      if (Number(row?.total ?? 0) > max) {
        await db()('store_attempts').where({ id }).delete();
        return false;
      }
      return true;
    },
  };
}
