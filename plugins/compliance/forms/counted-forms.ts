import { randomBytes } from 'node:crypto';
import type { Database } from 'plinth';
import { shiftDays, type Clock } from '../time/clock.js';

/** Which rendered forms were counted already, so that one sent twice counts once. */
export interface CountedForms {
  /** True for the first who asks for a token. */
  first(token: string): Promise<boolean>;
  /** Forgets forms that nobody can send any more. */
  prune(): Promise<void>;
}

const TABLE = 'compliance_forms';
const KEPT_DAYS = 7;

export function createCountedForms({ db, clock }: { db: Database; clock: Clock }): CountedForms {
  return {
    async first(token) {
      const claim = randomBytes(16).toString('hex');
      await db()(TABLE).insert({ token, claim, created_at: clock.now() }).onConflict('token').ignore();
      const row = await db()(TABLE).where({ token }).first();
      return row?.claim === claim;
    },
    async prune() {
      await db()(TABLE).where('created_at', '<', shiftDays(clock.now(), -KEPT_DAYS)).delete();
    },
  };
}
