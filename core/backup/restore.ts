import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gt } from 'semver';
import { type Migration, type OptionsApi, PlinthError } from '../api/index.js';
import {
  importLines,
  type ImportResult,
  migrate,
  type RowCounts,
  schemaNewerError,
  type SiteDatabase,
  withoutTimeLimit,
} from '../db/index.js';
import { createUrlReplacer } from './replace-site-url.js';
import { type BackupManifest, DATABASE_FILE, foldersIn, isMemberName } from './manifest.js';
import { databaseLines, eachMember } from './archive-members.js';
import { createMeter } from './archive.js';
import { createPluginTables, type TablesDeps } from './plugin-tables.js';
import { assertDiskSpace, toDiskFullError } from './disk-space.js';
import { verifyBackup } from './verify.js';
import { withRestoreLock, openStaging, recoverLocked, type Staging } from './restore-staging.js';

export interface RestoreDeps extends TablesDeps {
  readonly db: SiteDatabase;
  readonly dataDir: string;
  readonly version: string;
  readonly siteUrl: string;
  readonly migrations: readonly Migration[];
  readonly options: Pick<OptionsApi, 'refresh'>;
}

export type RestorePhase = 'verify' | 'unpack' | 'import' | 'imported' | 'swapped' | 'committed';

export interface RestoreOptions {
  /** Resumes jobs that were pending in the backup; emails sent since then may be sent again. */
  readonly runJobs?: boolean;
  /** Skips the data of plugins that are neither in the backup nor on the site. */
  readonly skipMissingPlugins?: boolean;
  /** Called before each phase and as it progresses. */
  onPhase?(phase: RestorePhase, done: number, total: number): void | Promise<void>;
}

export interface RestoreResult {
  readonly manifest: BackupManifest;
  readonly rows: RowCounts;
  readonly skippedRows: RowCounts;
  readonly heldJobs: number;
}

/**
 * Replaces all data of the site with a backup, completely or not at all. The site must be stopped.
 * Files are staged and swapped by renaming; the data is imported in one transaction, which also records that it was
 * imported.
 * @throws PlinthError `backup_damaged`, `backup_newer`, `schema_newer`, `insufficient_disk_space`, and the errors of
 * an import
 */
export async function restoreBackup(
  deps: RestoreDeps,
  file: string,
  options: RestoreOptions = {},
): Promise<RestoreResult> {
  const { db, dataDir } = deps;
  const { manifest, problems, bytes } = await verifyBackup(
    file,
    (done, total) => void options.onPhase?.('verify', done, total),
  );
  if (!manifest || problems.length > 0) {
    throw new PlinthError('backup_damaged', `The backup is damaged. ${problems.join(' ')}`, {
      hint: 'Nothing was changed. Use another backup.',
      details: { problems },
    });
  }
  assertCompatible(deps, manifest);
  return withRestoreLock(db, async () => {
    await recoverLocked(db, dataDir);
    const unpacked = Object.values(manifest.files).reduce((sum, member) => sum + member.bytes, 0);
    await assertDiskSpace(dataDir, unpacked + bytes);
    const staging = await openStaging(db, dataDir, randomUUID(), {
      covers: foldersIn(manifest),
      brings: foldersToReplace(manifest),
    });
    let restored: RestoreResult;
    try {
      await unpack(file, manifest, staging.incoming, options);
      restored = await importData(deps, file, manifest, staging, options);
    } catch (error) {
      // If recovery fails now, it is repeated at the next start.
      await recoverLocked(db, dataDir).catch(() => undefined);
      throw toDiskFullError(error, dataDir);
    }
    await options.onPhase?.('committed', 1, 1);
    await staging.finish();
    await runLaterMigrations(deps, manifest);
    await deps.options.refresh();
    return restored;
  });
}

/** An older Plinth cannot interpret the data of a newer one. */
function assertCompatible({ version, migrations }: RestoreDeps, manifest: BackupManifest): void {
  const known = new Set(migrations.map(({ id }) => id));
  const unknown = (manifest.migrations.core ?? []).filter((id) => !known.has(id));
  if (unknown.length > 0) throw schemaNewerError('core', unknown, 'backup');
  if (gt(manifest.plinth, version))
    throw new PlinthError(
      'backup_newer',
      `The backup was created by Plinth ${manifest.plinth}, which is newer than this version, ${version}.`,
      {
        hint: 'Update Plinth first. Nothing was changed.',
      },
    );
}

