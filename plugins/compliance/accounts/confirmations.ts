import { randomBytes } from 'node:crypto';
import type { Database } from 'plinth';
import { hashText } from '../consents/text-versions.js';
import { type Clock, shiftDays } from '../time/clock.js';
import type { ConfirmationRow } from './tables.js';

/** An account awaiting confirmation. */
interface Confirmation {
  readonly userId: number;
  /** Expiry of the newest email's link, in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly expiresAt: string;
  /** When the account was created, in UTC. */
  readonly createdAt: string;
}

/** Accounts awaiting confirmation through an emailed link. Any other account counts as confirmed. */
export interface Confirmations {
  /** Marks an account as awaiting confirmation, inside the transaction that creates it. */
  markPending(userId: number): Promise<void>;
  isPending(userId: number): Promise<boolean>;
  /**
   * Issues a token for the next email; earlier ones become invalid, and only the hash is stored.
   * @param hours lifetime of the token, in hours
   * @returns undefined for an account that is not awaiting confirmation
   */
  issueToken(userId: number, hours: number): Promise<string | undefined>;
  /** Returns the account of a valid token. */
  find(token: string): Promise<Confirmation | undefined>;
  /**
   * Confirms an account; returns false when it was not awaiting confirmation, so that only one of two concurrent calls
   * succeeds.
   */
  confirm(userId: number): Promise<boolean>;
  /** Confirms every account. */
  confirmAll(): Promise<void>;
  /**
   * Returns accounts created before a given time whose links have expired, ordered by ID.
   * @param after last ID processed
   */
  listExpired(before: string, after: number, limit: number): Promise<readonly Confirmation[]>;
}

const TABLE = 'compliance_confirmations';
const TOKEN_PATTERN = /^[\w-]{43}$/;
const HOURS_PER_DAY = 24;

const toConfirmation = (row: ConfirmationRow): Confirmation => ({
  userId: row.user_id,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
});

export function createConfirmations({ db, clock }: { db: Database; clock: Clock }): Confirmations {
  const table = () => db()(TABLE);
  return {
    async markPending(userId) {
      const now = clock.now();
      await table().insert({ user_id: userId, token_hash: '', expires_at: now, created_at: now });
    },
    isPending: async (userId) => (await table().where({ user_id: userId }).first('user_id')) !== undefined,
    async issueToken(userId, hours) {
      const token = randomBytes(32).toString('base64url');
      const updatedRows = await table()
        .where({ user_id: userId })
        .update({ token_hash: hashText(token), expires_at: shiftDays(clock.now(), hours / HOURS_PER_DAY) });
      return updatedRows > 0 ? token : undefined;
    },
    async find(token) {
      if (!TOKEN_PATTERN.test(token)) return undefined;
      const row = await table()
        .where({ token_hash: hashText(token) })
        .where('expires_at', '>', clock.now())
        .first();
      return row && toConfirmation(row);
    },
    confirm: async (userId) => (await table().where({ user_id: userId }).delete()) > 0,
    confirmAll: async () => void (await table().delete()),
    async listExpired(before, after, limit) {
      const rows = await table()
        .where('created_at', '<', before)
        .where('expires_at', '<', clock.now())
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .select();
      return rows.map(toConfirmation);
    },
  };
}
