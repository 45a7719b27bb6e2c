import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Database, type UsersApi, type UserWithRoles, WpError } from '../../api/index.js';

/** Lifetime of an emailed link, in seconds. */
const LIFETIME_SECONDS = 86_400;

/** One-time keys for setting a new password; only their hashes are stored. */
export interface ResetKeys {
  /** Creates a key and invalidates earlier ones (`get_password_reset_key`). */
  create(user: UserWithRoles): Promise<string>;
  /** Returns the account of a key (`check_password_reset_key`). Errors: `invalid_key`, `expired_key`. */
  check(key: string, login: string): Promise<UserWithRoles | WpError>;
  /** Deletes a used key. */
  clear(userId: number): Promise<void>;
}

export function createResetKeys({ db, users }: { db: Database; users: Pick<UsersApi, 'getUserBy'> }): ResetKeys {
  const store = async (userId: number, key: string): Promise<void> =>
    void (await db()('users').where({ id: userId }).update({ user_activation_key: key }));
  const invalidKeyError = (): WpError =>
    new WpError('invalid_key', 'Your password reset link appears to be invalid. Please request a new link below.');

  return {
    async create(user) {
      const key = randomBytes(24).toString('base64url');
      await store(user.id, `${Math.floor(Date.now() / 1000)}:${hashKey(key)}`);
      return key;
    },

    async check(key, login) {
      const user = login === '' ? false : await users.getUserBy('login', login);
      if (!user || key === '' || user.user_activation_key === '') return invalidKeyError();
      const [createdAt, stored = ''] = user.user_activation_key.split(':', 2);
      if (!isEqual(hashKey(key), stored)) return invalidKeyError();
      if (Number(createdAt) + LIFETIME_SECONDS < Date.now() / 1000) {
        return new WpError('expired_key', 'Your password reset link has expired. Please request a new link below.');
      }
      return user;
    },

    clear: (userId) => store(userId, ''),
  };
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
