import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  type ApplicationPassword,
  type ApplicationPasswordsApi,
  type Database,
  type HookApi,
  toUtcString,
  WpError,
} from '../api/index.js';
import { removeNul } from '../formatting/text/without-nul.js';
import type { ApplicationPasswordRow } from './tables.js';
import { noDataCache, type DataCache } from '../cache/index.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const PASSWORD_LENGTH = 24;
const DAY_SECONDS = 86_400;
const MAX_NAME_LENGTH = 255;

const nameTooLong = (): WpError =>
  new WpError('application_password_name_too_long', 'The application name may not be longer than 255 characters.', {
    status: 400,
  });

type Row = Omit<ApplicationPasswordRow, 'id' | 'user_id'>;

/** Application passwords, and the check for logging in with one. */
export interface ApplicationPasswords extends ApplicationPasswordsApi {
  /** Returns the user's application password that matches, regardless of spaces. */
  find(userId: number, password: string): Promise<ApplicationPassword | undefined>;
}

/**
 * Creates the application passwords API (`WP_Application_Passwords`).
 * @since 0.1.0
 */
export function createApplicationPasswords({
  db,
  dataCache = noDataCache,
  hooks,
}: {
  db: Database;
  dataCache?: Pick<DataCache, 'getRows'>;
  hooks: HookApi;
}): ApplicationPasswords {
  const rows = (userId: number) => db()('application_passwords').where({ user_id: userId });
  /** Returns all of a user's application passwords; cached, because every API request needs them. */
  const cachedRows = (userId: number): Promise<readonly Row[]> =>
    dataCache.getRows('users', `application-passwords:${userId}`, async (): Promise<Row[]> => await rows(userId));
  const notFound = (): WpError =>
    new WpError('application_password_not_found', 'Could not find an application password with that id.');

  async function findRow(userId: number, uuid: string): Promise<Row | undefined> {
    return (await cachedRows(userId)).find((row) => row.uuid === uuid);
  }

  async function isNameTaken(userId: number, name: string): Promise<boolean> {
    const names = await rows(userId).pluck<string[]>('name');
    return names.some((existing) => existing.toLowerCase() === name.toLowerCase());
  }

  return {
    async createApplicationPassword(userId, { name, appId = '' }) {
      const trimmed = removeNul(name).trim();
      if ([...trimmed].length > MAX_NAME_LENGTH) return nameTooLong();
      if (trimmed === '') {
        return new WpError(
          'application_password_empty_name',
          'An application name is required to create an application password.',
          { status: 400 },
        );
      }
      if (await isNameTaken(userId, trimmed)) {
        return new WpError('application_password_duplicate_name', 'Each application name should be unique.', {
          status: 409,
        });
      }
      const password = generatePassword();
      const created = toUtcString();
      const row = {
        user_id: userId,
        uuid: randomUUID(),
        app_id: appId,
        name: trimmed,
        password: hashPassword(password),
        created,
      };
      await db()('application_passwords').insert(row);
      const item = toItem({ ...row, last_used: null, last_ip: null });
      await hooks.doAction('wp_create_application_password', userId, item, password, { name, appId });
      return { password, item };
    },

    async getUserApplicationPasswords(userId) {
      return (await rows(userId).orderBy('id')).map(toItem);
    },

    async getUserApplicationPassword(userId, uuid) {
      const row = await findRow(userId, uuid);
      return row ? toItem(row) : null;
    },

    async updateApplicationPassword(userId, uuid, changes) {
      const row = await findRow(userId, uuid);
      if (!row) return notFound();
      if ([...(changes.name ?? '')].length > MAX_NAME_LENGTH) return nameTooLong();
      if (changes.name !== undefined && changes.name !== row.name) {
        await rows(userId).where({ uuid }).update({ name: changes.name });
        await hooks.doAction('wp_update_application_password', userId, toItem({ ...row, name: changes.name }), changes);
      }
      return true;
    },

    async recordApplicationPasswordUsage(userId, uuid, ip) {
      const row = await findRow(userId, uuid);
      if (!row) return notFound();
      const { lastUsed } = toItem(row);
      // One write per day is enough to show whether a password is still in use.
      if (lastUsed !== null && lastUsed + DAY_SECONDS > Date.now() / 1000) return true;
      await rows(userId).where({ uuid }).update({ last_used: toUtcString(), last_ip: ip });
      return true;
    },

    async deleteApplicationPassword(userId, uuid) {
      const row = await findRow(userId, uuid);
      if (!row) return notFound();
      await rows(userId).where({ uuid }).delete();
      await hooks.doAction('wp_delete_application_password', userId, toItem(row));
      return true;
    },

    async deleteAllApplicationPasswords(userId) {
      return await rows(userId).delete();
    },

    isAvailable: async () => hooks.applyFilters('wp_is_application_passwords_available', true),
    isAvailableForUser: async (user) =>
      hooks.applyFilters('wp_is_application_passwords_available_for_user', true, user),

    async find(userId, password) {
      const providedDigest = Buffer.from(hashPassword(password.replaceAll(/[^a-z\d]/gi, '')));
      const row = (await cachedRows(userId)).find((candidate) => {
        const stored = Buffer.from(candidate.password);
        return stored.length === providedDigest.length && timingSafeEqual(stored, providedDigest);
      });
      return row && toItem(row);
    },
  };
}

/** Splits a password into groups of four characters, as shown to users (`chunk_password`). */
export function chunkPassword(password: string): string {
  return password.replaceAll(/[^a-z\d]/gi, '').replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** A fast hash is sufficient, because the password has 140 random bits and cannot be guessed. */
export function hashPassword(password: string): string {
  return `$sha256$${createHash('sha256').update(password).digest('base64url')}`;
}

function generatePassword(): string {
  let password = '';
  while (password.length < PASSWORD_LENGTH) {
    for (const byte of randomBytes(PASSWORD_LENGTH * 2)) {
      // Bytes beyond the last full multiple of the alphabet's length would favor its first characters.
      if (byte < 248 && password.length < PASSWORD_LENGTH) password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}

function toItem(row: Row): ApplicationPassword {
  return {
    uuid: row.uuid,
    appId: row.app_id,
    name: row.name,
    created: toUnixTime(row.created),
    lastUsed: row.last_used === null ? null : toUnixTime(row.last_used),
    lastIp: row.last_ip,
  };
}

function toUnixTime(time: string | Date): number {
  return Math.floor((time instanceof Date ? time.getTime() : Date.parse(`${time.replace(' ', 'T')}Z`)) / 1000);
}
