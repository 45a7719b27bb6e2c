import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type * as Yauzl from 'yauzl';
import { PlinthError } from '../api/index.js';
import { type ExportLine, parseLines } from '../db/index.js';
import { BACKUP_FORMAT, type BackupManifest, DATABASE_FILE, MANIFEST_FILE, parseManifest } from './manifest.js';

const load = createRequire(__filename);
/** Loaded when the first backup is opened. */
const yauzl = (): typeof Yauzl => load('yauzl') as typeof Yauzl;

/** Enough for the manifest of a million files. */
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/**
 * Reads a backup's manifest without reading the rest of the file.
 * @throws PlinthError `backup_invalid`, `backup_newer`
 */
export async function readManifest(file: string): Promise<BackupManifest> {
  return withZip(file, async (zip) => {
    let found: Yauzl.Entry | undefined;
    for await (const entry of zip.eachEntry()) if (entry.fileName === MANIFEST_FILE) found = entry;
    if (!found || found.uncompressedSize > MAX_MANIFEST_BYTES) throw invalidBackupError('it has no manifest');
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(found)) parts.push(part as Buffer);
    const manifest = parseManifest(Buffer.concat(parts).toString());
    if (!manifest) throw invalidBackupError('its manifest cannot be read');
    if (manifest.form > BACKUP_FORMAT)
      throw new PlinthError(
        'backup_newer',
        `The backup was created by Plinth ${manifest.plinth}, in a newer format that this version cannot read.`,
        { hint: 'Update Plinth first.' },
      );
    return manifest;
  }).catch((error: unknown) => {
    throw error instanceof PlinthError ? error : invalidBackupError((error as Error).message, error);
  });
}

/** Reads the members one after another; `onMember` receives each with its content. */
export async function eachMember(
  file: string,
  onMember: (name: string, content: Readable) => Promise<void>,
): Promise<void> {
  await withZip(file, async (zip) => {
    for await (const entry of zip.eachEntry()) await onMember(entry.fileName, await zip.openReadStreamPromise(entry));
  });
}

/** Returns the lines of a backup's database. */
export async function* databaseLines(file: string): AsyncGenerator<ExportLine> {
  const zip = await yauzl().openPromise(file, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== DATABASE_FILE) continue;
      yield* parseLines(await zip.openReadStreamPromise(entry));
      return;
    }
  } finally {
    zip.close();
  }
  throw invalidBackupError('it holds no database');
}

async function withZip<T>(file: string, work: (zip: Yauzl.ZipFile) => Promise<T>): Promise<T> {
  const zip = await yauzl().openPromise(file, { autoClose: false });
  try {
    return await work(zip);
  } finally {
    zip.close();
  }
}

function invalidBackupError(why: string, cause?: unknown): PlinthError {
  return new PlinthError('backup_invalid', `The file is not a Plinth backup, or it is damaged: ${why}.`, {
    hint: 'Use another backup.',
    status: 400,
    cause,
  });
}
