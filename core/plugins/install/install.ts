import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import semver from 'semver';
import { type HookApi, PlinthError, WpError } from '../../api/index.js';
import { markUnfinished, refuseInTransaction, type SiteDatabase, appliedMigrationIds } from '../../db/index.js';
import { isPluginId, readManifest } from '../manifest/manifest.js';
import type { Host } from '../lifecycle/host.js';
import { hostMismatch, type HostVersions } from '../manifest/requirements.js';
import type { PluginRecord } from '../state/plugin-status.js';
import { resolveLayout, readZip, unpack, ZIP_LIMITS, zipBytes, type ZipLimits } from '../../zips/index.js';

/** Options of the installation of a plugin. */
export interface InstallOptions {
  /** Whether to replace an installed plugin of the same name. */
  readonly overwrite?: boolean;
  /** Whether to replace a version with an older one; otherwise this is refused with `plugin_downgrade`. */
  readonly allowDowngrade?: boolean;
  /** Id of the plugin expected in the zip; any plugin if absent. */
  readonly expectedPlugin?: string;
}

/** Installs plugins from zips. */
export interface Installer {
  /**
   * Installs a plugin from a zip, or updates it if `overwrite` is set. The previous version is stored until the new one
   * was verified and, if the plugin is active, has started; otherwise it is restored. A refused zip leaves no files.
   * @param zip content of the zip, or the path of the file
   * @returns the plugin's id, inactive if it is new; or a WpError `folder_exists`, `incompatible_archive`,
   *   `incompatible_archive_no_plugins`, `incompatible_wp_required_version`, `plugin_node_version`, `plugin_bundled`,
   *   `plugin_downgrade` (409), `plugin_update_failed`, `fs_error`
   * @since 0.1.0 (WordPress: Plugin_Upgrader::install, ::upgrade)
   */
  installPlugin(zip: Buffer | string, options?: InstallOptions): Promise<string | WpError>;
  /** Rolls back installations whose process ended prematurely. */
  recoverInstallations(): Promise<void>;
}

interface InstallerDeps {
  db: SiteDatabase;
  hooks: HookApi;
  host: Pick<Host, 'record' | 'restart' | 'resume' | 'pause' | 'reconcile' | 'unmetRequirement'>;
  /** Folder of the installed plugins. */
  folder: string;
  versions: HostVersions;
  limits?: ZipLimits;
}

const PLUGIN_ARCHIVE = { kind: 'plugin', manifest: 'plugin.json', isId: isPluginId } as const;
const LOCK_NAME = 'install-plugin';
const STAGING_PREFIX = '.install-';
/** Folder inside a staging folder that holds the previous version until the new one has started. */
const BACKUP_FOLDER = 'before';
/** Milliseconds to wait for another installation, on this node or another. */
const LOCK_TIMEOUT_MS = 60_000;

