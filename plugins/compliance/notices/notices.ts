import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isWpError, type PluginScope } from 'plinth';
import type { PageLocale } from '../pages/page-type.js';
import type { Clock } from '../time/clock.js';
import type { NoticeRow } from './tables.js';

/** File of an official notice, as uploaded by the shop owner. */
export interface Notice {
  readonly locale: PageLocale;
  readonly url: string;
  /** Original file name. */
  readonly name: string;
  /** SHA-256 of the file's bytes, hexadecimal, for comparison with the published file. */
  readonly hash: string;
  /** UTC. */
  readonly createdAt: string;
}

/**
 * Harmonised notice about the legal guarantee of conformity (Implementing Regulation (EU) 2025/1960, annex I), per
 * language. Its design is fixed by law and must not be changed, so the shop does not render one: it shows the official
 * file uploaded by the shop owner, byte for byte.
 * @since 0.1.0
 */
export interface Notices {
  list(): Promise<readonly Notice[]>;
  /** Returns the notice in the visitor's language, otherwise in any. */
  find(locale: string): Promise<Notice | undefined>;
  /** Whether the file served to visitors is still the one that was uploaded. */
  isIntact(notice: Notice): Promise<boolean>;
  /** Stores a file, replacing an earlier one; returns what is wrong with it, '' when it is valid. */
  save(locale: PageLocale, name: string, bytes: Buffer): Promise<string>;
  remove(locale: PageLocale): Promise<void>;
}

const TABLE = 'compliance_notices';
const KIND = 'guarantee';
const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export function createNotices({
  scope,
  clock,
}: {
  scope: Pick<PluginScope, 'db' | 'cache' | 'wpUploadBits' | 'wpDeleteFile' | '__'>;
  clock: Clock;
}): Notices {
  const { db, __ } = scope;
  const readRows = async (): Promise<readonly NoticeRow[]> =>
    scope.cache.get('compliance:notices', async (): Promise<readonly NoticeRow[]> =>
      db()(TABLE).where({ kind: KIND }).select(),
    );
  const toNotice = ({ locale, url, name, hash, created_at }: NoticeRow): Notice => ({
    locale,
    url,
    name,
    hash,
    createdAt: created_at,
  });
  const readBytes = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null);

  return {
    list: async () => (await readRows()).map(toNotice),

    async find(locale) {
      const all = await readRows();
      const row = all.find((candidate) => candidate.locale === locale) ?? all[0];
      return row && toNotice(row);
    },

    async isIntact({ locale, hash }) {
      const row = (await readRows()).find((candidate) => candidate.locale === locale);
      const bytes = row && (await readBytes(row.file));
      return bytes !== null && bytes !== undefined && hashOf(bytes) === hash;
    },

    async save(locale, name, bytes) {
      const stored = await scope.wpUploadBits(name, bytes);
      if (isWpError(stored)) return stored.getErrorMessage();
      const hash = hashOf(bytes);
      const storedBytes = await readBytes(stored.file);
      if (!IMAGE_TYPES.includes(stored.type) || storedBytes === null || hashOf(storedBytes) !== hash) {
        await scope.wpDeleteFile(stored.url);
        return IMAGE_TYPES.includes(stored.type)
          ? __('The file was changed while it was being saved, and the official notice must not be changed.')
          : __('Upload the notice as an image: PNG, JPEG, or WebP.');
      }
      const row = {
        kind: KIND,
        locale,
        url: stored.url,
        file: stored.file,
        name: name.slice(0, 200),
        mime: stored.type,
        hash,
        created_at: clock.now(),
      };
      await db()(TABLE)
        .insert(row)
        .onConflict(['kind', 'locale'])
        .merge(['url', 'file', 'name', 'mime', 'hash', 'created_at']);
      return '';
    },

    async remove(locale) {
      await db()(TABLE).where({ kind: KIND, locale }).delete();
    },
  };
}
