import { PlinthError } from '../api/index.js';

/** Error codes for a disk without free space, or a quota that is used up. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL']);
/** SQLite primary result code for a full disk. */
const SQLITE_FULL = 13;
const MAX_CAUSE_DEPTH = 5;

/** HTTP status for a disk that cannot store anything. */
export const INSUFFICIENT_STORAGE = 507;

/** Why a disk cannot store anything. */
export type StorageFailure = 'disk_full' | 'disk_read_only';

/** Returns the message for people, in English unless a translation is passed. */
export function storageMessage(failure: StorageFailure, __: (text: string) => string = (text) => text): string {
  return failure === 'disk_full'
    ? __('The disk is full, so nothing was stored. Free up space on the server, then send it again.')
    : __('The disk is read-only, so nothing was stored. Make it writable on the server, then send it again.');
}

/** Whether an error code says that the disk cannot store anything. */
export function isStorageFailure(code: string): code is StorageFailure {
  return code === 'disk_full' || code === 'disk_read_only';
}

/** Returns why the disk cannot store anything, if that caused an error; undefined for all other errors. */
export function storageFailure(error: unknown): StorageFailure | undefined {
  // An error with a status of its own already says what the client should know.
  if (error instanceof PlinthError && error.status !== 500) return undefined;
  let current = error;
  for (let depth = 0; typeof current === 'object' && current !== null && depth < MAX_CAUSE_DEPTH; depth++) {
    const { code, errcode, cause } = current as { code?: unknown; errcode?: unknown; cause?: unknown };
    if (code === 'EROFS') return 'disk_read_only';
    if (typeof code === 'string' && FULL_CODES.has(code)) return 'disk_full';
    if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL)
      return 'disk_full';
    current = cause;
  }
  return undefined;
}
