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
  check(session: string, email: string, code: string, now?: number): Promise<'wrong' | 'over' | OrderPass>;
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
  const ownerKey = (session: string, email: string): string =>
    createHash('sha256')
      .update(JSON.stringify([session, email.trim().toLowerCase()]))
      .digest('hex');

  return {
    async create(session, email, now = Date.now()) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const row = {
        who: ownerKey(session, email),
        code_hash: await wpHashPassword(code),
        tries: 0,
        ends_at: now + CODE_MINUTES * 60_000,
      };
      await rows().where('ends_at', '<', now).delete();
      await rows().insert(row).onConflict('who').merge(['code_hash', 'tries', 'ends_at']);
      return code;
    },
    async check(session, email, code, now = Date.now()) {
      const ownRows = () => rows().where({ who: ownerKey(session, email) });
      // Counted before the comparison, so that concurrent attempts see each other.
      const updatedRows = await ownRows()
        .where('ends_at', '>', now)
        .where('tries', '<', MAX_ATTEMPTS)
        .increment('tries', 1);
      if (updatedRows === 0) return 'over';
      const row = await ownRows().first('code_hash');
      if (!row || !(await verifyPassword(code, row.code_hash))) return 'wrong';
      return { consume: async () => (await ownRows().where({ code_hash: row.code_hash }).delete()) > 0 };
    },
  };
}
