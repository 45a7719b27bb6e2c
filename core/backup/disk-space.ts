import { stat, statfs } from 'node:fs/promises';
import { type Database, PlinthError } from '../api/index.js';

/** Bytes that remain free for other uses. */
const RESERVED_BYTES = 32 * 1024 * 1024;

/**
 * Throws if a disk has too little free space.
 * @throws PlinthError `insufficient_disk_space`
 */
export async function assertDiskSpace(folder: string, bytes: number, free = readFreeBytes): Promise<void> {
  const available = await free(folder);
  if (available < bytes + RESERVED_BYTES) {
    throw new PlinthError(
      'insufficient_disk_space',
      `${folder} has ${megabytes(available)} of free space, but up to ${megabytes(bytes + RESERVED_BYTES)} may be needed.`,
      {
        hint: 'Free up space, or choose another folder: with BACKUP_DIR, or with the file argument of the command.',
        kind: 'outage',
      },
    );
  }
}

export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns the approximate size of a database, in bytes. */
export async function estimateDatabaseSize(db: Database, file: string): Promise<number> {
  if (db.engine === 'sqlite') return (await stat(file).catch(() => ({ size: 0 }))).size;
  const [row] = (await db()('information_schema.tables')
    .whereRaw('table_schema = database()')
    .sum({ bytes: 'data_length' })) as [{ bytes: string | number | null }];
  return Number(row.bytes ?? 0);
}

/** Converts the error of a full disk to a readable one; returns all other errors unchanged. */
export function toDiskFullError(error: unknown, folder: string): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new PlinthError('insufficient_disk_space', `The disk that contains ${folder} is full.`, {
    hint: 'Free up space, or choose another folder: with BACKUP_DIR, or with the file argument of the command.',
    kind: 'outage',
    cause: error,
  });
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MB`;
}
