import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type TranslationApi, WpError } from '../api/index.js';
import { INSUFFICIENT_STORAGE, storageFailure, storageMessage } from './storage-error.js';

/**
 * Writes a new file and its folder. Returns false if another process has created the file in the meantime, and an error
 * if the disk cannot store it; nothing is left behind then.
 */
export async function writeNewFile(
  target: string,
  bytes: Buffer,
  { __ }: Pick<TranslationApi, '__'>,
): Promise<boolean | WpError> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    const failure = storageFailure(error);
    if (failure === undefined) throw error;
    await rm(target, { force: true }).catch(() => undefined);
    return new WpError(failure, storageMessage(failure, __), { status: INSUFFICIENT_STORAGE });
  }
}
