import { createHash } from 'node:crypto';
import { type Database, subnetOf } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';

const DAY_MS = 86_400_000;

/** Rate limits per IP address, counted in the database so that all nodes share them. */
export interface Attempts {
  /**
   * Counts an attempt; returns false when there are more than `max` within the time window.
   * @param seconds length of the time window
   */
  allow(action: string, ip: string, max: number, seconds: number): Promise<boolean>;
}

export function createAttempts({ db }: { db: Database }): Attempts {
  return {
    async allow(action, ip, max, seconds) {
      const now = Date.now();
      // IP addresses are personal data, so only a hash is stored.
      const client_hash = createHash('sha256').update(subnetOf(ip)).digest('hex');
      await db()('store_attempts')
        .where('at', '<', now - DAY_MS)
        .delete();
      // Counted after the insert, so that concurrent requests count each other's attempts.
      const id = insertedId(await db()('store_attempts').insert({ action, client_hash, at: now }));
      const row = await db()('store_attempts')
        .where({ action, client_hash })
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
