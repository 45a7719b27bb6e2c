import { randomBytes } from 'node:crypto';
import type { Database } from 'plinth';
import { hashText } from '../consents/text-versions.js';
import { type Clock, shiftDays } from '../time/clock.js';
import type { ConfirmationRow } from './tables.js';

/** An account that waits to be confirmed. */
interface Confirmation {
  readonly userId: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`: until when the link of the newest letter works. */
  readonly expiresAt: string;
  /** UTC: when the account was made. */
  readonly createdAt: string;
}

/** Which accounts wait until the link of a letter is opened. An account that is not among them is confirmed. */
export interface Confirmations {
  /** Makes an account wait; inside the transaction that makes the account. */
  begin(userId: number): Promise<void>;
  waits(userId: number): Promise<boolean>;
  /**
   * A new token for the next letter; earlier ones stop working, and only its hash is kept.
   * @param hours how long it works
   * @returns nothing for an account that does not wait
   */
  issue(userId: number, hours: number): Promise<string | undefined>;
  /** The account of a token that still works. */
  find(token: string): Promise<Confirmation | undefined>;
  /** Confirms an account; false when it did not wait, so that of two at once one is the first. */
  settle(userId: number): Promise<boolean>;
  /** Confirms every account. */
  settleAll(): Promise<void>;
  /**
   * Accounts made before a time whose links have ended, by id.
   * @param after the last id that was looked at
   */
  overdue(before: string, after: number, limit: number): Promise<readonly Confirmation[]>;
}

const TABLE = 'compliance_confirmations';
const TOKEN = /^[\w-]{43}$/;
const HOURS_A_DAY = 24;

const confirmationOf = (row: ConfirmationRow): Confirmation => ({
  userId: row.user_id,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
});

export function createConfirmations({ db, clock }: { db: Database; clock: Clock }): Confirmations {
  const table = () => db()(TABLE);
  return {
    async begin(userId) {
      const now = clock.now();
      await table().insert({ user_id: userId, token_hash: '', expires_at: now, created_at: now });
    },
    waits: async (userId) => (await table().where({ user_id: userId }).first('user_id')) !== undefined,
    async issue(userId, hours) {
      const token = randomBytes(32).toString('base64url');
      const changed = await table()
        .where({ user_id: userId })
        .update({ token_hash: hashText(token), expires_at: shiftDays(clock.now(), hours / HOURS_A_DAY) });
      return changed > 0 ? token : undefined;
    },
    async find(token) {
      if (!TOKEN.test(token)) return undefined;
      const row = await table()
        .where({ token_hash: hashText(token) })
        .where('expires_at', '>', clock.now())
        .first();
      return row && confirmationOf(row);
    },
    settle: async (userId) => (await table().where({ user_id: userId }).delete()) > 0,
    settleAll: async () => void (await table().delete()),
    async overdue(before, after, limit) {
      const rows = await table()
        .where('created_at', '<', before)
        .where('expires_at', '<', clock.now())
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .select();
      return rows.map(confirmationOf);
    },
  };
}
