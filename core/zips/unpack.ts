import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { zipError } from './limits.js';
import type { ZippedFile } from './zip-contents.js';

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/**
 * Writes files of a zip into an empty folder.
 * @param pathOf returns the path of a file inside the folder; undefined omits it
 * @throws PlinthError `plugin_zip_invalid`
 */
export async function unpack(
  files: readonly ZippedFile[],
  folder: string,
  pathOf: (name: string) => string | undefined,
): Promise<void> {
  for (const file of files) {
    const path = pathOf(file.name);
    if (path === undefined) continue;
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    // `wx`: an existing file is never overwritten, and a link is never followed.
    await writeFile(target, await readContent(file), { flag: 'wx', mode: 0o644 });
  }
}

/**
 * Returns a file's content, checked against its declared size and checksum; never unpacks more bytes than declared.
 * @throws PlinthError `plugin_zip_invalid`
 */
export async function readContent({ name, packed, deflated, size, crc32: sum }: ZippedFile): Promise<Buffer> {
  const damagedError = (reason: string, cause?: unknown): Error =>
    zipError(`${JSON.stringify(name)} is damaged (${reason})`, cause);
  let content = packed;
  if (deflated) {
    try {
      content = await inflate(packed, { maxOutputLength: Math.max(size, 1) });
    } catch (cause) {
      throw damagedError((cause as Error).message, cause);
    }
  }
  if (content.length !== size || crc32(content) !== sum) throw damagedError('its size or checksum does not match');
  return content;
}
