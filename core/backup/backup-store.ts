import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PlinthError } from '../api/index.js';
import type { BackupKind } from './manifest.js';
import { readManifest } from './archive-members.js';
import type { VerifyResult } from './verify.js';

/** A backup as shown in lists. */
export interface StoredBackup {
  readonly name: string;
  readonly bytes: number;
  /** UTC, as ISO 8601; the file's modification time if its manifest cannot be read. */
  readonly created: string;
  readonly kind: BackupKind | '';
  readonly siteUrl: string;
  /** `good`: the whole file was verified after it was written. */
  readonly state: 'good' | 'unverified' | 'damaged';
}

/** The backup store. */
export interface BackupStore {
  readonly folder: string;
  /** Returns the backups, newest first. */
  list(): Promise<StoredBackup[]>;
  /** Returns an unused name made of the site's host and the time. */
  newName(siteUrl: string, now?: number): Promise<string>;
  /** Returns the file of a stored backup; undefined if there is none of that name. */
  file(name: string): Promise<string | undefined>;
  /**
   * Returns a file by path, or by name in the store.
   * @throws PlinthError `backup_not_found`
   */
  find(pathOrName: string): Promise<string>;
  /** Stores a file's verification result, beside the file if it is in the store. */
  note(file: string, verdict: VerifyResult): Promise<void>;
  remove(name: string): Promise<boolean>;
}

/** Suffix of the file beside a backup with its last verification result. */
const VERIFICATION_SUFFIX = '.verified';
const FILE_NAME = /^[\w.-]+\.zip$/;

interface VerificationNote {
  readonly good: boolean;
  readonly bytes: number;
  readonly written: number;
}

export function createBackupStore(folder: string): BackupStore {
  async function stateOf(file: string, bytes: number, written: number): Promise<StoredBackup['state']> {
    const note = await readFile(file + VERIFICATION_SUFFIX, 'utf8').then(
      (text) => JSON.parse(text) as VerificationNote,
      () => undefined,
    );
    if (note?.bytes !== bytes || note.written !== written) return 'unverified';
    return note.good ? 'good' : 'damaged';
  }

  async function readBackup(name: string): Promise<StoredBackup | undefined> {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const manifest = await readManifest(file).catch(() => undefined);
    return {
      name,
      bytes: found.size,
      created: manifest?.created ?? found.mtime.toISOString(),
      kind: manifest?.kind ?? '',
      siteUrl: manifest?.siteUrl ?? '',
      state: manifest ? await stateOf(file, found.size, found.mtimeMs) : 'damaged',
    };
  }

  const file: BackupStore['file'] = async (name) =>
    FILE_NAME.test(name) && (await isFile(join(folder, name))) ? join(folder, name) : undefined;

  return {
    folder,
    file,
    async list() {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(names.filter((name) => FILE_NAME.test(name)).map(readBackup));
      return found.filter((backupEntry) => backupEntry !== undefined).sort((a, b) => (a.created < b.created ? 1 : -1));
    },
    async newName(siteUrl, now = Date.now()) {
      const baseName = `${new URL(siteUrl).hostname.replace(/[^\w.-]/g, '')}-${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
      for (let number = 1; ; number += 1) {
        const name = `${baseName}${number === 1 ? '' : `-${number}`}.zip`;
        if (
          !(await access(join(folder, name)).then(
            () => true,
            () => false,
          ))
        )
          return name;
      }
    },
    async find(nameOrPath) {
      const path = resolve(nameOrPath);
      if (await isFile(path)) return path;
      const found = await file(nameOrPath);
      if (found === undefined)
        throw new PlinthError('backup_not_found', `The backup ${nameOrPath} was not found.`, {
          hint: 'Run `backup list` to see the available backups.',
          status: 404,
        });
      return found;
    },
    async note(path, { problems, bytes }) {
      if (join(path, '..') !== resolve(folder)) return;
      const note: VerificationNote = { good: problems.length === 0, bytes, written: (await stat(path)).mtimeMs };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}${VERIFICATION_SUFFIX}.new`, JSON.stringify(note), { mode: 0o600 });
      await rename(`${path}${VERIFICATION_SUFFIX}.new`, path + VERIFICATION_SUFFIX);
    },
    async remove(name) {
      const path = await file(name);
      if (path === undefined) return false;
      await rm(path);
      await rm(path + VERIFICATION_SUFFIX, { force: true });
      return true;
    },
  };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
