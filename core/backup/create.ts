import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { PlinthError } from '../api/index.js';
import {
  appliedMigrations,
  countRows,
  exportLines,
  isRow,
  type RowCounts,
  type SiteDatabase,
  exportedTables,
} from '../db/index.js';
import { type Archive, createArchive } from './archive.js';
import { listDataFiles } from './data-files.js';
import {
  BACKUP_FORMAT,
  type BackupKind,
  type BackupManifest,
  DATABASE_FILE,
  FOLDERS,
  type BackedUpFile,
} from './manifest.js';
import { assertDiskSpace, estimateDatabaseSize, readFreeBytes, toDiskFullError } from './disk-space.js';

/** The data and options of a backup. */
export interface BackupSource {
  readonly db: SiteDatabase;
  readonly dataDir: string;
  /** Version of Plinth. */
  readonly version: string;
  readonly siteUrl: string;
}

export interface BackupOptions {
  readonly kind?: BackupKind;
  /** Unix time in milliseconds. */
  readonly now?: number;
  /** Aborts the backup. */
  readonly signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
  /** Milliseconds to wait for another backup in progress. */
  readonly wait?: number;
  /** Returns the destination of the bytes; the file when absent. */
  readonly sink?: (file: string) => Writable;
  /** Returns the free bytes of a folder. */
  readonly getFreeBytes?: (folder: string) => Promise<number>;
}

/** Bytes of a file that count as one table row in the progress. */
const BYTES_PER_STEP = 64 * 1024;
/** Number of characters of row data passed on at once. */
const CHUNK_LENGTH = 64 * 1024;
const LOCK = 'backup';
const UNFINISHED = '.unfinished';

/**
 * Creates a backup: a consistent snapshot of the database, and the files of the data folder. It gets its final name
 * once it is complete and flushed to disk; if it fails or is killed, no backup remains.
 * @throws PlinthError `backup_exists`, `backup_busy`, `backup_canceled`, `insufficient_disk_space`,
 * `restore_unfinished`
 */
export async function createBackup(
  source: BackupSource,
  file: string,
  options: BackupOptions = {},
): Promise<BackupManifest> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if (await exists(join(source.dataDir, '.restore')))
    throw new PlinthError('restore_unfinished', 'A restore was interrupted.', {
      hint: 'Start the site, or run the restore again: both complete or undo the interrupted restore.',
    });
  const runLocked = async (): Promise<BackupManifest> => {
    if (await exists(file))
      throw new PlinthError('backup_exists', `The file ${file} already exists.`, {
        hint: 'Choose another name.',
        status: 400,
      });
    const unfinished = file + UNFINISHED;
    try {
      await (await open(unfinished, 'w', 0o600)).close();
      const manifest = await writeArchive(source, unfinished, options);
      assertNotAborted(options.signal);
      await flushToDisk(unfinished);
      await rename(unfinished, file);
      return manifest;
    } catch (error) {
      throw toDiskFullError(error, dirname(file));
    } finally {
      await rm(unfinished, { force: true });
    }
  };
  return source.db.withLock(LOCK, runLocked, { wait: options.wait ?? 0 }).catch((error: unknown) => {
    if (!(error instanceof PlinthError && error.code === 'db_lock_timeout')) throw error;
    throw new PlinthError('backup_busy', 'Another backup is in progress.', {
      hint: 'Wait until it is complete. The lock of a killed backup expires after 30 seconds.',
      status: 409,
    });
  });
}

async function writeArchive(
  { db, dataDir, version, siteUrl }: BackupSource,
  file: string,
  options: BackupOptions,
): Promise<BackupManifest> {
  const {
    kind = 'manual',
    now = Date.now(),
    signal,
    onProgress,
    sink = (path) => createWriteStream(path, { mode: 0o600 }),
    getFreeBytes = readFreeBytes,
  } = options;
  const dataFileList = await listDataFiles(dataDir);
  await assertDiskSpace(
    dirname(file),
    dataFileList.reduce((sum, { bytes }) => sum + bytes, await estimateDatabaseSize(db, join(dataDir, 'site.sqlite'))),
    getFreeBytes,
  );
  const created = new Date(now);
  const archive = createArchive(sink(file), created);
  const files: Record<string, BackedUpFile> = {};
  let [done, total] = [0, 0];
  const step = (steps: number): void => {
    assertNotAborted(signal);
    onProgress?.((done += steps), total);
  };
  try {
    const { migrations, tables } = await db.snapshot(async () => {
      const rowCountsBefore = await countRows(db, await exportedTables(db));
      total = dataFileList.reduce(
        (sum, { bytes }) => sum + countSteps(bytes),
        Object.values(rowCountsBefore).reduce((sum, rows) => sum + rows, 0),
      );
      const writtenRows: Record<string, number> = {};
      files[DATABASE_FILE] = await archive.add(
        DATABASE_FILE,
        Readable.from(generateDatabaseText({ db, version, created, rowCounts: writtenRows, onRows: step }), {
          objectMode: false,
        }),
      );
      return { migrations: await appliedMigrations(db), tables: writtenRows };
    });
    for (const { name, bytes } of await listDataFiles(dataDir)) {
      const record = await addFile(archive, join(dataDir, name), name);
      if (record) files[name] = record;
      step(countSteps(bytes));
    }
    const manifest: BackupManifest = {
      form: BACKUP_FORMAT,
      plinth: version,
      engine: db.engine,
      created: created.toISOString(),
      kind,
      siteUrl,
      migrations,
      tables,
      folders: FOLDERS,
      files,
    };
    await archive.finish(JSON.stringify(manifest));
    return manifest;
  } catch (error) {
    await archive.abort(error as Error);
    throw error;
  }
}

/** Adds a file; a file deleted in the meantime is skipped. */
async function addFile(archive: Archive, path: string, name: string): Promise<BackedUpFile | undefined> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return handle && archive.add(name, handle.createReadStream({ highWaterMark: 256 * 1024 }));
}

interface DatabaseTextOptions {
  readonly db: SiteDatabase;
  readonly version: string;
  readonly created: Date;
  /** Receives the number of rows per table. */
  readonly rowCounts: Record<string, number>;
  onRows(rows: number): void;
}

async function* generateDatabaseText({
  db,
  version,
  created,
  rowCounts,
  onRows,
}: DatabaseTextOptions): AsyncGenerator<Buffer> {
  let [text, rows] = ['', 0];
  for await (const line of exportLines(db, version, created.toISOString())) {
    text += `${JSON.stringify(line)}\n`;
    if (isRow(line)) rows += 1;
    else if ('end' in line) Object.assign(rowCounts, line.end satisfies RowCounts);
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    onRows(rows);
    [text, rows] = ['', 0];
  }
  yield Buffer.from(text);
  onRows(rows);
}

function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PlinthError('backup_canceled', 'The backup was canceled.', { kind: 'outage' });
}

function countSteps(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_STEP);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Flushes a file to disk. */
async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
