import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { type PluginScope, toUtcString } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';

/** A file for sale, as stored on disk. */
export interface StoredFile {
  readonly id: number;
  /** Path relative to the plugin's data folder; reveals nothing about the file name. */
  readonly path: string;
  /** Original file name of the upload. */
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  readonly bytes: number;
  readonly created_at: string;
}

/** Files for sale. They are stored in the plugin's data folder, which no URL maps to. */
export interface FileStore {
  /** Stores a file, inside the caller's transaction if there is one. */
  save(name: string, bytes: Buffer): Promise<StoredFile>;
  find(ids: readonly number[]): Promise<ReadonlyMap<number, StoredFile>>;
  /** Returns the newest files first. */
  newest(limit: number): Promise<readonly StoredFile[]>;
  /** Returns the size on disk; undefined when the file is missing. */
  size(file: Pick<StoredFile, 'path'>): Promise<number | undefined>;
  /** Returns the bytes from `start` to `end`, both inclusive; the file is opened on the first read. */
  read(file: Pick<StoredFile, 'path'>, start: number, end: number): AsyncIterable<Buffer>;
  /**
   * Deletes unreferenced files: those with the ids, or all older than a day.
   * @returns the number of deleted files
   */
  clear(ids?: readonly number[]): Promise<number>;
}

const FOLDER = 'downloads';
const MAX_NAME_LENGTH = 200;
/** Time for which an upload that no product refers to is retained, in milliseconds. */
const UNUSED_FILE_TTL_MS = 86_400_000;
const BATCH_SIZE = 200;
const DEFAULT_MIME_TYPE = 'application/octet-stream';
/** File types that are often sold but are not allowed in the media library. */
const EBOOK_MIME_TYPES = { epub: 'application/epub+zip', mobi: 'application/x-mobipocket-ebook' };

export function createFileStore(
  scope: Pick<PluginScope, 'db' | 'pluginDataPath' | 'wpMkdirP' | 'wpCheckFiletype' | 'getAllowedMimeTypes'>,
): FileStore {
  const { db } = scope;
  const rows = () => db()('store_files');
  const resolvePath = (path: string): string => scope.pluginDataPath(`${FOLDER}/${path}`);

  async function deleteUnused({ id, path }: Pick<StoredFile, 'id' | 'path'>): Promise<boolean> {
    return db.transaction(async () => {
      // Checked in the same statement, because another request may add the file to a product.
      const deleted = await rows()
        .where({ id })
        .whereNotIn('id', db()('store_product_files').select('file_id'))
        .delete();
      if (deleted > 0) await db.afterCommit(() => rm(resolvePath(path), { force: true }));
      return deleted > 0;
    });
  }

  return {
    async save(originalName, bytes) {
      // Removes the path that some browsers send, and line breaks, which would break a header.
      const name =
        (originalName.split(/[\\/]/).pop() ?? '')
          .replace(/[\p{Cc}\p{Cf}]/gu, '')
          .trim()
          .slice(-MAX_NAME_LENGTH) || 'file';
      const { type } = await scope.wpCheckFiletype(name, {
        ...(await scope.getAllowedMimeTypes()),
        ...EBOOK_MIME_TYPES,
      });
      const path = randomBytes(20).toString('hex');
      await scope.wpMkdirP(scope.pluginDataPath(FOLDER));
      await writeFile(resolvePath(path), bytes, { mode: 0o600 });
      const row = {
        path,
        name,
        type: type === false ? DEFAULT_MIME_TYPE : type,
        bytes: bytes.length,
        created_at: toUtcString(),
      };
      return { id: insertedId(await rows().insert(row)), ...row };
    },
    async find(ids) {
      const found =
        ids.length === 0
          ? []
          : await rows()
              .whereIn('id', [...ids])
              .select('*');
      return new Map(found.map((file) => [file.id, { ...file, bytes: Number(file.bytes) }]));
    },
    newest: async (limit) =>
      (await rows().orderBy('id', 'desc').limit(limit).select('*')).map((file) => ({
        ...file,
        bytes: Number(file.bytes),
      })),
    async size({ path }) {
      const found = await stat(resolvePath(path)).catch(() => undefined);
      return found?.isFile() ? found.size : undefined;
    },
    async *read({ path }, start, end) {
      if (end >= start) yield* createReadStream(resolvePath(path), { start, end }) as AsyncIterable<Buffer>;
    },
    async clear(ids) {
      const unusedFiles = rows()
        .whereNotIn('id', db()('store_product_files').select('file_id'))
        .limit(BATCH_SIZE)
        .select('id', 'path');
      const found = await (ids
        ? unusedFiles.whereIn('id', [...ids])
        : unusedFiles.where('created_at', '<', toUtcString(Date.now() - UNUSED_FILE_TTL_MS)));
      let cleared = 0;
      for (const file of found) if (await deleteUnused(file)) cleared += 1;
      return cleared;
    },
  };
}
