import { createHash, randomInt } from 'node:crypto';
import type { Database } from '../../api/index.js';

const CODE_COUNT = 10;
const CODE_LENGTH = 16;
/** 32 characters without those that are easily confused: 16 of them give 80 bits, which cannot be guessed. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Ten recovery codes for a user who lost every other factor; only their hashes are stored. */
export interface RecoveryCodes {
  /** Creates new codes and invalidates the earlier ones. */
  renew(userId: number): Promise<string[]>;
  /** Whether the code is valid; a code can be used once. */
  use(userId: number, code: string): Promise<boolean>;
  count(userId: number): Promise<number>;
  clear(userId: number): Promise<void>;
}

export function createRecoveryCodes(db: Database): RecoveryCodes {
  const rows = (userId: number) => db()('recovery_codes').where({ user_id: userId });
  return {
    async renew(userId) {
      const codes = Array.from({ length: CODE_COUNT }, generateCode);
      await db.transaction(async () => {
        await rows(userId).delete();
        await db()('recovery_codes').insert(
          codes.map((code) => ({ user_id: userId, code_hash: hashCode(userId, code) })),
        );
      });
      return codes;
    },
    use: async (userId, code) =>
      (await rows(userId)
        .where({ code_hash: hashCode(userId, code) })
        .delete()) > 0,
    async count(userId) {
      const row = await rows(userId).count({ total: '*' }).first();
      return Number(row?.total ?? 0);
    },
    async clear(userId) {
      await rows(userId).delete();
    },
  };
}

function generateCode(): string {
  const characters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}

/** Ignores grouping and case. */
function hashCode(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${userId}|${code.toLowerCase().replaceAll(/[^a-z\d]/g, '')}`)
    .digest('base64url');
}
