import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createScheduler } from '../engine/work.js';
import { packParts, unpackParts } from './packed-parts.js';

/** Header of a copy file. */
export interface CopyHead {
  readonly format: number;
  /** Identifies the copy in the database. */
  readonly token: string;
  readonly fingerprint: string;
  readonly sequence: number;
  readonly ownSequence: number;
}

interface CopyDescription {
  readonly head: CopyHead;
  readonly sum: string;
  readonly description: unknown;
}

/**
 * Size of the length field at the start of the file. It contains the length of the description, which is padded to a
 * multiple of eight bytes.
 */
const LENGTH_BYTES = 8;
/** Number of bytes hashed at a time. */
const SLICE = 1 << 20;
/** Age from which an unfinished file is considered abandoned, in milliseconds. */
const LEFT_OVER_MS = 3_600_000;
const UNFINISHED = '.unfinished';

/** Writes a copy, and replaces the previous one once all data is on disk. */
export async function writeCopy(file: string, head: CopyHead, parts: object): Promise<void> {
  await sweep(path.dirname(file));
  const { description, buffers } = packParts(parts);
  const described: CopyDescription = { head, sum: await sumOf(buffers), description };
  const text = Buffer.from(JSON.stringify(described));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  const unfinished = `${file}.${head.token}${UNFINISHED}`;
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
 * @param isWanted checks the header before the rest is verified;
 * @returns undefined if there is no copy, or if it is not wanted or incomplete
 */
export async function readCopy(
  file: string,
  isWanted: (head: CopyHead) => boolean,
): Promise<{ readonly head: CopyHead; readonly parts: object } | undefined> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!bytes || bytes.length < LENGTH_BYTES) return undefined;
  const end = LENGTH_BYTES + bytes.readUInt32LE(0);
  const described = parsed(bytes.subarray(LENGTH_BYTES, end));
  const payload = bytes.subarray(end + (-end & (LENGTH_BYTES - 1)));
  if (!described || !isWanted(described.head) || (await sumOf([payload])) !== described.sum) return undefined;
  return { head: described.head, parts: unpackParts(described.description, payload) as object };
}

function parsed(text: Buffer): CopyDescription | undefined {
  try {
    return JSON.parse(text.toString()) as CopyDescription;
  } catch {
    return undefined;
  }
}

async function sumOf(buffers: readonly Buffer[]): Promise<string> {
  const scheduler = createScheduler();
  const sum = createHash('sha256');
  for (const buffer of buffers) {
    for (let at = 0; at < buffer.length; at += SLICE) {
      sum.update(buffer.subarray(at, at + SLICE));
      if (scheduler.isDue()) await scheduler.pause();
    }
  }
  return sum.digest('hex');
}

/** Deletes files of processes that ended while writing them. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_OVER_MS) await rm(path.join(folder, name), { force: true });
  }
}