export function createInstaller(deps: InstallerDeps): Installer {
  const { db, hooks, host, limits = ZIP_LIMITS } = deps;

  async function install(zip: Buffer | string, options: InstallOptions): Promise<string> {
    await recover();
    // In the same file system as the target, so that the last step is one rename; discovery ignores its name.
    const staging = join(deps.folder, `${STAGING_PREFIX}${randomUUID()}`);
    try {
      const { id, unpacked } = await unpackPlugin(await zipBytes(zip, limits), staging);
      if (options.expectedPlugin !== undefined && options.expectedPlugin !== id) {
        throw new PlinthError(
          'incompatible_archive',
          `The zip contains the plugin "${id}", not "${options.expectedPlugin}".`,
        );
      }
      const before = await host.record(id);
      if (before?.bundled)
        throw new PlinthError(
          'plugin_bundled',
          `"${id}" comes with Plinth, or is loaded from a development folder, and cannot be installed from a zip.`,
          { hint: 'Give your plugin another folder name.' },
        );
      if (before && before.folder !== join(deps.folder, id))
        throw new PlinthError('folder_exists', `The plugin "${id}" was copied into ${before.folder} manually.`, {
          hint: 'Replace its files there, or delete it first.',
        });
      if (before && !options.overwrite)
        throw new PlinthError('folder_exists', `The plugin "${id}" is already installed.`, {
          hint: 'Update it instead, or delete it first.',
        });
      if (before && !options.allowDowngrade) await assertNotOlder(before, unpacked);
      if (before && before.status !== 'inactive') await assertRequirementsMet(unpacked);
      if (before) await replace(before, unpacked, join(staging, BACKUP_FOLDER, id));
      else await rename(unpacked, join(deps.folder, id));
      await hooks.doAction('upgrader_process_complete', null, {
        action: before ? 'update' : 'install',
        type: 'plugin',
        plugins: [id],
      });
      return id;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  /** Unpacks into the staging folder and checks that it contains a plugin for this site. */
  async function unpackPlugin(bytes: Buffer, staging: string): Promise<{ id: string; unpacked: string }> {
    const files = await readZip(bytes, limits);
    const { id, pathOf } = await resolveLayout(files, PLUGIN_ARCHIVE);
    const unpacked = join(staging, id);
    await mkdir(unpacked, { recursive: true });
    await unpack(files, unpacked, pathOf);
    const manifest = await readManifest(unpacked);
    const mismatch = hostMismatch(manifest, deps.versions);
    if (mismatch) throw mismatch;
    return { id, unpacked };
  }

  /** Refuses the update of an active plugin whose new version has unmet requirements. */
  async function assertRequirementsMet(unpacked: string): Promise<void> {
    const unmet = await host.unmetRequirement(await readManifest(unpacked));
    if (unmet) throw unmet;
  }

  /** Replaces a version with a new one, and restores it when the new one does not start. */
  async function replace(before: PluginRecord, unpacked: string, backupFolder: string): Promise<void> {
    const { id, folder, status } = before;
    await mkdir(dirname(backupFolder), { recursive: true });
    const stepsBefore = await appliedMigrationIds(db, id);
    await swapFolders(folder, unpacked, backupFolder);
    if (status === 'inactive') return;
    // A paused plugin is resumed with its new version.
    if (status === 'paused') await host.resume(id);
    await host.restart(id);
    const after = await host.record(id);
    if (after?.status !== 'failed') return;
    await swapFolders(folder, backupFolder, unpacked);
    const addedSteps = (await appliedMigrationIds(db, id)).filter((step) => !stepsBefore.includes(step));
    await markUnfinished(db, id, addedSteps);
    await host.restart(id);
    const back = await host.record(id);
    if (status === 'paused') await host.pause(id, before.error?.message ?? '');
    throw new PlinthError(
      'plugin_update_failed',
      `The new version of "${id}" did not start: ${withPeriod(after.error?.message ?? 'unknown error')} ${describeRestore(before, back)}`,
      {
        hint: 'Ask the plugin’s author for a version that works.',
      },
    );
  }

  /** Restores interrupted installations. A staging folder found now belongs to one, since only one runs at a time. */
  async function recover(): Promise<void> {
    for (const staging of await listNames(deps.folder, STAGING_PREFIX)) {
      for (const id of await listNames(join(deps.folder, staging, BACKUP_FOLDER))) {
        const target = join(deps.folder, id);
        if (!(await stat(target).catch(() => undefined)))
          await rename(join(deps.folder, staging, BACKUP_FOLDER, id), target);
      }
      await rm(join(deps.folder, staging), { recursive: true, force: true });
    }
  }

  return {
    recoverInstallations: () => db.withLock(LOCK_NAME, recover, { wait: LOCK_TIMEOUT_MS }),
    async installPlugin(zip, options = {}) {
      refuseInTransaction(db, 'Installing a plugin');
      try {
        return await db.withLock(LOCK_NAME, () => install(zip, options), { wait: LOCK_TIMEOUT_MS });
      } catch (error) {
        return asWpError(error);
      }
    },
  };
}

async function assertNotOlder({ manifest }: PluginRecord, unpacked: string): Promise<void> {
  const [before, next] = [manifest?.version ?? '', (await readManifest(unpacked)).version];
  if (semver.valid(before) === null || semver.valid(next) === null || semver.gte(next, before)) return;
  throw new PlinthError(
    'plugin_downgrade',
    `Version ${before} is installed, but the zip contains the older version ${next}.`,
    {
      status: 409,
      hint: 'An older version may not be able to read data of the newer one. Confirm the downgrade to install it anyway.',
    },
  );
}

async function swapFolders(folder: string, incoming: string, outgoing: string): Promise<void> {
  await rename(folder, outgoing);
  try {
    await rename(incoming, folder);
  } catch (error) {
    await rename(outgoing, folder);
    throw error;
  }
}

async function listNames(folder: string, prefix = ''): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.startsWith(prefix));
}

/** Describes the current state of the previous version. */
function describeRestore(before: PluginRecord, back: PluginRecord | undefined): string {
  const version = `Version ${before.manifest?.version ?? 'before'}`;
  if (back?.status === 'active') return `${version} was restored and is running.`;
  const cause = back?.error?.message ?? back?.status ?? 'it is no longer installed';
  return `${version} was restored, but it is not running: ${withPeriod(cause)}`;
}

/** Returns an error message with a final period, since another sentence follows. */
function withPeriod(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** WordPress's error codes by those of Plinth, where WordPress has one. */
const WORDPRESS_CODES: Readonly<Record<string, string>> = {
  plugin_zip_invalid: 'incompatible_archive',
  plugin_manifest_not_found: 'incompatible_archive_no_plugins',
  plugin_manifest_invalid: 'incompatible_archive_no_plugins',
  plugin_main_missing: 'incompatible_archive_no_plugins',
  plugin_core_version: 'incompatible_wp_required_version',
};

function asWpError(error: unknown): WpError {
  if (error instanceof PlinthError) {
    return new WpError(
      WORDPRESS_CODES[error.code] ?? error.code,
      [error.message, error.hint].filter(Boolean).join(' '),
      {
        status: error.status === 409 ? 409 : 400,
        reason: error.code,
      },
    );
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return new WpError('fs_error', `The plugin could not be stored: ${message}`, { status: 500, reason: code });
}