function foldersToReplace(manifest: BackupManifest): string[] {
  return foldersIn(manifest).filter((folder) =>
    Object.keys(manifest.files).some((name) => name.startsWith(`${folder}/`)),
  );
}

/** Stages the files; they are verified again although they were verified a moment ago. */
async function unpack(
  file: string,
  { files }: BackupManifest,
  folder: string,
  { onPhase }: RestoreOptions,
): Promise<void> {
  const total = Object.keys(files).length;
  let done = 0;
  await onPhase?.('unpack', 0, total);
  await eachMember(file, async (name, content) => {
    if (name === DATABASE_FILE || !Object.hasOwn(files, name) || !isMemberName(name)) return void content.destroy();
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const meter = createMeter();
    await pipeline(content, meter.stream, createWriteStream(target, { mode: 0o600, flush: true }));
    const { bytes, sha256 } = meter.record();
    if (bytes !== files[name]?.bytes || sha256 !== files[name]?.sha256)
      throw new PlinthError('backup_damaged', `${name} changed during the restore.`, {
        hint: 'Nothing was changed. Check the disk that contains the backup.',
      });
    await onPhase?.('unpack', ++done, total);
  });
}

async function importData(
  deps: RestoreDeps,
  file: string,
  manifest: BackupManifest,
  staging: Staging,
  { runJobs = false, skipMissingPlugins = false, onPhase }: RestoreOptions,
): Promise<RestoreResult> {
  const { db } = deps;
  const total = Object.values(manifest.tables).reduce((sum, rows) => sum + rows, 0);
  const makeTables = (): Promise<void> =>
    createPluginTables(deps, manifest.migrations, {
      incoming: join(staging.incoming, 'plugins'),
      leaveOut: skipMissingPlugins,
    });
  await onPhase?.('import', 0, total);
  // Where DDL is transactional, it is part of this transaction.
  if (db.engine === 'mysql') await makeTables();
  return withoutTimeLimit(() =>
    db.transaction(async () => {
      if (db.engine === 'sqlite') await makeTables();
      const replaceUrl = createUrlReplacer(manifest.siteUrl, deps.siteUrl);
      const { rows, skippedRows } = await importLines(db, () => databaseLines(file), {
        skipUnknownTables: skipMissingPlugins,
        convert: replaceUrl,
        onRows: (done) => void onPhase?.('import', done, total),
      });
      assertAllRowsImported(manifest, { rows, skippedRows });
      // Identifies the data folder of the backup; the next start stores the ID of the current one.
      await db()('options').where({ name: 'data_folder' }).delete();
      const heldJobs = runJobs
        ? 0
        : await db()('jobs').whereIn('state', ['waiting', 'running']).update({ state: 'held', locked_until: null });
      await onPhase?.('imported', 1, 1);
      await staging.swap().catch((cause: unknown) => {
        throw new PlinthError(
          'restore_swap_failed',
          `The folders in ${deps.dataDir} could not be replaced: ${(cause as Error).message}.`,
          {
            hint: 'Nothing was changed. DATA_DIR must be a single file system, without other file systems mounted inside it.',
            cause,
          },
        );
      });
      await staging.markRestored();
      await onPhase?.('swapped', 1, 1);
      return { manifest, rows, skippedRows, heldJobs };
    }),
  );
}

function assertAllRowsImported(manifest: BackupManifest, { rows, skippedRows }: ImportResult): void {
  const rowCounts: RowCounts = { ...rows, ...skippedRows };
  const missingTables = Object.entries(manifest.tables)
    .filter(([table, promised]) => rowCounts[table] !== promised)
    .map(([table, promised]) => `${table}: ${rowCounts[table] ?? 0} of ${promised} rows`);
  if (missingTables.length > 0)
    throw new PlinthError('import_incomplete', `Rows are missing: ${missingTables.join('; ')}.`, {
      hint: 'Nothing was changed. Use another backup.',
      details: { lost: missingTables },
    });
}

/** Runs later migrations on the data, which may have an older schema. */
async function runLaterMigrations({ db, plugins, migrations }: RestoreDeps, manifest: BackupManifest): Promise<void> {
  await migrate(db, 'core', migrations);
  for (const id of Object.keys(manifest.migrations)) if (id !== 'core') await plugins.migratePlugin(id);
}
