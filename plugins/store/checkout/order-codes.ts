import { createHash, randomInt } from 'node:crypto';
import type { PluginScope } from 'plinth';

/**
 * Verification codes that prove control of a mailbox. Each is valid for one session and email address, and for one
 * order.
 */
export interface OrderCodes {
  /**
   * Creates a code that replaces the previous one.
   * @param now Unix time in milliseconds
   */
  create(session: string, email: string, now?: number): Promise<string>;
  /** Counts an attempt. Returns a pass for one order if the code is right. */
  check(session: string, email: string, code: string, now?: number): Promise<'wrong' | 'expired' | OrderPass>;
}

/** A right code that has not been used yet. */
export interface OrderPass {
  /** Uses up the code in the order's transaction; returns false when another order has used it first. */
  consume(): Promise<boolean>;
}

export const CODE_MINUTES = 15;
const MAX_ATTEMPTS = 5;

export function createOrderCodes({
  db,
  wpHashPassword,
  verifyPassword,
}: Pick<PluginScope, 'db' | 'wpHashPassword' | 'verifyPassword'>): OrderCodes {
  const rows = () => db()('store_order_codes');
  const ownerHash = (session: string, email: string): string =>
    createHash('sha256')
      .update(JSON.stringify([session, email.trim().toLowerCase()]))
      .digest('hex');

  return {
    async create(session, email, now = Date.now()) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const row = {
        owner_hash: ownerHash(session, email),
        code_hash: await wpHashPassword(code),
        attempts: 0,
        expires_at: now + CODE_MINUTES * 60_000,
      };
      await rows().where('expires_at', '<', now).delete();
      await rows().insert(row).onConflict('owner_hash').merge(['code_hash', 'attempts', 'expires_at']);
      return code;
    },
    async check(session, email, code, now = Date.now()) {
      const ownRows = () => rows().where({ owner_hash: ownerHash(session, email) });
      // Counted before the comparison, so that concurrent attempts see each other.
      const updatedRows = await ownRows()
        .where('expires_at', '>', now)
        .where('attempts', '<', MAX_ATTEMPTS)
        .increment('attempts', 1);
      if (updatedRows === 0) return 'expired';
      const row = await ownRows().first('code_hash');
      if (!row || !(await verifyPassword(code, row.code_hash))) return 'wrong';
      return { consume: async () => (await ownRows().where({ code_hash: row.code_hash }).delete()) > 0 };
    },
  };
}
