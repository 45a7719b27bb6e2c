import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, PlinthError } from '../api/index.js';
import { type AppliedMigrations, appliedMigrations, tablesOf } from '../db/index.js';
import { FOLDERS } from './manifest.js';

/**
 * Folder in which a restore stages incoming files and keeps the replaced ones. It is on the same file system as both,
 * so that each step is one rename.
 */
const STAGING = '.restore';
const JOURNAL = 'journal.json';
/** A row written together with the restored data; its presence shows whether the data was committed. */
const MARK = 'restored';
const LOCK = 'restore';
/** Milliseconds after which the lock of a killed restore expires, and that the next restore waits for it. */
const TTL_MS = 15_000;
const WAIT_MS = 20_000;

interface Journal {
  readonly id: string;
  /** Existing folders to replace, and the folders in the backup. */
  readonly had: readonly string[];
  readonly brings: readonly string[];
  readonly migrations: AppliedMigrations;
  readonly tables: readonly string[];
}

export interface Staging {
  /** Folder where the backup's files are staged. */
  readonly incoming: string;
  /** Replaces the existing folders with the staged ones; repeating it has no effect. */
  swap(): Promise<void>;
  /** Records in the open transaction that the data was restored. */
  markRestored(): Promise<void>;
  /** Deletes the replaced files. */
  finish(): Promise<void>;
}

/**
 * Starts a restore that replaces some folders with those of a backup. Until it is marked, {@link recoverRestore} undoes
 * it.
 */
export async function openStaging(
  db: Database,
  dataDir: string,
  id: string,
  {
    covers: replacedFolders,
    brings: backupFolders,
  }: { readonly covers: readonly string[]; readonly brings: readonly string[] },
): Promise<Staging> {
  const staging = join(dataDir, STAGING);
  const existingFolders: string[] = [];
  for (const folder of replacedFolders) if (await exists(join(dataDir, folder))) existingFolders.push(folder);
  const journal: Journal = {
    id,
    had: existingFolders,
    brings: backupFolders,
    migrations: await appliedMigrations(db),
    tables: await tablesOf(db),
  };
  await mkdir(join(staging, 'before'), { recursive: true, mode: 0o700 });
  await mkdir(join(staging, 'new'), { mode: 0o700 });
  await writeFile(join(staging, `${JOURNAL}.new`), JSON.stringify(journal), { mode: 0o600, flush: true });
  await rename(join(staging, `${JOURNAL}.new`), join(staging, JOURNAL));
  await flushToDisk(staging);
  return {
    incoming: join(staging, 'new'),
    async swap() {
      for (const folder of FOLDERS) {
        const { home, before, incoming } = placesOf(dataDir, folder);
        if (existingFolders.includes(folder) && !(await exists(before))) await rename(home, before);
        if (backupFolders.includes(folder) && (await exists(incoming))) await rename(incoming, home);
      }
      for (const folder of [dataDir, join(staging, 'before'), join(staging, 'new')]) await flushToDisk(folder);
    },
    async markRestored() {
      await db()('locks').where({ name: MARK }).delete();
      await db()('locks').insert({ name: MARK, owner: id, expires_at: 0 });
    },
    finish: () => close(db, staging),
  };
}

/**
 * Recovers from a restore that failed or was killed: completes it if its data was committed, otherwise undoes it.
 * @throws PlinthError `restore_running` if it is still running
 */
export async function recoverRestore(db: Database, dataDir: string): Promise<void> {
  if (await exists(join(dataDir, STAGING))) await aloneAtRestore(db, () => putRight(db, dataDir));
}

/** Runs work under the restore lock. */
export async function aloneAtRestore<T>(db: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await db.withLock(LOCK, work, { wait: WAIT_MS, ttl: TTL_MS });
  } catch (error) {
    if (!(error instanceof PlinthError && ['db_lock_timeout', 'db_busy'].includes(error.code))) throw error;
    throw new PlinthError('restore_running', 'A restore is in progress.', {
      hint: 'Wait until it is complete.',
      status: 503,
      kind: 'outage',
      cause: error,
    });
  }
}

/** Does the work of {@link recoverRestore} for a caller that already holds the lock. */
export async function putRight(db: Database, dataDir: string): Promise<void> {
  const staging = join(dataDir, STAGING);
  // Without a journal, either nothing was swapped yet or everything was finished.
  const journal = await readFile(join(staging, JOURNAL), 'utf8').then(
    (text) => JSON.parse(text) as Journal,
    () => undefined,
  );
  const mark = await db()('locks').where({ name: MARK }).first<{ owner: string } | undefined>('owner');
  if (journal && mark?.owner !== journal.id) await undo(db, dataDir, journal);
  await close(db, staging);
}

async function undo(
  db: Database,
  dataDir: string,
  { had: existingFolders, brings, migrations, tables }: Journal,
): Promise<void> {
  for (const folder of FOLDERS) {
    const { home, before, incoming } = placesOf(dataDir, folder);
    if (
      brings.includes(folder) &&
      !(await exists(incoming)) &&
      (!existingFolders.includes(folder) || (await exists(before)))
    )
      await rename(home, incoming).catch(unlessGone);
    if (existingFolders.includes(folder) && (await exists(before))) await rename(before, home);
  }
  await flushToDisk(dataDir);
  // Where DDL cannot be rolled back, tables of plugins that were not restored are dropped.
  for (const table of await tablesOf(db)) if (!tables.includes(table)) await db().schema.dropTable(table);
  for (const [owner, ids] of Object.entries(await appliedMigrations(db))) {
    const later = ids.filter((id) => !migrations[owner]?.includes(id));
    if (later.length > 0) await db()('migrations').where({ owner }).whereIn('id', later).delete();
  }
}

/** The journal is deleted first; without one, only files to delete remain. */
async function close(db: Database, staging: string): Promise<void> {
  await rm(join(staging, JOURNAL), { force: true });
  await flushToDisk(staging).catch(unlessGone);
  await db()('locks').where({ name: MARK }).delete();
  await rm(staging, { recursive: true, force: true });
}

function placesOf(dataDir: string, folder: string): { home: string; before: string; incoming: string } {
  return {
    home: join(dataDir, folder),
    before: join(dataDir, STAGING, 'before', folder),
    incoming: join(dataDir, STAGING, 'new', folder),
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Flushes a folder's entries to disk. */
async function flushToDisk(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
