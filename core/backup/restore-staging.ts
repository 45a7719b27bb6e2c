import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, PlinthError } from '../api/index.js';
import { type AppliedMigrations, appliedMigrations, exportedTables } from '../db/index.js';
import { FOLDERS } from './manifest.js';

/**
 * Folder in which a restore stages incoming files and keeps the replaced ones. It is on the same file system as both,
 * so that each step is one rename.
 */
const STAGING_FOLDER = '.restore';
const JOURNAL_FILE = 'journal.json';
/** A row written together with the restored data; its presence shows whether the data was committed. */
const MARK_NAME = 'restored';
const LOCK_NAME = 'restore';
/** Milliseconds after which the lock of a killed restore expires, and that the next restore waits for it. */
const LOCK_TTL_MS = 15_000;
const LOCK_TIMEOUT_MS = 20_000;

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
  const staging = join(dataDir, STAGING_FOLDER);
  const existingFolders: string[] = [];
  for (const folder of replacedFolders) if (await exists(join(dataDir, folder))) existingFolders.push(folder);
  const journal: Journal = {
    id,
    had: existingFolders,
    brings: backupFolders,
    migrations: await appliedMigrations(db),
    tables: await exportedTables(db),
  };
  await mkdir(join(staging, 'before'), { recursive: true, mode: 0o700 });
  await mkdir(join(staging, 'new'), { mode: 0o700 });
  await writeFile(join(staging, `${JOURNAL_FILE}.new`), JSON.stringify(journal), { mode: 0o600, flush: true });
  await rename(join(staging, `${JOURNAL_FILE}.new`), join(staging, JOURNAL_FILE));
  await flushToDisk(staging);
  return {
    incoming: join(staging, 'new'),
    async swap() {
      for (const folder of FOLDERS) {
        const { home, before, incoming } = pathsOf(dataDir, folder);
        if (existingFolders.includes(folder) && !(await exists(before))) await rename(home, before);
        if (backupFolders.includes(folder) && (await exists(incoming))) await rename(incoming, home);
      }
      for (const folder of [dataDir, join(staging, 'before'), join(staging, 'new')]) await flushToDisk(folder);
    },
    async markRestored() {
      await db()('locks').where({ name: MARK_NAME }).delete();
      await db()('locks').insert({ name: MARK_NAME, owner: id, expires_at: 0 });
    },
    finish: () => finishStaging(db, staging),
  };
}

/**
 * Recovers from a restore that failed or was killed: completes it if its data was committed, otherwise undoes it.
 * @throws PlinthError `restore_running` if it is still running
 */
export async function recoverRestore(db: Database, dataDir: string): Promise<void> {
  if (await exists(join(dataDir, STAGING_FOLDER))) await withRestoreLock(db, () => recoverLocked(db, dataDir));
}

/** Runs work under the restore lock. */
export async function withRestoreLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await db.withLock(LOCK_NAME, work, { wait: LOCK_TIMEOUT_MS, ttl: LOCK_TTL_MS });
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
export async function recoverLocked(db: Database, dataDir: string): Promise<void> {
  const staging = join(dataDir, STAGING_FOLDER);
  // Without a journal, either nothing was swapped yet or everything was finished.
  const journal = await readFile(join(staging, JOURNAL_FILE), 'utf8').then(
    (text) => JSON.parse(text) as Journal,
    () => undefined,
  );
  const mark = await db()('locks').where({ name: MARK_NAME }).first<{ owner: string } | undefined>('owner');
  if (journal && mark?.owner !== journal.id) await undo(db, dataDir, journal);
  await finishStaging(db, staging);
}

async function undo(
  db: Database,
  dataDir: string,
  { had: existingFolders, brings, migrations, tables }: Journal,
): Promise<void> {
  for (const folder of FOLDERS) {
    const { home, before, incoming } = pathsOf(dataDir, folder);
    if (
      brings.includes(folder) &&
      !(await exists(incoming)) &&
      (!existingFolders.includes(folder) || (await exists(before)))
    )
      await rename(home, incoming).catch(ignoreMissing);
    if (existingFolders.includes(folder) && (await exists(before))) await rename(before, home);
  }
  await flushToDisk(dataDir);
  // Where DDL cannot be rolled back, tables of plugins that were not restored are dropped.
  for (const table of await exportedTables(db)) if (!tables.includes(table)) await db().schema.dropTable(table);
  for (const [owner, ids] of Object.entries(await appliedMigrations(db))) {
    const laterMigrations = ids.filter((id) => !migrations[owner]?.includes(id));
    if (laterMigrations.length > 0) await db()('migrations').where({ owner }).whereIn('id', laterMigrations).delete();
  }
}

/** The journal is deleted first; without one, only files to delete remain. */
async function finishStaging(db: Database, staging: string): Promise<void> {
  await rm(join(staging, JOURNAL_FILE), { force: true });
  await flushToDisk(staging).catch(ignoreMissing);
  await db()('locks').where({ name: MARK_NAME }).delete();
  await rm(staging, { recursive: true, force: true });
}

function pathsOf(dataDir: string, folder: string): { home: string; before: string; incoming: string } {
  return {
    home: join(dataDir, folder),
    before: join(dataDir, STAGING_FOLDER, 'before', folder),
    incoming: join(dataDir, STAGING_FOLDER, 'new', folder),
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

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
