import { createHash, randomInt } from 'node:crypto';
import type { Database } from '../../api/index.js';

const COUNT = 10;
const LENGTH = 16;
/** Without letters and digits that are mistaken for each other: 32 of them, so 16 make 80 bits, which nobody can try out. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Ten codes for whoever has lost everything else; only their hashes are stored. */
export interface RecoveryCodes {
  /** New ones, which make the earlier ones worthless. */
  renew(userId: number): Promise<string[]>;
  /** Whether it is one of them, which it is only once. */
  use(userId: number, code: string): Promise<boolean>;
  count(userId: number): Promise<number>;
  clear(userId: number): Promise<void>;
}

export function createRecoveryCodes(db: Database): RecoveryCodes {
  const rows = (userId: number) => db()('recovery_codes').where({ user_id: userId });
  return {
    async renew(userId) {
      const codes = Array.from({ length: COUNT }, newCode);
      await db.transaction(async () => {
        await rows(userId).delete();
        await db()('recovery_codes').insert(codes.map((code) => ({ user_id: userId, code_hash: hash(userId, code) })));
      });
      return codes;
    },
    use: async (userId, code) =>
      (await rows(userId)
        .where({ code_hash: hash(userId, code) })
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

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** However it is grouped and whichever case it is typed in. */
function hash(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${userId}|${code.toLowerCase().replaceAll(/[^a-z\d]/g, '')}`)
    .digest('base64url');
}
