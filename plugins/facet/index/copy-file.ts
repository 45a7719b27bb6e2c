import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createScheduler } from '../engine/work.js';
import { packParts, unpackParts } from './packed-parts.js';

/** Header of a copy file. */
export interface CopyHeader {
  readonly format: number;
  /** Identifies the copy in the database. */
  readonly token: string;
  readonly fingerprint: string;
  readonly sequence: number;
  readonly ownSequence: number;
}

interface CopyDescription {
  readonly head: CopyHeader;
  readonly sum: string;
  readonly description: unknown;
}

/**
 * Size of the length field at the start of the file. It contains the length of the description, which is padded to a
 * multiple of eight bytes.
 */
const LENGTH_BYTES = 8;
/** Number of bytes that are hashed between two pauses. */
const HASH_CHUNK_BYTES = 1 << 20;
/** Age from which an unfinished file is considered abandoned, in milliseconds. */
const ABANDONED_AFTER_MS = 3_600_000;
const UNFINISHED_SUFFIX = '.unfinished';

/** Writes a copy, and replaces the previous one once all data is on disk. */
export async function writeCopy(file: string, head: CopyHeader, parts: object): Promise<void> {
  await deleteAbandonedFiles(path.dirname(file));
  const { description, buffers } = packParts(parts);
  const copyDescription: CopyDescription = { head, sum: await hashBuffers(buffers), description };
  const text = Buffer.from(JSON.stringify(copyDescription));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  const unfinished = `${file}.${head.token}${UNFINISHED_SUFFIX}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    for (const buffer of [length, text, Buffer.alloc(-text.length & (LENGTH_BYTES - 1)), ...buffers])
      await handle.writeFile(buffer);
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
}

/**
 * @param isWanted checks the header before the rest is verified
 * @returns undefined if there is no copy, or if it is not wanted or incomplete
 */
export async function readCopy(
  file: string,
  isWanted: (head: CopyHeader) => boolean,
): Promise<{ readonly head: CopyHeader; readonly parts: object } | undefined> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!bytes || bytes.length < LENGTH_BYTES) return undefined;
  const end = LENGTH_BYTES + bytes.readUInt32LE(0);
  const copyDescription = parseDescription(bytes.subarray(LENGTH_BYTES, end));
  const payload = bytes.subarray(end + (-end & (LENGTH_BYTES - 1)));
  if (!copyDescription || !isWanted(copyDescription.head) || (await hashBuffers([payload])) !== copyDescription.sum)
    return undefined;
  return { head: copyDescription.head, parts: unpackParts(copyDescription.description, payload) as object };
}

function parseDescription(text: Buffer): CopyDescription | undefined {
  try {
    return JSON.parse(text.toString()) as CopyDescription;
  } catch {
    return undefined;
  }
}

async function hashBuffers(buffers: readonly Buffer[]): Promise<string> {
  const scheduler = createScheduler();
  const hash = createHash('sha256');
  for (const buffer of buffers) {
    for (let at = 0; at < buffer.length; at += HASH_CHUNK_BYTES) {
      hash.update(buffer.subarray(at, at + HASH_CHUNK_BYTES));
      if (scheduler.isDue()) await scheduler.pause();
    }
  }
  return hash.digest('hex');
}

/** Deletes files of processes that ended while writing them. */
async function deleteAbandonedFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED_SUFFIX)) continue;
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path.join(folder, name), { force: true });
  }
}
