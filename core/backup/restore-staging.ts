import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, PlinthError } from '../api/index.js';
import { type AppliedMigrations, appliedMigrations, tablesOf } from '../db/index.js';
import { FOLDERS } from './manifest.js';

/** Where a restore lays what comes, and keeps what goes: on the file system of both, so that each step is one rename. */
const STAGING = '.restore';
const JOURNAL = 'journal.json';
/** A row that is written with the data that came in: whether it is there says whether they are. */
const MARK = 'restored';
const LOCK = 'restore';
/** Milliseconds after which the lock of a restore that was killed lapses, and that the next one waits for it. */
const TTL_MS = 15_000;
const WAIT_MS = 20_000;

interface Journal {
  readonly id: string;
  /** Folders that there were and that go, and those that the backup brings. */
  readonly had: readonly string[];
  readonly brings: readonly string[];
  readonly migrations: AppliedMigrations;
  readonly tables: readonly string[];
}

export interface Staging {
  /** Where the files of the backup are laid. */
  readonly incoming: string;
  /** Puts the folders that came in the place of those that are there; doing it again does nothing. */
  swap(): Promise<void>;
  /** Notes in the open transaction that the data came in. */
  mark(): Promise<void>;
  /** Throws away what was there before. */
  finish(): Promise<void>;
}

/** Begins a restore of a backup that takes the place of some folders, and brings some of them. Until it is marked, {@link recoverRestore} undoes it. */
export async function openStaging(
  db: Database,
  dataDir: string,
  id: string,
  { covers, brings }: { readonly covers: readonly string[]; readonly brings: readonly string[] },
): Promise<Staging> {
  const staging = join(dataDir, STAGING);
  const had: string[] = [];
  for (const folder of covers) if (await exists(join(dataDir, folder))) had.push(folder);
  const journal: Journal = { id, had, brings, migrations: await appliedMigrations(db), tables: await tablesOf(db) };
  await mkdir(join(staging, 'before'), { recursive: true, mode: 0o700 });
  await mkdir(join(staging, 'new'), { mode: 0o700 });
  await writeFile(join(staging, `${JOURNAL}.new`), JSON.stringify(journal), { mode: 0o600, flush: true });
  await rename(join(staging, `${JOURNAL}.new`), join(staging, JOURNAL));
  await settle(staging);
  return {
    incoming: join(staging, 'new'),
    async swap() {
      for (const folder of FOLDERS) {
        const { home, before, incoming } = placesOf(dataDir, folder);
        if (had.includes(folder) && !(await exists(before))) await rename(home, before);
        if (brings.includes(folder) && (await exists(incoming))) await rename(incoming, home);
      }
      for (const folder of [dataDir, join(staging, 'before'), join(staging, 'new')]) await settle(folder);
    },
    async mark() {
      await db()('locks').where({ name: MARK }).delete();
      await db()('locks').insert({ name: MARK, owner: id, expires_at: 0 });
    },
    finish: () => close(db, staging),
  };
}

/**
 * Puts right what a restore left that failed or was killed: one whose data came in is finished, every other one is undone.
 * @throws PlinthError `restore_running` when it is not over yet
 */
export async function recoverRestore(db: Database, dataDir: string): Promise<void> {
  if (await exists(join(dataDir, STAGING))) await aloneAtRestore(db, () => putRight(db, dataDir));
}

/** Does work while nobody else restores. */
export async function aloneAtRestore<T>(db: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await db.withLock(LOCK, work, { wait: WAIT_MS, ttl: TTL_MS });
  } catch (error) {
    if (!(error instanceof PlinthError && ['db_lock_timeout', 'db_busy'].includes(error.code))) throw error;
    throw new PlinthError('restore_running', 'A backup is being restored.', {
      hint: 'Wait until it is done.',
      status: 503,
      kind: 'outage',
      cause: error,
    });
  }
}

/** What {@link recoverRestore} does, for who is alone already. */
export async function putRight(db: Database, dataDir: string): Promise<void> {
  const staging = join(dataDir, STAGING);
  // Without a journal nothing was swapped yet, or all was done.
  const journal = await readFile(join(staging, JOURNAL), 'utf8').then(
    (text) => JSON.parse(text) as Journal,
    () => undefined,
  );
  const mark = await db()('locks').where({ name: MARK }).first<{ owner: string } | undefined>('owner');
  if (journal && mark?.owner !== journal.id) await undo(db, dataDir, journal);
  await close(db, staging);
}

async function undo(db: Database, dataDir: string, { had, brings, migrations, tables }: Journal): Promise<void> {
  for (const folder of FOLDERS) {
    const { home, before, incoming } = placesOf(dataDir, folder);
    if (brings.includes(folder) && !(await exists(incoming)) && (!had.includes(folder) || (await exists(before))))
      await rename(home, incoming).catch(unlessGone);
    if (had.includes(folder) && (await exists(before))) await rename(before, home);
  }
  await settle(dataDir);
  // Where changes of tables are not rolled back, those for plugins that did not come are.
  for (const table of await tablesOf(db)) if (!tables.includes(table)) await db().schema.dropTable(table);
  for (const [owner, ids] of Object.entries(await appliedMigrations(db))) {
    const later = ids.filter((id) => !migrations[owner]?.includes(id));
    if (later.length > 0) await db()('migrations').where({ owner }).whereIn('id', later).delete();
  }
}

/** The journal goes first: what is left without one is nothing but files to delete. */
async function close(db: Database, staging: string): Promise<void> {
  await rm(join(staging, JOURNAL), { force: true });
  await settle(staging).catch(unlessGone);
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

/** Waits until the names in a folder are on the disk. */
async function settle(folder: string): Promise<void> {
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
